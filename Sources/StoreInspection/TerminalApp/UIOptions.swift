/// The options of the command `ui`.
struct UIOptions: Equatable {
  var session = SessionOptions()

  /// Reads the arguments that follow `ui`.
  init(_ arguments: ArraySlice<String>, known: [DependencyOption], canRecord: Bool = true) throws(UsageError) {
    var reader = ArgumentReader(
      arguments,
      flags: SessionOptions.flags + known.flags,
      options: (canRecord ? SessionOptions.options : []) + known.valued,
      suggestion: "help ui"
    )
    while let argument = try reader.next() {
      if case .operand(let word) = argument {
        throw UsageError("`ui` takes options only, and here is `\(word.truncated(to: 60).printable)`", "help ui")
      }
      _ = session.take(argument, known)
    }
    try session.check(known, command: "ui")
  }
}
