import Dependencies
import Foundation
import Store

/// A program that runs a feature from the command line: with scripts, at a prompt, or on a screen. It also replays
/// recorded sessions and makes reports and tests of them.
///
/// ```swift
/// @main
/// struct CounterProgram {
///   static func main() async {
///     await commandLine.main()
///   }
///
///   static var commandLine: StoreCommandLine<Counter> {
///     var commandLine = StoreCommandLine<Counter>(
///       "Counter",
///       commands: [.run, .repl, .ui, .explore, .replay, .compare, .report, .generateTest, .mcp, .count]
///     ) {
///       Counter.State()
///     } reducer: {
///       Counter()
///     }
///     commandLine.screen = counterScreen
///     commandLine.explorationRules = [.always("a step is at least 1") { $0.step >= 1 }]
///     commandLine.exampleScript = "Examples/Counter/counter.script"
///     return commandLine
///   }
/// }
/// ```
///
/// Commands that use scripts or traces need a state that is `Encodable` and actions that are `Codable`. The command
/// `ui` needs neither.
public struct StoreCommandLine<Feature: Reducer & SendableMetatype>: Sendable {
  /// The program's name, as it is typed.
  public let name: String
  let commands: [StoreCommand<Feature>]
  var setup: FeatureSetup<Feature>
  /// The version that `--version` prints.
  public var version = "1.0.0"
  /// What the program does, in a sentence.
  public var summary: String
  /// The script that is played without arguments. `help script` shows it as an example.
  public var demonstration: String?
  /// The path of a script that comes with the program, relative to the folder in which the program is started. Help
  /// uses it in examples, for which it has to send at least three actions.
  public var exampleScript: String?
  /// Options for the commands that run the feature.
  public var options: [DependencyOption] = []
  /// Names whose values traces redact, besides `token`, `authorization` and `password`: the value of a member or case
  /// whose name contains one of these words, in upper or lower case, is recorded neither there nor in later texts.
  public var redactedNames: [String] = []
  /// The endpoints of dependencies whose calls traces record, for the tests that `generate-test` makes.
  public var recordedEndpoints: [RecordedEndpoint] {
    get { setup.endpoints }
    set { setup.endpoints = newValue }
  }
  /// The names of the effects that save something, as passed to `Effect.run(name:)`.
  ///
  /// When the user leaves `ui` or `repl`, or a live script ends, the program waits up to ten seconds for these effects
  /// to finish, and prints the names of those that have not. An effect that sends an action with an error in it has
  /// failed: its name and the error are printed, too, unless the user has seen the error or a script has awaited that
  /// action. In both cases the status is that of a failure.
  public var savingEffects: Set<String> {
    get { setup.savingEffects }
    set { setup.savingEffects = newValue }
  }
  /// The effects that observe: they run as long as a part of the feature does, and send something only when something
  /// else happens. The keys are the names that are passed to `Effect.run(name:)`. The values are the paths of all
  /// actions that the effects send, and their changes: `["Follow the cache": ["offline.failed", #"modify "Size""#]]`.
  ///
  /// While nothing but these effects runs, a script's `await` of any other action fails at once.
  public var observingEffects: [String: Set<String>] {
    get { setup.observingEffects }
    set { setup.observingEffects = newValue }
  }
  /// Called before the program ends, when everything is saved. It gets live values of dependencies, and closes files
  /// that they keep open, such as those of a database. It may block its thread. The program waits for it up to ten
  /// seconds.
  public var willEnd: (@Sendable (DependencyValues) -> Void)? {
    get { setup.willEnd }
    set { setup.willEnd = newValue }
  }
  /// Returns the paths of the files in which the program keeps its data, such as those of a database and its log. It
  /// gets live values of dependencies, which know the paths. The files need not exist. A trace that would replace one
  /// of them is refused.
  public var dataFiles: (@Sendable (DependencyValues) -> [String])?
  /// The rules that the feature must always keep. ``StoreCommand/explore`` searches for a way to break them.
  public var explorationRules: [ExplorationRule<Feature>] = []
  /// Further lines about `--live` in the help of the commands that run the feature.
  public var liveHelp: String?

  /// Replaces dependencies of the feature, after all dependencies have been set to live or mock values.
  public var dependencies: @Sendable (inout DependencyValues) -> Void {
    get { setup.dependencies }
    set { setup.dependencies = newValue }
  }

  /// Draws the feature; `nil` if it has no screen.
  public var screen: (@Sendable (ObservedState<Feature.State>, ScreenContext) -> Screen<Feature.Action>)? {
    get { setup.screen }
    set { setup.screen = newValue }
  }

  /// Makes a command line.
  ///
  /// - Parameters:
  ///   - name: The program's name, as it is typed.
  ///   - commands: The program's commands.
  ///   - initialState: Makes the initial state of a run.
  ///   - reducer: Makes the feature's reducer.
  public init(
    _ name: String,
    commands: [StoreCommand<Feature>],
    initialState: @escaping @Sendable () -> Feature.State,
    @ReducerBuilder<Feature.State, Feature.Action> reducer: @escaping @Sendable () -> Feature
  ) {
    self.name = name
    self.commands = commands
    summary = "Plays \(Feature.self) from the command line: sends actions, moves the clock, shows what happens."
    setup = FeatureSetup(initialState: initialState, reducer: reducer)
  }

  /// Performs the command that the process's arguments name, and ends the process with its exit status.
  public func main() async -> Never {
    Descriptor.occupyStandardOnes()
    // With this, a write to a reader that has ended fails instead of ending the process.
    signal(SIGPIPE, SIG_IGN)
    // The same holds for a write to a file that has reached its size limit.
    signal(SIGXFSZ, SIG_IGN)
    let status = await run(Array(CommandLine.arguments.dropFirst()), console: .standard())
    exit(status.rawValue)
  }

  /// Performs the command that arguments name, and returns its exit status. Errors are printed.
  ///
  /// - Parameter arguments: The arguments that follow the program's name.
  public func run(_ arguments: [String], console: Console) async -> ExitCode {
    let status = await status(of: arguments, console: console)
    await setup.end(isHurried: status == .interrupted)
    guard let failure = console.failure() else { return status }
    console.writeError(failure.rendered(for: name))
    return status == .passed ? failure.status : status
  }

  /// Performs the command that arguments name. The program goes on afterwards.
  func status(of arguments: [String], console: Console) async -> ExitCode {
    do {
      return try await perform(arguments, console: console)
    } catch {
      let (text, status) = report(of: error)
      console.writeError(text)
      return status
    }
  }

  /// Returns the message of an error, and the exit status.
  func report(of error: any Error) -> (text: String, status: ExitCode) {
    switch error {
    case let error as UsageError: (error.rendered(for: name), .usage)
    case let error as FileError: (error.rendered(for: name), error.status)
    case let error as TraceError: (error.rendered, .wrongInput)
    case let error as UnsuitableTrace: (error.message + "\n", .wrongInput)
    default: ("\(name): \("\(error)".printableLines)\n", .failed)
    }
  }

  private func perform(_ arguments: [String], console: Console) async throws -> ExitCode {
    var arguments = arguments[...]
    guard let first = arguments.popFirst() else {
      if let demonstration, let demonstrate = commands.lazy.compactMap(\.demonstrate).first {
        return try await demonstrate(self, demonstration, console)
      }
      console.write(help + "\n")
      return .passed
    }
    switch first {
    case "help", "--help", "-h":
      console.write(try help(on: arguments) + "\n")
      return .passed
    case "--version":
      try expectNothing(more: arguments, after: first)
      console.write("\(name) \(version)\n")
      return .passed
    default: break
    }
    guard let command = commands.first(where: { $0.name == first }) else { throw unknown(first) }
    do {
      return try await command.body(self, arguments, console)
    } catch let error as UsageError where error.asksForHelp {
      console.write(command.help(self) + "\n")
      return .passed
    }
  }

  private func unknown(_ word: String) -> UsageError {
    if word.hasPrefix("-"), word != "-" {
      let hasOption = ["--live", "--trace"].contains(word) || options.contains { $0.name == word }
      if hasOption, let command = commands.first {
        return UsageError("`\(word)` goes with a command", "help \(command.name)")
      }
      return .unknown("option", word, ["--help", "--version"])
    }
    let isFile = word == "-" || word.contains(".") || word.contains("/")
    let suggestion = isFile && commands.contains { $0.name == "run" } ? "run \(word)" : nil
    return .unknown("command", word, commands.map(\.name) + ["help"], suggestion: suggestion)
  }

  private func expectNothing(more arguments: ArraySlice<String>, after what: String) throws(UsageError) {
    guard let first = arguments.first else { return }
    throw UsageError("unexpected `\(first.printable)` after `\(what)`", what)
  }

  // MARK: Help

  /// The texts of `help TOPIC` that are not about a command.
  private var topics: [String: String] {
    [
      "script": ScriptHelp.text(example: demonstration ?? ScriptHelp.example),
      "answers": ScriptedAnswers.help(recordedEndpoints),
    ]
  }

  private func help(on arguments: ArraySlice<String>) throws -> String {
    guard let topic = arguments.first else { return help }
    try expectNothing(more: arguments.dropFirst(), after: "help \(topic)")
    if let command = commands.first(where: { $0.name == topic }) { return command.help(self) }
    if let text = topics[topic] { return text }
    throw UsageError.unknown("topic", topic, commands.map(\.name) + topics.keys.sorted())
  }

  /// The command that records a trace, for the examples in help.
  var recordingExample: String {
    "\(name) run \(exampleScript ?? "SCRIPT") --trace session.jsonl"
  }

  /// The text that `--help` prints.
  var help: String {
    let width = (commands.map(\.name.count).max() ?? 0).advanced(by: 2)
    func line(_ usage: String, _ summary: String) -> String {
      "  \(name) \(usage.padding(toLength: max(width, 14), withPad: " ", startingAt: 0)) \(summary)"
    }
    var lines = commands.map { line($0.name, $0.summary) }
    if demonstration != nil { lines.insert(line("", "play the script that comes with the program"), at: 0) }
    lines.append(line("help [TOPIC]", "more about a command, or about scripts (script, answers)"))
    lines.append(line("--version", "print the version"))
    return """
      \(summary)

      Usage
      \(lines.joined(separator: "\n"))

      \(ExitCode.help)
      """
  }
}
