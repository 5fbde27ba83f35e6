#if os(Linux) || os(macOS)
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
      try withTemporaryFolder { temporary in
        // Output to a file never blocks the command, however much it is, while a pipe would have to be read.
        let file = temporary.url.appending(path: "output")
        try Data().write(to: file)
        let output = try FileHandle(forUpdating: file)
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        // A program that a failed command leaves running in the background keeps the end of the process unnoticed.
        process.arguments = ["-e", "-c", #"trap '[ -z "$!" ] || kill "$!" 2>/dev/null || :' EXIT"# + "\n" + command]
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.start()
        process.waitUntilExit()
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus, output: text) }
        return text
      }
    }
  }
#endif
