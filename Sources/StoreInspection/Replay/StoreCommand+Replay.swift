extension StoreCommand where Feature.State: Encodable, Feature.Action: Codable {
  /// Feeds a recorded session through the reducers again: `replay FILE`.
  public static var replay: Self {
    Self("replay", summary: "feed a recorded session through the reducers, and compare the states") { program in
      """
      Feeds the actions of a trace, the user's and the effects', through the reducers without running any effect, and
      checks that every recorded state is reached. Where one is not, it prints the step, the action and the difference.

      Usage
        \(program.name) replay FILE [OPTIONS]

      FILE is what `\(program.name) run SCRIPT --trace FILE` has recorded, `-` the standard input.

      Options
      \(ReplayOptions.table.help())

      Dates, UUIDs and random numbers that reducers used are replayed as they were recorded; the clock shows the time of
      each step. Whatever else a reducer reads from outside of its state has mock values.

      Examples
        \(program.recordingExample)
        \(program.name) replay session.jsonl
        \(program.name) replay session.jsonl --to 3
        \(program.name) replay session.jsonl --skip 3

      \(ExitCode.help)
      """
    } body: { program, arguments, console in
      let options = try ReplayOptions(arguments)
      return try Replay(program: program, options: options, console: console).run(TraceReader(options.file))
    }
  }
}
