import Dependencies
import Foundation
import StoreWeb
import Testing

@testable import Features

/// A server that records its requests. Each connection has one request: libcurl repeats some requests by itself if they
/// fail on a connection that was used before.
final class TestServer: Sendable {
  private let server: WebServer
  private let received: LockIsolated<[WebRequest]>

  /// Starts a server whose closure is passed each request and the number of requests before it.
  init(limits: WebServer.Limits = .init(), respond: @escaping @Sendable (WebRequest, Int) -> WebResponse) throws {
    let received = LockIsolated<[WebRequest]>([])
    self.received = received
    server = try WebServer(limits: limits) { request in
      let index = received.withValue { requests in
        requests.append(request)
        return requests.count - 1
      }
      return respond(request, index).adding([.init("Connection", "close")])
    }
  }

  /// Starts a server that gives these answers in order, and repeats the last one.
  convenience init(_ answers: WebResponse...) throws {
    try self.init { _, index in answers[min(index, answers.count - 1)] }
  }

  deinit { server.stop() }

  var url: String { server.url }

  var requests: [WebRequest] { received.value }
}

/// Runs an operation with live clients over real sockets and the real `URLSession`, with the given environment
/// variables. Only the clock and the date, 1,700,000,000 seconds after 1970, are not real.
func live<R>(
  _ environment: [String: String?],
  clock: ImmediateClock<Duration> = ImmediateClock(),
  cache: ResponseCache? = nil,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> R
) async rethrows -> R {
  try await withDependencies {
    $0.context = .live
    $0.continuousClock = clock
    $0.date = .constant(Date(timeIntervalSince1970: 1_700_000_000))
    $0.processEnvironment = ProcessEnvironment(environment.compactMapValues { $0 })
    if let cache { $0.responseCache = cache }
  } operation: {
    try await operation()
  }
}

/// A request to an API that does not exist.
struct ExampleRequest: APIRequest {
  struct Response: Decodable, Equatable {
    var id: Int
    var ratio: Double?
    var on: Bool?
  }

  var base = "https://api.example"
  var path: [String] = ["items"]
  var method = HTTPMethod.get
  var query: [URLQueryItem] = []
  var headers: HTTPHeaders = [:]
  var body: Data?
  var timeout = Duration.seconds(30)

  var baseURL: URL { get throws { try #require(URL(string: base)) } }
}
