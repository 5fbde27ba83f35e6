import Foundation

extension StoreCommand where Feature.State: Encodable, Feature.Action: Codable {
  /// The command `generate-test`, which writes a test that repeats a recorded session.
  public static var generateTest: Self {
    Self("generate-test", summary: "make a Swift test of a recorded session") { program in
      """
      Makes a test for Swift Testing of a session that was recorded with --trace: it sends the user's actions, receives
      those of the effects, and asserts each change of the state, with what the session's calls answered.

      Usage
        \(program.name) generate-test FILE [OPTIONS]

      FILE is a trace, `-` the standard input. The test is run before it is printed, as far as that goes without
      compiling it. If the session can't be run again with the same outcome, because of a value that differs from run to
      run for example, nothing is printed but what is to blame.

      Options
      \(HelpText.table(GenerateTestOptions.help))

      Examples
        \(program.recordingExample)
        \(program.name) generate-test session.jsonl > SessionTests.swift
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
      let reader = try TraceReader(options.file)
      guard !TraceWriter.isSameFile(options.output, options.file) else {
        throw FileError(.write, options.output, reason: "it is the trace that is read; name another file")
      }
      // A file that can't be written is reported before the work.
      let file = options.output == "-" ? nil : try OutputFile(options.output)
      defer { file?.discard() }
      let text = try await TestGenerator(program: self, options: options).test(of: reader, console: console)
      if let file {
        try file.write(Array(text.utf8))
        try file.install()
      } else {
        console.write(text)
      }
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
  /// The name of a feature within the program's feature; empty for the whole of it.
  var feature = ""
  /// The file for the test; `-` is the standard output.
  var output = "-"
  /// The number of the last step of the trace that the test has.
  var lastStep: Int?

  /// The maximum number of steps of a test. Longer tests are not readable.
  static let stepLimit = 500
  /// The maximum size of the recorded values. Larger values are not readable either, and a test of them takes long to
  /// generate.
  static let sizeLimit = 4 << 20

  static let help = [
    ("--feature NAME", "the feature within the program's, by its property in the state: the test is of it alone"),
    ("--to STEP", "leave out what came after this step; needed for more than \(stepLimit) steps"),
    ("-o FILE", "write the test to this file instead of the standard output"),
  ]

  init(file: String) {
    self.file = file
  }

  /// Reads the arguments that follow `generate-test`.
  init(_ arguments: ArraySlice<String>) throws(UsageError) {
    var reader = ArgumentReader(
      arguments,
      options: ["--feature", "--to", "-o"],
      suggestion: "help generate-test"
    )
    var files: [String] = []
    self.file = ""
    while let argument = try reader.next() {
      switch argument {
      case .operand(let file): files.append(file)
      case .option("--feature", let value): feature = value
      case .option("-o", let value): output = value
      case .option("--to", let value):
        guard let step = Int(value), step > 0 else {
          throw UsageError("`--to` needs the number of a step, from 1 on", "generate-test FILE --to 10")
        }
        lastStep = step
      case .option, .flag: break
      }
    }
    guard let file = files.first, !file.isEmpty else {
      throw UsageError("`generate-test` needs a trace", "generate-test FILE")
    }
    guard files.count == 1 else {
      throw UsageError("`generate-test` takes one file, and here are \(files.count)", "generate-test \(file)")
    }
    self.file = file
  }
}
