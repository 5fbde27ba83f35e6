/// What `DemoCLI run` is told.
struct RunOptions: Equatable {
  /// The script; `-` is the standard input.
  var file: String
  /// Whether to use live values and real time, instead of mock values and a virtual clock.
  var isLive = false
  /// The file of the database; `nil` for the one in the user's data directory.
  var database: String?

  /// Reads the arguments that follow `run`; `nil` when they ask for help.
  static func parse(_ arguments: ArraySlice<String>) throws(UsageError) -> RunOptions? {
    var reader = ArgumentReader(arguments, flags: ["--live"], options: ["--db"], suggestion: "DemoCLI help run")
    var files: [String] = []
    var options = RunOptions(file: "")
    while let argument = try reader.next() {
      switch argument {
      case .help: return nil
      case .flag: options.isLive = true
      case .option(_, let value): options.database = value
      case .operand(let file): files.append(file)
      }
    }
    guard let file = files.first else { throw UsageError("`run` needs a file", "DemoCLI run FILE") }
    guard files.count == 1 else {
      throw UsageError("`run` takes one file, and here are \(files.count)", "DemoCLI run \(file)")
    }
    guard !file.isEmpty else { throw UsageError("the file's name is empty", "DemoCLI run FILE") }
    guard options.database == nil || options.isLive else {
      throw UsageError("`--db` goes with `--live`: mock values are not kept", "DemoCLI run \(file) --live --db FILE")
    }
    options.file = file
    return options
  }
}
