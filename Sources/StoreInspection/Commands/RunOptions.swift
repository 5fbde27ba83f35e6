/// What `run` is told.
struct RunOptions: Equatable {
  /// The script; `-` is the standard input.
  var file: String
  var session = SessionOptions()

  /// Reads the arguments that follow `run`.
  init(_ arguments: ArraySlice<String>, known: [DependencyOption]) throws(UsageError) {
    var reader = ArgumentReader(
      arguments,
      flags: SessionOptions.flags,
      options: SessionOptions.options + known.map(\.name),
      suggestion: "help run"
    )
    var files: [String] = []
    while let argument = try reader.next() {
      if case .operand(let file) = argument { files.append(file) } else { _ = session.take(argument) }
    }
    guard let file = files.first else { throw UsageError("`run` needs a file", "run FILE") }
    guard files.count == 1 else {
      throw UsageError("`run` takes one file, and here are \(files.count)", "run \(file)")
    }
    guard !file.isEmpty else { throw UsageError("the file's name is empty", "run FILE") }
    try session.check(known, command: "run \(file)")
    self.file = file
  }

  init(file: String, session: SessionOptions = SessionOptions()) {
    self.file = file
    self.session = session
  }
}
