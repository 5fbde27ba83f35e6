extension StoreCommand {
  /// The command `compare`, which says where two recorded sessions part.
  public static var compare: Self {
    Self("compare", summary: "say where two recorded sessions part") { program in
      """
      Reads two traces side by side and prints the first step at which they part: another action or change, or the same one
      that leads to another state. Times, effects and calls are not compared; what they come to is.

      Usage
        \(program.name) compare FILE FILE

      FILE is what `--trace FILE` recorded, by any program; one of them can be `-`, the standard input.

      Examples
        \(program.name) compare before.jsonl after.jsonl

      The exit status is 1 if the sessions part.

      \(ExitCode.help)
      """
    } body: { program, arguments, console in
      var options: Void = ()
      let files = try OptionTable<Void>([]).read(arguments, of: "compare", into: &options)
      guard files.count == 2 else {
        throw UsageError("`compare` needs two traces, not \(files.count)", "compare before.jsonl after.jsonl")
      }
      guard files != ["-", "-"] else {
        throw UsageError("only one of the traces can be the standard input", "compare before.jsonl -")
      }
      var comparison = TraceComparison(try TraceReader(files[0]), try TraceReader(files[1]))
      return try comparison.run(console)
    }
  }
}
