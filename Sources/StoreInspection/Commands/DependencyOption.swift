import Dependencies

/// An option of the commands that run a feature, which sets a dependency.
///
/// ```swift
/// DependencyOption("--db", value: "FILE", help: "keep to-dos in this file", isLiveOnly: true) { values, file in
///   values.databaseLocation = .file(path: file)
/// }
/// ```
public struct DependencyOption: Sendable {
  /// The name with its dashes: `--db`.
  public let name: String
  /// The placeholder of the value in help: `FILE`; empty if the option takes no value.
  public let value: String
  /// What the option does, in a few words that begin in lower case.
  public let help: String
  /// Whether the option is allowed only together with `--live`, or for a script that says `context live`.
  public let isLiveOnly: Bool
  let update: @Sendable (inout DependencyValues, String) throws -> Void

  /// Makes an option.
  ///
  /// - Parameters:
  ///   - update: Sets the dependency from the option's value, after all dependencies have been set to live or mock
  ///     values. If it throws, the value is refused: nothing runs, and the error is printed as the reason. It may be
  ///     called more than once, so it must do nothing but set values.
  public init(
    _ name: String,
    value: String,
    help: String,
    isLiveOnly: Bool = false,
    update: @escaping @Sendable (inout DependencyValues, String) throws -> Void
  ) {
    self.name = name
    self.value = value
    self.help = help
    self.isLiveOnly = isLiveOnly
    self.update = update
  }

  /// Makes an option without a value: a flag.
  ///
  /// - Parameter update: Sets the dependency if the option was passed.
  public init(
    flag name: String,
    help: String,
    isLiveOnly: Bool = false,
    update: @escaping @Sendable (inout DependencyValues) -> Void
  ) {
    self.init(name, value: "", help: help, isLiveOnly: isLiveOnly) { values, _ in update(&values) }
  }

  /// The option for the table, without the dependency that it sets.
  var option: CommandOption {
    value.isEmpty ? CommandOption(flag: name, help: help) : CommandOption(name, value: value, help: help)
  }
}
