import Dependencies
import Foundation
import Store

/// A program that drives a feature from the command line: by scripts, at a prompt, on a screen; and that looks at what
/// was recorded.
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
///       commands: [.run, .repl, .ui, .explore, .replay, .report, .generateTest, .count]
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
/// Commands that read or write actions - scripts, traces - ask of the feature that its state can be encoded, and its
/// actions decoded too. `ui` asks for nothing.
public struct StoreCommandLine<Feature: Reducer & SendableMetatype>: Sendable {
  /// The program's name, as it is typed.
  public let name: String
  let commands: [StoreCommand<Feature>]
  var setup: FeatureSetup<Feature>
  /// What `--version` says.
  public var version = "1.0.0"
  /// What the program does, in a sentence.
  public var summary: String
  /// The script that is played when nothing else is asked for, and stands as an example where help speaks of scripts.
  public var demonstration: String?
  /// A script that comes with the program, by its path from the folder where the program is called: help gives it as an
  /// example. It sends three actions at least.
  public var exampleScript: String?
  /// Options for the commands that run the feature.
  public var options: [DependencyOption] = []
  /// Names of what traces do not hold, besides `token`, `authorization` and `password`: no value of a member or case is
  /// recorded whose name contains one of these words, in whichever case.
  public var redactedNames: [String] = []
  /// Endpoints of dependencies whose calls traces record, for the tests that `generate-test` makes.
  public var recordedEndpoints: [RecordedEndpoint] {
    get { setup.endpoints }
    set { setup.endpoints = newValue }
  }
  /// How values are written in these tests, where that is not as their memberwise initializers would be called.
  public var swiftSpellings: [SwiftSpelling] = []
  /// What has to hold of the feature, whatever happens: ``StoreCommand/explore`` looks for a way to break it.
  public var explorationRules: [ExplorationRule<Feature>] = []
  /// What else can be said of `--live`: lines that are added to the help of the commands that run the feature.
  public var liveHelp: String?

  /// Replaces what the feature depends on, after all has been set to live or mock values.
  public var dependencies: @Sendable (inout DependencyValues) -> Void {
    get { setup.dependencies }
    set { setup.dependencies = newValue }
  }

  /// How the feature is drawn, if it is.
  public var screen: (@Sendable (ObservedState<Feature.State>, ScreenContext) -> Screen<Feature.Action>)? {
    get { setup.screen }
    set { setup.screen = newValue }
  }

  /// Makes a command line.
  ///
  /// - Parameters:
  ///   - name: The program's name, as it is typed.
  ///   - commands: What it can do.
  ///   - initialState: Makes the state that a run begins with.
  ///   - reducer: Makes the feature.
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

  /// Does what the process's arguments ask for, and ends the process.
  public func main() async -> Never {
    Descriptor.occupyStandardOnes()
    // A reader that goes away shows as a failed write instead of ending the process.
    signal(SIGPIPE, SIG_IGN)
    // So does a file that may not grow.
    signal(SIGXFSZ, SIG_IGN)
    let status = await run(Array(CommandLine.arguments.dropFirst()), console: .standard())
    exit(status.rawValue)
  }

  /// Does what arguments ask for. Mistakes in them are printed.
  ///
  /// - Parameter arguments: Those that follow the program's name.
  public func run(_ arguments: [String], console: Console) async -> ExitCode {
    let status = await status(of: arguments, console: console)
    guard let failure = console.failure() else { return status }
    console.writeError(failure.rendered(for: name))
    return status == .passed ? failure.status : status
  }

  private func status(of arguments: [String], console: Console) async -> ExitCode {
    do {
      return try await perform(arguments, console: console)
    } catch let error as UsageError {
      console.writeError(error.rendered(for: name))
      return .usage
    } catch let error as FileError {
      console.writeError(error.rendered(for: name))
      return error.status
    } catch {
      console.writeError("\(name): \(error)\n")
      return .failed
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
    let options = arguments.prefix { $0 != "--" }
    if options.contains("--help") || options.contains("-h") {
      console.write(command.help(self) + "\n")
      return .passed
    }
    return try await command.body(self, arguments, console)
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

  /// The texts that `help TOPIC` prints and that are not about a command.
  private var topics: [String: String] { ["script": ScriptHelp.text(example: demonstration ?? ScriptHelp.example)] }

  private func help(on arguments: ArraySlice<String>) throws -> String {
    guard let topic = arguments.first else { return help }
    try expectNothing(more: arguments.dropFirst(), after: "help \(topic)")
    if let command = commands.first(where: { $0.name == topic }) { return command.help(self) }
    if let text = topics[topic] { return text }
    throw UsageError.unknown("topic", topic, commands.map(\.name) + topics.keys.sorted())
  }

  /// How the help on what is done with traces gets one.
  var recordingExample: String {
    "\(name) run \(exampleScript ?? "SCRIPT") --trace session.jsonl"
  }

  /// What `--help` prints.
  var help: String {
    let width = (commands.map(\.name.count).max() ?? 0).advanced(by: 2)
    func line(_ usage: String, _ summary: String) -> String {
      "  \(name) \(usage.padding(toLength: max(width, 14), withPad: " ", startingAt: 0)) \(summary)"
    }
    var lines = commands.map { line($0.name, $0.summary) }
    if demonstration != nil { lines.insert(line("", "play the script that comes with the program"), at: 0) }
    lines.append(line("help [TOPIC]", "more about a command, or about scripts (script)"))
    lines.append(line("--version", "print the version"))
    return """
      \(summary)

      Usage
      \(lines.joined(separator: "\n"))

      \(ExitCode.help)
      """
  }
}
