public import Dependencies
import Foundation

/// Loads values from the endpoints that ``EndpointValues`` declares.
///
/// ```swift
/// @Dependency(\.catalogClient) var catalogClient
/// let users = try await catalogClient.get(\.users)
/// ```
///
/// A test overrides an endpoint. Its value must have the endpoint's type:
///
/// ```swift
/// $0.catalogClient[\.users] = { [User(id: 1, firstName: "Ada", lastName: "Lovelace")] }
/// ```
public struct CatalogClient: Sendable {
  private enum Source {
    case live, mock, unimplemented
  }

  private struct Key: Hashable {
    let path: [String]
    let query: [URLQueryItem]
    let type: ObjectIdentifier

    init<Value>(_ endpoint: Endpoint<Value>) {
      path = endpoint.path
      query = endpoint.query
      type = ObjectIdentifier(Value.self)
    }
  }

  private struct Answer<Value: Codable & Equatable & Sendable>: Sendable {
    let get: @Sendable () async throws -> CatalogAnswer<Value>
  }

  private let source: Source
  private var answers: [Key: any Sendable] = [:]

  private init(_ source: Source) { self.source = source }

  /// Loads the value of an endpoint.
  public func get<Value>(_ endpoint: EndpointValues.Key<Value>) async throws -> Value {
    try await answer(endpoint).value
  }

  /// The function that loads the value of an endpoint.
  public subscript<Value>(endpoint: EndpointValues.Key<Value>) -> @Sendable () async throws -> Value {
    get { { try await answer(endpoint).value } }
    set { self[answer: endpoint] = { CatalogAnswer(try await newValue()) } }
  }

  /// The function that loads the value of an endpoint, with the number of omitted elements and the time of a kept
  /// response. Replace this one to pass on the answers of a client, for example in order to record them.
  public subscript<Value>(answer endpoint: EndpointValues.Key<Value>)
    -> @Sendable () async throws -> CatalogAnswer<Value>
  {
    get { { try await answer(endpoint) } }
    set { answers[Key(EndpointValues[endpoint])] = Answer(get: newValue) }
  }

  /// Loads the value of an endpoint. It may come from a kept response if ``KeptAnswers/areWelcome`` is true.
  func answer<Value>(_ endpoint: EndpointValues.Key<Value>) async throws -> CatalogAnswer<Value> {
    let endpoint = EndpointValues[endpoint]
    if let answer = answers[Key(endpoint)] as? Answer<Value> { return try await answer.get() }
    switch source {
    case .live:
      let response = try await APIClient().send(GetRequest(endpoint: endpoint))
      return response.value.answer.asOf(response.asOf)
    case .mock:
      return try await mockAnswer(endpoint.name) { CatalogAnswer(try endpoint.sample()) }
    case .unimplemented:
      throw unimplementedEndpoint("CatalogClient.get(\(endpoint.name))")
    }
  }
}

extension CatalogClient: DependencyKey {
  /// A client of the web service that the environment variable `CATALOG_API_URL` names.
  public static let liveValue = Self(.live)
  /// A client that returns the samples of the endpoints.
  public static let mockValue = Self(.mock)
  /// Reports an issue for each endpoint that a test uses without overriding it.
  public static let testValue = Self(.unimplemented)
}

extension DependencyValues {
  /// The client that loads values from the endpoints of the catalog.
  public var catalogClient: CatalogClient {
    get { self[CatalogClient.self] }
    set { self[CatalogClient.self] = newValue }
  }
}
