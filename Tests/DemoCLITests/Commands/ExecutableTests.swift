import Foundation
import Testing

@testable import DemoCLI

/// Runs the program itself, as a shell would.
struct ExecutableTests {
  @Test func withoutArgumentsItPlaysADemonstration() throws {
    let demo = try run([])
    #expect(demo.status == 0)
    #expect(demo.errors == "")
    #expect(demo.output.contains(", 0 failed\n"))
    #expect(!demo.output.contains("\u{1B}"), "no colours unless the output is a terminal")
    #expect(try run([]) == demo, "mock values and a virtual clock make every run the same")
  }

  @Test func aScriptOnStandardInput() throws {
    let empty = try run(["run", "-"], input: "# nothing\n")
    #expect(empty.status == 0)
    #expect(empty.output.hasSuffix("\n0 steps, 0 actions sent, 0 received, 0 expectations, 0 failed\n"))

    let wrong = try run(["run", "-"], input: "show\nsned a\n")
    #expect(
      wrong
        == Run(
          status: 2,
          output: "",
          errors: """
            <stdin>:2:1: error: unknown statement `sned`
              sned a
              ^~~~
              expected `send`, `advance`, `await`, `expect` or `show`
              did you mean `send`?

            """
        )
    )
  }

  @Test func aScriptInAFile() throws {
    try withTemporaryDirectory { directory in
      let file = directory.appending(path: "a script.txt")
      try Data("expect nothing.like.this == 1".utf8).write(to: file)
      let failed = try run(["run", file.path])
      #expect(failed.status == 1)
      #expect(failed.errors.hasPrefix("\(file.path):1:8: error: the state has no `nothing`\n"))
      #expect(failed.output.hasSuffix("\n1 step, 0 actions sent, 0 received, 1 expectation, 1 failed\n"))
    }
  }

  @Test func filesThatCannotBeRead() throws {
    try withTemporaryDirectory { directory in
      let missing = directory.appending(path: "missing").path
      for (file, reason) in [(missing, "No such file or directory"), (directory.path, "Is a directory")] {
        let result = try run(["run", file])
        #expect(result == Run(status: 66, output: "", errors: "DemoCLI: cannot read \(file): \(reason)\n"))
      }
    }
    #expect(try run(["run", "/dev/zero"]).status == 66)
  }

  @Test func badUsage() throws {
    #expect(
      try run(["rnu"])
        == Run(
          status: 64,
          output: "",
          errors: "DemoCLI: unknown command `rnu`, did you mean `run`?\n  Try `DemoCLI --help`.\n"
        )
    )
  }

  @Test func helpAndVersion() throws {
    #expect(try run(["--help"]) == Run(status: 0, output: HelpTopic.program.text + "\n", errors: ""))
    #expect(try run(["run", "--help"]) == Run(status: 0, output: HelpTopic.run.text + "\n", errors: ""))
    #expect(try run(["--version"]) == Run(status: 0, output: "DemoCLI \(DemoCLI.version)\n", errors: ""))
  }

  @Test func aReaderThatGoesAwayIsNoFailure() throws {
    let (process, _) = try process(["--help"])
    let pipe = Pipe()
    process.standardOutput = pipe
    try pipe.fileHandleForReading.close()
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
  }

  @Test func controlCEndsARunCleanly() throws {
    let (process, input) = try process(["run", "-", "--live"])
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data("show\nadvance 24h\nshow".utf8))
    try input.fileHandleForWriting.close()
    // The statement is printed when it is about to run: from here on the program waits for a day.
    var printed = ""
    while !printed.contains("advance 24h") {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { break }
      printed += String(decoding: data, as: UTF8.self)
    }
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 130)
    printed += String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(printed.hasSuffix("\n2 of 3 steps, 0 actions sent, 0 received, 0 expectations, 0 failed\n"))
    let message = try errors.fileHandleForReading.readToEnd() ?? Data()
    #expect(String(decoding: message, as: UTF8.self) == "<stdin>:2:1: interrupted\n")
  }

  @Test(arguments: [([:], true), (["NO_COLOR": "1"], false), (["NO_COLOR": ""], true), (["TERM": "dumb"], false)])
  func coloursAreForTerminals(environment: [String: String], isColored: Bool) throws {
    let terminal = try PseudoTerminal()
    let (process, input) = try process(["run", "-"], environment: environment)
    process.standardOutput = terminal.slave
    try process.run()
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    try terminal.slave.close()
    let output = terminal.output
    #expect(output.contains("0 steps"))
    #expect(output.contains("\u{1B}[1m") == isColored)
  }
}

/// What a run of the program came to.
private struct Run: Equatable {
  var status: Int32
  var output: String
  var errors: String
}

private func run(_ arguments: [String], input text: String = "") throws -> Run {
  let (process, input) = try process(arguments)
  return try withTemporaryDirectory { directory in
    func file(_ name: String) throws -> FileHandle {
      let url = directory.appending(path: name)
      try Data().write(to: url)
      return try FileHandle(forUpdating: url)
    }
    func contents(_ handle: FileHandle) throws -> String {
      try handle.seek(toOffset: 0)
      return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
    }
    // Files take any amount of output without anyone reading it meanwhile.
    let output = try file("output")
    let errors = try file("errors")
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // The program may end without reading its input.
    try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    return Run(status: process.terminationStatus, output: try contents(output), errors: try contents(errors))
  }
}

/// The program, with a pipe for its standard input.
private func process(
  _ arguments: [String],
  environment: [String: String] = [:]
) throws -> (process: Process, input: Pipe) {
  let process = Process()
  process.executableURL = try executable
  process.arguments = arguments
  process.environment = ["TERM": "xterm"].merging(environment) { $1 }
  let input = Pipe()
  process.standardInput = input
  process.standardError = FileHandle.nullDevice
  return (process, input)
}

/// The program that was built along with these tests.
private var executable: URL {
  get throws {
    // On Linux the test bundle is the program that runs; on macOS it is loaded by another.
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    let runner = URL(filePath: CommandLine.arguments.first ?? "")
    let places = (bundles + [runner, Bundle.main.bundleURL.appending(path: "x")]).map {
      $0.deletingLastPathComponent().appending(path: "DemoCLI")
    }
    return try #require(
      places.first { FileManager.default.isExecutableFile(atPath: $0.path) },
      "no DemoCLI among \(places.map(\.path))"
    )
  }
}

private func withTemporaryDirectory<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: directory) }
  return try body(directory)
}

/// Two ends of a terminal: what is written to one can be read from the other.
private struct PseudoTerminal {
  let master: FileHandle
  let slave: FileHandle

  struct Unavailable: Error {}

  /// What was written, once no writer is left: a read then ends with an error instead of waiting.
  var output: String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = read(master.fileDescriptor, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  init() throws {
    var descriptors: (master: Int32, slave: Int32) = (-1, -1)
    guard openpty(&descriptors.master, &descriptors.slave, nil, nil, nil) == 0 else { throw Unavailable() }
    master = FileHandle(fileDescriptor: descriptors.master, closeOnDealloc: true)
    slave = FileHandle(fileDescriptor: descriptors.slave, closeOnDealloc: true)
  }
}
