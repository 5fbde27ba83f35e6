import Dependencies
import Store

/// The context of a program's own command: its arguments, its console, and the feature to run.
public struct CommandContext<Feature: Reducer & SendableMetatype>: Sendable {
  /// The name of the command.
  public let command: String
  /// The console to print to.
  public let console: Console
  /// The arguments that are not options, such as files.
  public let operands: [String]
  /// Whether `--live` asks for live values instead of mock values.
  public var isLive: Bool { session.isLive }

  private let options: [CommandOption]
  private let values: [String: String]
  private let session: SessionOptions
  private let setup: FeatureSetup<Feature>

  /// Reads the arguments that follow the command's name.
  init(
    _ command: String,
    _ program: StoreCommandLine<Feature>,
    _ options: [CommandOption],
    _ arguments: ArraySlice<String>,
    console: Console
  ) throws {
    var read = Options()
    operands = try Self.table(options, program.options).read(arguments, of: command, into: &read)
    try read.session.check(program.options, command: command)
    self.command = command
    self.console = console
    self.options = options
    values = read.values
    session = read.session
    setup = try program.setup(for: session)
  }

  /// The table of a command's own options, and of the options of all commands.
  static func table(_ options: [CommandOption], _ known: [DependencyOption]) -> OptionTable<Options> {
    OptionTable(options.map { option in .init(option: option) { $0.values[option.name] = $1 } })
      + SessionOptions.table(known, canRecord: false).pullback(\.session)
  }

  struct Options {
    /// The values of the command's own options. The value of a flag is empty.
    var values: [String: String] = [:]
    var session = SessionOptions()
  }

  /// Whether an option was passed.
  public func contains(_ option: String) -> Bool { values[option] != nil }

  /// The value of an option; `nil` if the option was not passed.
  public func value(of option: String) -> String? { values[option] }

  /// Converts the value of an option; returns `nil` if the option was not passed.
  ///
  /// ```swift
  /// let times = try context.value(of: "--times") { Int($0).flatMap { $0 > 0 ? $0 : nil } } ?? 1
  /// ```
  ///
  /// - Parameter read: Converts the text. Returns `nil` for a text that the option does not take, or throws an error
  ///   whose description says why.
  /// - Throws: A ``UsageError`` that names the option and the text. If the command throws it, the program prints it
  ///   with a suggestion.
  public func value<Value>(of option: String, as read: (String) throws -> Value?) throws(UsageError) -> Value? {
    guard let text = values[option] else { return nil }
    let suggestion = "\(command) \(options.first { $0.name == option }?.usage ?? option)"
    do {
      if let value = try read(text) { return value }
    } catch {
      throw .refusal(of: text, by: option, "\(error)", suggestion)
    }
    throw .refusal(of: text, by: option, nil, suggestion)
  }

  /// Makes the feature's store, as the command `ui` does. It runs in real time: on live values with `--live`, and
  /// otherwise on new mock values. The program's options and ``StoreCommandLine/dependencies`` are applied.
  ///
  /// - Parameter updateDependencies: Replaces further dependencies, after all others have been set.
  public func makeStore(
    isolation: isolated any Actor = #isolation,
    withDependencies updateDependencies: (inout DependencyValues) -> Void = { _ in }
  ) -> StoreOf<Feature> {
    var dependencies = setup.dependenciesInRealTime(isLive: isLive)
    updateDependencies(&dependencies)
    return setup.makeStore(
      from: setup.initialState(),
      isolation: isolation,
      configuration: StoreConfiguration(),
      nil
    ) { $0 = dependencies }
  }
}

extension UsageError {
  /// The error for a text that an option does not take.
  static func refusal(of text: String, by option: String, _ reason: String?, _ suggestion: String) -> Self {
    let reason = reason.map { ": \($0)" } ?? ""
    return Self("`\(option)` does not take `\(text.truncated(to: 60).printable)`\(reason)", suggestion)
  }
}
