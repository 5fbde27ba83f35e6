import Dependencies
import DemoServer
import Foundation
import StoreInspection

/// The command `DemoCLI serve`, which runs the web services that the features use.
struct ServeCommand {
  let options: ServeOptions
  let console: Console

  /// Serves until Ctrl-C or SIGTERM. Both are normal ways to end, so the exit code is `passed`.
  func callAsFunction() async -> ExitCode {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    // Installed before the first output, because a reader of the output may end the server at once.
    let interruption = Interruption { end.finish() }
    let termination = Interruption(of: SIGTERM) { end.finish() }
    defer { withExtendedLifetime((interruption, termination)) {} }
    let server: DemoServer
    do {
      server = try DemoServer(
        port: options.port,
        latency: options.latency,
        failRate: options.failRate,
        seed: options.seed,
        onAnswer: { [console] in console.writeError(Self.line($0) + "\n") }
      )
    } catch {
      console.writeError(
        "DemoCLI: \(error)\n  Try `DemoCLI serve --port 0`, which takes a port that is free.\n"
      )
      return .unavailable
    }
    console.write(greeting(server) + "\n")
    // If the greeting could not be written, nobody knows the address, so the server stops. The program then reports the
    // failed output and ends with its exit status.
    if console.failure() == nil {
      for await _ in ends {}
    }
    server.stop()
    return .passed
  }

  private func greeting(_ server: DemoServer) -> String {
    let exports = server.environment.sorted { $0.key < $1.key }.map { "export \($0.key)=\($0.value)\n" }.joined()
    return """
      # Serving on \(server.url), for this machine only. Ctrl-C ends it.
      # To have `DemoCLI run FILE --live` talk to it:
      \(exports)
      """
  }

  /// Formats an exchange as one line: time of day, method, target, status and duration.
  static func line(_ exchange: Exchange, at date: Date = Date()) -> String {
    let time = date.formatted(.iso8601.time(includingFractionalSeconds: true))
    let status = exchange.status.map(String.init) ?? "---"
    let fault = exchange.fault.map { " (\($0.rawValue), on purpose)" } ?? ""
    let target = exchange.target.truncated(to: 500).printable
    let method = exchange.method.truncated(to: 20).printable
    return "\(time) \(method) \(target) \(status) \(exchange.time.readable)\(fault)"
  }
}
