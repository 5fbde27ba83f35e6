import Foundation
import Testing

/// The result of running a program.
package struct Run: Equatable {
  package var status: Int32
  package var output: String
  package var errors: String

  package init(status: Int32, output: String, errors: String) {
    self.status = status
    self.output = output
    self.errors = errors
  }

  /// Expects a status, and what is given of the output and the errors.
  package func expect(
    _ status: Int32 = 0,
    output: String? = nil,
    errors: String? = nil,
    _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(self.status == status, comment ?? "\(self.errors)", sourceLocation: sourceLocation)
    if let output { #expect(self.output == output, comment, sourceLocation: sourceLocation) }
    if let errors { #expect(self.errors == errors, comment, sourceLocation: sourceLocation) }
  }
}

/// Runs a program of this package to its end.
///
/// - Parameter prepare: Changes the process before it is run. Only what it prints to the original files is returned.
package func run(
  _ arguments: [String],
  program: String = "DemoCLI",
  input text: String = "",
  environment: [String: String] = [:],
  prepare: (Process) throws -> Void = { _ in }
) throws -> Run {
  let (process, _) = try process(arguments, program: program, environment: environment)
  return try withTemporaryFolder { folder in
    func file(_ name: String) throws -> FileHandle {
      try folder.write("", to: name)
      return try FileHandle(forUpdating: folder.url.appending(path: name))
    }
    func contents(_ handle: FileHandle) throws -> String {
      try handle.seek(toOffset: 0)
      return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
    }
    // Files take any amount of output that nothing reads meanwhile, and provide input even to programs that do not read
    // it.
    process.standardInput = try input(text, in: folder.url)
    let output = try file("output")
    let errors = try file("errors")
    process.standardOutput = output
    process.standardError = errors
    try prepare(process)
    try process.start()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    return Run(status: process.terminationStatus, output: try contents(output), errors: try contents(errors))
  }
}

/// A file for a program's standard input.
///
/// Writing to a pipe would end the tests with `SIGPIPE` if the program has ended without reading it.
package func input(_ text: String, in directory: URL) throws -> FileHandle {
  let url = directory.appending(path: "input")
  try Data(text.utf8).write(to: url)
  return try FileHandle(forReadingFrom: url)
}

/// Makes a process for a program of this package, with a pipe for its standard input.
package func process(
  _ arguments: [String],
  program: String = "DemoCLI",
  environment: [String: String] = [:]
) throws -> (process: Process, input: Pipe) {
  let process = Process()
  process.executableURL = program.hasPrefix("/") ? URL(filePath: program) : try executable(program)
  process.arguments = arguments
  process.environment = ["TERM": "xterm"].merging(environment) { $1 }
  let input = Pipe()
  process.standardInput = input
  process.standardError = FileHandle.nullDevice
  return (process, input)
}

/// The path of a program that was built together with these tests.
package func executable(_ name: String) throws -> URL {
  // On Linux the test bundle is the running program. On macOS another program loads it.
  let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
  let runner = URL(filePath: CommandLine.arguments.first ?? "")
  let places = (bundles + [runner, Bundle.main.bundleURL.appending(path: "x")]).map {
    $0.deletingLastPathComponent().appending(path: name)
  }
  return try #require(
    places.first { FileManager.default.isExecutableFile(atPath: $0.path) },
    "no \(name) among \(places.map(\.path))"
  )
}
