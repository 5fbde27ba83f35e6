import Features
struct Album: Codable, Equatable, Sendable { var title: String }
extension EndpointValues { var albums: Endpoint<[Album]> { Endpoint("v1", "albums", placeholder: [], sample: []) } }
