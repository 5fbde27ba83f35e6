import Store

/// A command of a ``StoreCommandLine``: `run`, `replay`, or one of the program's own.
public struct StoreCommand<Feature: Reducer & SendableMetatype>: Sendable {
  /// The word that is typed after the program's name.
  public let name: String
  /// What the command does, in a few words that begin in lower case.
  public let summary: String
  let help: @Sendable (StoreCommandLine<Feature>) -> String
  let body: @Sendable (StoreCommandLine<Feature>, ArraySlice<String>, Console) async throws -> ExitCode
  /// Plays the script that comes with the program; `nil` if this is not the command that plays scripts.
  var demonstrate: (@Sendable (StoreCommandLine<Feature>, _ script: String, Console) async throws -> ExitCode)?

  /// Makes a command.
  ///
  /// - Parameters:
  ///   - help: The text that `--help` prints.
  ///   - body: Performs the command with the arguments that follow its name. It is not called if they ask for help. A
  ///     ``UsageError`` that it throws is printed with its suggestion.
  public init(
    _ name: String,
    summary: String,
    help: String,
    body: @escaping @Sendable (ArraySlice<String>, Console) async throws -> ExitCode
  ) {
    self.init(name, summary: summary) { _ in
      help
    } body: {
      if $1.askForHelp() { throw UsageError.help }
      return try await body($1, $2)
    }
  }

  /// Makes a command that has options and can run the feature.
  ///
  /// ```swift
  /// extension StoreCommand where Feature == Counter {
  ///   /// Counts without anybody looking on: `count --times 3`.
  ///   static var count: Self {
  ///     Self(
  ///       "count",
  ///       summary: "tap [+] a number of times and print the count",
  ///       help: """
  ///         Taps [+] a number of times and prints the count.
  ///
  ///         Usage
  ///           Counter count [OPTIONS]
  ///         """,
  ///       options: [
  ///         CommandOption("--times", value: "N", help: "how often, once if nothing else is said"),
  ///         CommandOption(flag: "--steps", help: "print each count on the way, too"),
  ///       ]
  ///     ) { @MainActor context in
  ///       let times = try context.value(of: "--times") { Int($0).flatMap { $0 > 0 ? $0 : nil } } ?? 1
  ///       if let operand = context.operands.first { throw UsageError("`count` takes no `\(operand)`", "help count") }
  ///       let store = context.makeStore()
  ///       for time in 1...times {
  ///         store.send(.incrementButtonTapped)
  ///         if time == times || context.contains("--steps") { context.console.write("\(store.count)\n") }
  ///       }
  ///       return .passed
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// The command also takes `--live` and the program's ``StoreCommandLine/options``. Unknown options, and options
  /// without a value that they need, are refused before `body` is called.
  ///
  /// The command does not record a trace. To record one, declare an option such as `--trace` and call
  /// `Store.trace(to:feature:program:)` for the store. That method throws if the file can't be written.
  ///
  /// - Parameters:
  ///   - help: The text that `--help` prints. A list of the options follows it.
  ///   - options: The command's own options.
  ///   - body: Performs the command. It is not called if the arguments ask for help. A ``UsageError`` that it throws is
  ///     printed with its suggestion.
  public init(
    _ name: String,
    summary: String,
    help: String,
    options: [CommandOption],
    body: @escaping @Sendable (CommandContext<Feature>) async throws -> ExitCode
  ) {
    self.init(name, summary: summary) { program in
      """
      \(help)

      Options
      \(CommandContext<Feature>.table(options, program.options).help())
      \(program.liveHelp.map { "\n\($0)\n" } ?? "")
      \(ExitCode.help)
      """
    } body: { program, arguments, console in
      try await body(CommandContext(name, program, options, arguments, console: console))
    }
  }

  /// Makes a command that reads its arguments with an `OptionTable`, which knows whether they ask for help.
  package init(
    _ name: String,
    summary: String,
    help: @escaping @Sendable (StoreCommandLine<Feature>) -> String,
    body: @escaping @Sendable (StoreCommandLine<Feature>, ArraySlice<String>, Console) async throws -> ExitCode
  ) {
    self.name = name
    self.summary = summary
    self.help = help
    self.body = body
  }
}
