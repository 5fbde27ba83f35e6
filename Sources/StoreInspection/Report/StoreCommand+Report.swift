extension StoreCommand {
  /// Makes a page of a trace: `report FILE -o report.html`.
  public static var report: Self { report { _, _ in nil } }

  fileprivate static func report(
    screens: @escaping @Sendable (TraceReader, StoreCommandLine<Feature>) -> RecordedScreens?
  ) -> Self {
    Self("report", summary: "make a page of a trace, to look at in a browser") { program in
      """
      Makes a page of a trace: a time line of the effects, all actions, the state at any step and how it changed. The page
      is one file that loads nothing from anywhere, so it can be kept and sent around.

      Usage
        \(program.name) report FILE [-o FILE]

      FILE is what `--trace FILE` recorded, `-` the standard input.

      Options
      \(ReportOptions.table.help())

      Examples
        \(program.recordingExample)
        \(program.name) report session.jsonl -o report.html
        \(program.name) report session.jsonl

      \(ExitCode.help)
      """
    } body: { program, arguments, console in
      let options = try ReportOptions(arguments)
      let trace = try TraceReader(options.trace)
      guard !TraceWriter.isSameFile(options.page, options.trace) else {
        throw FileError(.write, options.page, reason: "it is the trace that is read; name another file")
      }
      var report = Report(trace, screens: options.hasScreens ? screens(trace, program) : nil)
      try OutputFile.write(to: options.page) { try report.write(to: $0) }
      if options.page != "-" { console.write("Wrote \(options.page.printable). Open it in a browser.\n") }
      return .passed
    }
  }
}

extension StoreCommand where Feature.State: Encodable, Feature.Action: Codable {
  /// Makes a page of a trace, with the screen after each step: `report FILE -o report.html`.
  public static var report: Self { report { RecordedScreens(of: $0, $1) } }
}
