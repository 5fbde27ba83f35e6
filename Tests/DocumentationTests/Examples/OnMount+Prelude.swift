struct State: Equatable {
  var draft = ""
  var settings: [String] = []
}
enum Action { case draftChanged(String) }
struct PriceClient: Sendable { func prices() -> AsyncStream<Int> { AsyncStream { $0.finish() } } }
struct SearchClient: Sendable { func results(for query: String) async throws -> [String] { [query] } }
struct Disk: Sendable {
  func save(_ draft: String) async {}
  func save(_ settings: [String]) async {}
}
let disk = Disk()
