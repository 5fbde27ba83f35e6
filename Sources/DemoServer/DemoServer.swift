package import LoopbackServer

/// The web services that the features talk to, over generated data, on this machine only.
///
/// Each service is found under its name: `http://127.0.0.1:8080/github/search/repositories?q=swift`. ``environment`` has
/// what a program needs to find them.
///
/// ```swift
/// let server = try DemoServer(latency: .milliseconds(200), failRate: 0.1)
/// defer { server.stop() }
/// print(server.environment["GITHUB_API_URL"])  // http://127.0.0.1:49152/github
/// ```
package final class DemoServer: Sendable {
  /// What environment variables have to say for a program to talk to this server.
  package let environment: [String: String]

  private let server: LoopbackServer

  /// Starts to listen and to answer.
  ///
  /// - Parameters:
  ///   - services: The services; all of them unless said otherwise.
  ///   - port: The port; 0 lets the system choose a free one.
  ///   - latency: By how long each answer is delayed. One that waits does not keep others waiting.
  ///   - failRate: How many of the requests end in a ``Fault``, from 0 for none to 1 for all.
  ///   - seed: Chooses the faults: with the same seed, the same requests fail in the same way.
  ///   - limits: What clients can make the server spend.
  ///   - onAnswer: Called on the server's thread for each answer.
  /// - Throws: ``LoopbackServerError`` when the port is taken or no socket can be had.
  package init(
    _ services: [any Endpoints] = .all,
    port: UInt16 = 0,
    latency: Duration = .zero,
    failRate: Double = 0,
    seed: UInt64 = 0,
    limits: LoopbackServer.Limits = .demonstration,
    onAnswer: (@Sendable (Exchange) -> Void)? = nil
  ) throws(LoopbackServerError) {
    let router = Router(services: services)
    let faults = FaultSequence(rate: failRate, seed: seed)
    server = try LoopbackServer(port: port, limits: limits) { request in
      let start = ContinuousClock.now
      let fault = faults.next()
      let answer = fault.map { $0.spoil { router.answer(request) } } ?? router.answer(request)
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

  /// The port that the system chose, or the one that was asked for.
  package var port: UInt16 { server.port }

  /// Where the server answers.
  package var url: String { server.url }

  /// Closes every connection and the port. Further calls do nothing.
  package func stop() { server.stop() }
}

extension LoopbackServer.Limits {
  /// Room for a test that opens some hundred connections at once, and small requests.
  package static var demonstration: Self {
    var limits = Self()
    limits.connections = 256
    limits.request.body = 64 * 1024
    return limits
  }
}
