/// The options of the command `run`.
struct RunOptions: Equatable {
  /// The path of the script; `-` is the standard input.
  var file: String
  var session = SessionOptions()
  /// Whether to continue after an expectation that was not met, or an awaited action that was not received.
  var keepsGoing = false
  /// Whether to check the script without running it.
  var isDryRun = false
}

extension RunOptions {
  /// Reads the arguments that follow `run`.
  init(_ arguments: ArraySlice<String>, known: [DependencyOption]) throws(UsageError) {
    self.init(file: "")
    file = try Self.table(known).read(arguments, of: "run", into: &self).onlyFile(of: "run")
    if isDryRun, let option = keepsGoing ? "--keep-going" : session.trace == nil ? nil : "--trace" {
      throw UsageError("`\(option)` does not go with `--dry-run`: nothing runs", "run \(file) --dry-run")
    }
    try session.check(known, command: "run \(file)")
  }

  static func table(_ known: [DependencyOption]) -> OptionTable<Self> {
    OptionTable([
      .flag(
        "--keep-going",
        "go on after an expectation that is not met or an action that does not come, and count them"
      ) {
        $0.keepsGoing = true
      },
      .flag("--dry-run", "check every line, and those of included files, and run nothing") { $0.isDryRun = true },
    ]) + SessionOptions.table(known).pullback(\.session)
  }
}
