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
    var reader = ArgumentReader(
      arguments,
      flags: SessionOptions.flags + program.options.flags + options.filter { $0.value == nil }.map(\.name),
      options: program.options.valued + options.filter { $0.value != nil }.map(\.name),
      suggestion: "help \(command)"
    )
    var session = SessionOptions()
    var operands: [String] = []
    var values: [String: String] = [:]
    let own = Set(options.map(\.name))
    while let argument = try reader.next() {
      switch argument {
      case .operand(let operand): operands.append(operand)
      case .flag(let name) where own.contains(name): values[name] = ""
      case .option(let name, let value) where own.contains(name): values[name] = value
      case .flag, .option: _ = session.take(argument, program.options)
      }
    }
    try session.check(program.options, command: command)
    self.command = command
    self.console = console
    self.operands = operands
    self.options = options
    self.values = values
    self.session = session
    setup = try program.setup(for: session)
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

  /// Makes the feature's store, as the command `ui` does: on live values with `--live`, otherwise on mock values of its
  /// own, and in real time. The program's options and ``StoreCommandLine/dependencies`` are applied.
  ///
  /// - Parameter updateDependencies: Replaces further dependencies, after all others have been set.
  public func makeStore(
    isolation: isolated any Actor = #isolation,
    withDependencies updateDependencies: (inout DependencyValues) -> Void = { _ in }
  ) -> StoreOf<Feature> {
    var dependencies = setup.dependenciesInRealTime(isLive: isLive)
    updateDependencies(&dependencies)
    return Store(
      initialState: setup.initialState(),
      isolation: isolation,
      reducer: setup.reducer
    ) {
      $0 = dependencies
    }
  }
}

extension UsageError {
  /// The error for a text that an option does not take.
  static func refusal(of text: String, by option: String, _ reason: String?, _ suggestion: String) -> Self {
    let reason = reason.map { ": \($0)" } ?? ""
    return Self("`\(option)` does not take `\(text.truncated(to: 60).printable)`\(reason)", suggestion)
  }
}
