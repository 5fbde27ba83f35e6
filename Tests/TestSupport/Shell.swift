import Foundation

/// Runs commands.
package enum Shell {
  package struct Failure: Error {
    package let status: Int32
    package let output: String
  }

  /// Runs a command in a folder and returns its output, including errors. Throws ``Failure`` if its exit status is
  /// not 0.
  @discardableResult
  package static func run(_ command: String, in folder: URL, environment: [String: String] = [:]) throws -> String {
    // A program that a failed command leaves running in the background keeps the end of the process unnoticed.
    let cleaned = #"trap '[ -z "$!" ] || kill "$!" 2>/dev/null || :' EXIT"# + "\n" + command
    let environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let run = try TestSupport.run(["-e", "-c", cleaned], program: "/bin/sh", environment: environment) {
      $0.currentDirectoryURL = folder
      $0.standardError = $0.standardOutput
    }
    guard run.status == 0 else { throw Failure(status: run.status, output: run.output) }
    return run.output
  }
}
