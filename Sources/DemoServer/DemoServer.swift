package import StoreWeb

/// The web services that the features use, with sample data, for this machine only.
///
/// Answers have an `ETag` and a `Last-Modified` header field. A request that names a current version receives status
/// 304.
///
/// The path of a service begins with its name: `http://127.0.0.1:8080/github/search/repositories?q=swift`. The
/// variables in ``environment`` make a program use this server.
///
/// ```swift
/// let server = try DemoServer(latency: .milliseconds(200), failRate: 0.1)
/// defer { server.stop() }
/// print(server.environment["GITHUB_API_URL"])  // http://127.0.0.1:49152/github
/// ```
package final class DemoServer: Sendable {
  /// The environment variables that make a program use this server.
  package let environment: [String: String]

  private let server: WebServer

  /// Starts the server.
  ///
  /// - Parameters:
  ///   - services: The services; all of them by default.
  ///   - port: The port. With 0 the system chooses a free one.
  ///   - latency: The delay of each answer. A delayed answer does not block other requests.
  ///   - failRate: The proportion of requests that end in a ``Fault``, from 0 for none to 1 for all.
  ///   - seed: Determines the faults. With the same seed, the same requests fail in the same way.
  ///   - limits: The limits of the server's resources.
  ///   - onAnswer: Called on the server's thread for each answer.
  /// - Throws: ``WebServerError`` if the port is in use or no socket can be created.
  package init(
    _ services: [any Endpoints] = .all,
    port: UInt16 = 0,
    latency: Duration = .zero,
    failRate: Double = 0,
    seed: UInt64 = 0,
    limits: WebServer.Limits = .demonstration,
    onAnswer: (@Sendable (Exchange) -> Void)? = nil
  ) throws(WebServerError) {
    let router = Router(services: services)
    let faults = FaultSequence(rate: failRate, seed: seed)
    // If a connection was used before and is then reset, HTTP libraries repeat the request, and their users would not
    // see the fault.
    let fields: [WebResponse.Header] = failRate > 0 ? [.init("Connection", "close")] : []
    server = try WebServer(port: port, limits: limits) { request in
      let start = ContinuousClock.now
      let fault = faults.next()
      let answer = (fault.map { $0.spoil { router.answer(request) } } ?? router.answer(request)).adding(fields)
      onAnswer?(
        Exchange(
          method: request.method,
          target: request.target,
          status: answer.status,
          fault: fault,
          time: latency + start.duration(to: .now)
        )
      )
      return latency > .zero ? answer.delayed(by: latency) : answer
    }
    var environment: [String: String] = [:]
    for service in services {
      for variable in service.variables { environment[variable] = "\(server.url)/\(service.name)" }
      environment.merge(service.credentials) { $1 }
    }
    self.environment = environment
  }

  /// The requested port, or the one that the system chose.
  package var port: UInt16 { server.port }

  /// The address of the server.
  package var url: String { server.url }

  /// Closes all connections and the port. Further calls have no effect.
  package func stop() { server.stop() }
}

extension WebServer.Limits {
  /// Limits for tests with hundreds of connections at once and for small requests.
  package static var demonstration: Self {
    var limits = Self()
    limits.connections = 256
    limits.body = 64 * 1024
    return limits
  }
}
