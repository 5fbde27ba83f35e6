#if os(Linux) || os(macOS)
  import Foundation
  import Testing

  /// Runs commands as a reader of the documentation would.
  enum Shell {
    struct Failure: Error {
      let status: Int32
      let output: String
    }

    /// Runs a command in a folder and returns its output, including errors. Throws ``Failure`` if its exit status is
    /// not 0.
    @discardableResult
    static func run(_ command: String, in folder: URL, environment: [String: String] = [:]) throws -> String {
      try withTemporaryFolder { temporary in
        // Output to a file never blocks the command, however much it is, while a pipe would have to be read.
        let file = temporary.appending(path: "output")
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
        try process.run()
        process.waitUntilExit()
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus, output: text) }
        return text
      }
    }

    static func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      return try body(folder)
    }

    /// The demonstration's program that was built along with these tests.
    static func demo() throws -> URL {
      // On Linux the test bundle is the running program; on macOS another program loads it.
      let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
      let folders = (bundles + [URL(filePath: CommandLine.arguments[0])]).map { $0.deletingLastPathComponent() }
      let candidates = folders.map { $0.appending(path: "DemoCLI") }
      return try #require(candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) })
    }
  }
#endif
