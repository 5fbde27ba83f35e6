import Foundation

extension StoreCommand where Feature.State: Encodable, Feature.Action: Codable {
  /// The command `generate-test`, which writes a test that repeats a recorded session.
  public static var generateTest: Self {
    Self("generate-test", summary: "make a Swift test of a recorded session") { program in
      """
      Makes a test for Swift Testing of a session that was recorded with --trace: it sends the user's actions, receives
      those of the effects, and asserts each change of the state, with what the session's calls answered. The test reads
      the trace, which has to lie beside it.

      Usage
        \(program.name) generate-test FILE [OPTIONS]

      FILE is a trace, `-` the standard input. The test is run before it is printed, as far as that goes without
      compiling it. If the session can't be run again with the same outcome, because of a value that differs from run to
      run for example, only the cause is printed.

      Options
      \(GenerateTestOptions.table.help())

      Examples
        \(program.recordingExample)
        \(program.name) generate-test session.jsonl -o SessionTests.swift
      \(program.childExample.map { "  \(program.name) generate-test session.jsonl --feature \($0) -o SessionTests.swift\n" } ?? "")
      \(ExitCode.help)
      """
    } body: { program, arguments, console in
      try await program.generateTest(GenerateTestOptions(arguments), console: console)
    }
  }
}

extension StoreCommandLine where Feature.State: Encodable, Feature.Action: Codable {
  /// A feature to name in the help.
  fileprivate var childExample: String? {
    FeatureTree(setup.reducer(), state: setup.initialState()).names.first
  }

  fileprivate func generateTest(_ options: GenerateTestOptions, console: Console) async throws -> ExitCode {
    do {
      guard !TraceWriter.isSameFile(options.output, options.file) else {
        throw FileError(.write, options.output, reason: "it is the trace that is read; name another file")
      }
      // Files that can't be written are reported at once, before the work that takes time.
      let file = options.output == "-" ? nil : try OutputFile(options.output)
      defer { file?.discard() }
      let isCopied = file != nil && !TraceWriter.isSameFile(options.copiedTrace, options.file)
      let copy = isCopied ? try OutputFile(options.copiedTrace) : nil
      defer { copy?.discard() }
      var bytes: [UInt8] = []
      if copy != nil {
        bytes = try InputFile.bytes(options.file, limit: GenerateTestOptions.sizeLimit)
        try options.checkPlaceOfCopy(of: bytes)
      }
      let name = options.file == "-" ? "<stdin>" : options.file
      let reader = copy == nil ? try TraceReader(options.file) : try TraceReader(name: name, bytes)
      let text = try await TestGenerator(program: self, options: options).test(of: reader, console: console)
      guard let file else {
        console.write(text)
        return .passed
      }
      try copy?.write(bytes)
      try file.write(Array(text.utf8))
      try copy?.install()
      try file.install()
      let files = [options.output] + (isCopied ? [options.copiedTrace] : [])
      console.write("Wrote \(files.map(\.printable).joined(separator: " and ")).\n")
      return .passed
    } catch let failure as TestGenerationFailure {
      console.writeError(failure.rendered(program: name, file: options.file))
      return .failed
    }
  }
}

/// The options of the command `generate-test`.
struct GenerateTestOptions: Equatable {
  /// The trace; `-` is the standard input.
  var file: String
  /// The name of a feature within the program's feature; empty for the program's feature.
  var feature = ""
  /// The file for the test; `-` is the standard output.
  var output = "-"
  /// The number of the last step of the trace that the test repeats.
  var lastStep: Int?
  /// The expression with which the test makes the session's initial state.
  var initialState: String?

  /// The name of the trace in the test.
  var traceName: String {
    let name = output == "-" ? file : copiedTrace
    return name == "-" ? "session.jsonl" : URL(filePath: name).lastPathComponent
  }

  /// The file beside the test that the trace is copied to.
  var copiedTrace: String {
    output.hasSuffix(".swift") ? output.dropLast(6) + ".jsonl" : output + ".jsonl"
  }

  /// Throws if the copy would replace another trace. The trace of an earlier version of the test may be replaced.
  func checkPlaceOfCopy(of trace: [UInt8]) throws(FileError) {
    guard let old = try? InputFile.bytes(copiedTrace, limit: Self.sizeLimit), old != trace else { return }
    let test = (try? InputFile.bytes(output, limit: Self.sizeLimit)).map { String(decoding: $0, as: UTF8.self) }
    if test?.contains(traceName) == true { return }
    throw FileError(.write, copiedTrace, reason: "another file is in the place of the trace that the test needs")
  }

  /// The maximum number of steps of a test. Longer tests are not readable.
  static let stepLimit = 500
  /// The maximum size of a trace that is copied beside the test, in bytes.
  static let sizeLimit = 64 << 20
}

extension GenerateTestOptions {
  static var table: OptionTable<Self> {
    OptionTable([
      .option("--feature", "NAME", "test only the feature with this property in the program's state") {
        $0.feature = $1
      },
      .option("--to", "STEP", "leave out the later steps; needed for more than \(stepLimit) steps", as: step) {
        $0.lastStep = $1
      },
      .option(
        "--state",
        "EXPRESSION",
        "how the test makes the state that the session began with, if it is neither State() nor decodable"
      ) { $0.initialState = $1 },
      .option("-o", "FILE", "write the test to this file, and copy the trace beside it") { $0.output = $1 },
    ])
  }

  /// Reads the arguments that follow `generate-test`.
  init(_ arguments: ArraySlice<String>) throws(UsageError) {
    self.init(file: "")
    file = try Self.table.read(arguments, of: "generate-test", into: &self).onlyFile("trace", of: "generate-test")
  }

  private static func step(_ text: String, _ option: String) throws(UsageError) -> Int {
    guard let step = Int(text), step > 0 else {
      throw UsageError("`\(option)` needs the number of a step, from 1 on", "generate-test FILE \(option) 10")
    }
    return step
  }
}
