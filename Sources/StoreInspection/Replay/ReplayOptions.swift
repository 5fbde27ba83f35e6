/// The options of the command `replay`.
struct ReplayOptions {
  /// The path of the trace; `-` is the standard input.
  var file: String
  /// The step to stop after.
  var end: Int?
  /// The path whose first change is searched for.
  var path: ValuePath?
  /// The steps to leave out.
  var skipped: Set<Int> = []

  init(file: String) {
    self.file = file
  }

  /// Reads the arguments that follow `replay`.
  init(_ arguments: ArraySlice<String>) throws(UsageError) {
    var reader = ArgumentReader(
      arguments,
      options: ["--to", "--until-path", "--skip"],
      suggestion: "help replay"
    )
    var files: [String] = []
    self.init(file: "")
    while let argument = try reader.next() {
      switch argument {
      case .operand(let file): files.append(file)
      case .option("--to", let value): end = try Self.step(value, "--to")
      case .option("--skip", let value): skipped.insert(try Self.step(value, "--skip"))
      case .option("--until-path", let value): path = try Self.path(value)
      case .option, .flag: break
      }
    }
    guard let file = files.first, !file.isEmpty else { throw UsageError("`replay` needs a trace", "replay FILE") }
    guard files.count == 1 else {
      throw UsageError("`replay` takes one trace, and here are \(files.count)", "replay \(file)")
    }
    if let end, let path {
      throw UsageError(
        "`--to` and `--until-path` both say where to stop: give one of them",
        "replay \(file) --to \(end)` or `replay \(file) --until-path '\(path)'"
      )
    }
    if skipped.contains(0) {
      throw UsageError("there is no action 0 to skip: steps count from 1", "replay \(file) --skip 1")
    }
    if let end, let step = skipped.max(), step > end {
      throw UsageError(
        "step \(step) is skipped, but the replay ends before it",
        "replay \(file) --to \(step) --skip \(step)"
      )
    }
    self.file = file
  }

  private static func step(_ text: String, _ option: String) throws(UsageError) -> Int {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit), let step = Int(text) else {
      throw UsageError(
        "`\(option)` needs the number of a step, found `\(text.truncated(to: 40).printable)`",
        "replay FILE \(option) 3"
      )
    }
    return step
  }

  private static func path(_ text: String) throws(UsageError) -> ValuePath {
    let source = SourceText(name: "--until-path", text: text)
    do throws(Diagnostic) {
      var scanner = SourceScanner(source)
      let path = try scanner.path(.state)
      guard scanner.isAtEnd else { throw scanner.expected("the end of the path") }
      return path
    } catch {
      throw UsageError(
        "`\(text.truncated(to: 60).printable)` is no path: \(error.message)",
        "replay FILE --until-path 'rows[id: 42].name'"
      )
    }
  }
}
