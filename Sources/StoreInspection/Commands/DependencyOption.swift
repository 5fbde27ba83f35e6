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
  /// What help calls its value: `FILE`.
  public let value: String
  /// What it does, in a few words that begin in lower case.
  public let help: String
  /// Whether it makes sense with `--live` only. It is an error without, then.
  public let isLiveOnly: Bool
  let update: @Sendable (inout DependencyValues, String) -> Void

  /// Makes an option.
  ///
  /// - Parameter update: Sets the dependency to what the option's value says, after all others have been set to live or
  ///   mock values.
  public init(
    _ name: String,
    value: String,
    help: String,
    isLiveOnly: Bool = false,
    update: @escaping @Sendable (inout DependencyValues, String) -> Void
  ) {
    self.name = name
    self.value = value
    self.help = help
    self.isLiveOnly = isLiveOnly
    self.update = update
  }
}
