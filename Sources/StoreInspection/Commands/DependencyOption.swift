import Dependencies

/// An option of the commands that run a feature, which sets a dependency.
///
/// ```swift
/// DependencyOption("--db", value: "FILE", help: "keep to-dos in this file", isLiveOnly: true) { values, file in
///   values.databaseLocation = .file(path: file)
/// }
/// ```
public struct DependencyOption: Sendable {
  /// With its dashes: `--db`.
  public let name: String
  /// What help calls its value: `FILE`. Empty for one that takes none.
  public let value: String
  /// What it does, in a few words that begin in lower case.
  public let help: String
  /// Whether it makes sense with `--live` only. It is an error without, then.
  public let isLiveOnly: Bool
  let update: @Sendable (inout DependencyValues, String) throws -> Void

  /// Makes an option.
  ///
  /// - Parameter update: Sets the dependency to what the option's value says, after all others have been set to live or
  ///   mock values. What it throws refuses the value: nothing runs, and the error is printed as what is wrong with it. It
  ///   is called more than once, so it does nothing but set values.
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
  /// - Parameter update: Sets the dependency when the option is there.
  public init(
    flag name: String,
    help: String,
    isLiveOnly: Bool = false,
    update: @escaping @Sendable (inout DependencyValues) -> Void
  ) {
    self.init(name, value: "", help: help, isLiveOnly: isLiveOnly) { values, _ in update(&values) }
  }

  /// Whether it takes no value.
  var isFlag: Bool { value.isEmpty }

  /// As help and suggestions have it.
  var usage: String { isFlag ? name : "\(name) \(value)" }
}

extension [DependencyOption] {
  /// The names of those without values.
  var flags: [String] { filter(\.isFlag).map(\.name) }
  /// The names of those with values.
  var valued: [String] { filter { !$0.isFlag }.map(\.name) }
}
