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
}

extension ReplayOptions {
  /// Reads the arguments that follow `replay`.
  init(_ arguments: ArraySlice<String>) throws(UsageError) {
    self.init(file: "")
    file = try Self.table.read(arguments, of: "replay", into: &self).onlyFile("trace", of: "replay")
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
  }

  static var table: OptionTable<Self> {
    OptionTable([
      .option("--to", "N", "stop after step N and print the state; 0 is the start", as: step) { $0.end = $1 },
      .option("--until-path", "PATH", "find the first step that changed what is at a path, and print how", as: path) {
        $0.path = $1
      },
      .option(
        "--skip",
        "N",
        "leave out action N and what followed from it, and show what would have happened; repeatable",
        as: step
      ) { $0.skipped.insert($1) },
    ])
  }

  static func step(_ text: String, _ option: String) throws(UsageError) -> Int {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit), let step = Int(text) else {
      throw UsageError(
        "`\(option)` needs the number of a step, found `\(text.truncated(to: 40).printable)`",
        "replay FILE \(option) 3"
      )
    }
    return step
  }

  private static func path(_ text: String, _ option: String) throws(UsageError) -> ValuePath {
    let source = SourceText(name: option, text: text)
    do throws(Diagnostic) {
      var scanner = SourceScanner(source)
      let path = try scanner.path(.state)
      guard scanner.isAtEnd else { throw scanner.expected("the end of the path") }
      return path
    } catch {
      throw UsageError(
        "`\(text.truncated(to: 60).printable)` is not a path: \(error.message)",
        "replay FILE \(option) 'rows[id: 42].name'"
      )
    }
  }
}
