/// The options of the command `run`.
struct RunOptions: Equatable {
  /// The path of the script; `-` is the standard input.
  var file: String
  var session = SessionOptions()
  /// Whether to continue after an expectation that was not met, or an awaited action that was not received.
  var keepsGoing = false
  /// Whether to check the script without running it.
  var isDryRun = false

  static let flags = ["--keep-going", "--dry-run"]

  /// Reads the arguments that follow `run`.
  init(_ arguments: ArraySlice<String>, known: [DependencyOption]) throws(UsageError) {
    var reader = ArgumentReader(
      arguments,
      flags: SessionOptions.flags + Self.flags + known.flags,
      options: SessionOptions.options + known.valued,
      suggestion: "help run"
    )
    var files: [String] = []
    while let argument = try reader.next() {
      switch argument {
      case .operand(let file): files.append(file)
      case .flag("--keep-going"): keepsGoing = true
      case .flag("--dry-run"): isDryRun = true
      case .flag, .option: _ = session.take(argument, known)
      }
    }
    guard let file = files.first else { throw UsageError("`run` needs a file", "run FILE") }
    guard files.count == 1 else {
      throw UsageError("`run` takes one file, and here are \(files.count)", "run \(file)")
    }
    if isDryRun, let option = keepsGoing ? "--keep-going" : session.trace == nil ? nil : "--trace" {
      throw UsageError("`\(option)` does not go with `--dry-run`: nothing runs", "run \(file) --dry-run")
    }
    guard !file.isEmpty else { throw UsageError("the file's name is empty", "run FILE") }
    try session.check(known, command: "run \(file)")
    self.file = file
  }

  init(file: String, session: SessionOptions = SessionOptions()) {
    self.file = file
    self.session = session
  }

  /// The rows of help about the options of `run` alone.
  static var help: [(String, String)] {
    [
      ("--keep-going", "go on after an expectation that is not met or an action that does not come, and count them"),
      ("--dry-run", "check every line, and those of included files, and run nothing"),
    ]
  }
}
