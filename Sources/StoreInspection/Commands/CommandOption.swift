/// An option of a program's own command.
///
/// ```swift
/// CommandOption("--times", value: "N", help: "how often, once if nothing else is said"),
/// CommandOption(flag: "--steps", help: "print each count on the way, too"),
/// ```
public struct CommandOption: Sendable {
  /// With its dashes: `--times`.
  public let name: String
  /// What help calls its value: `N`. `nil` for one that takes none.
  public let value: String?
  /// What it does, in a few words that begin in lower case.
  public let help: String

  /// Makes an option with a value. ``CommandContext/value(of:as:)`` reads it, and may refuse it.
  public init(_ name: String, value: String, help: String) {
    self.name = name
    self.value = value
    self.help = help
  }

  /// Makes an option without a value. ``CommandContext/contains(_:)`` says whether it is there.
  public init(flag name: String, help: String) {
    self.name = name
    value = nil
    self.help = help
  }

  /// As help and suggestions have it.
  var usage: String { value.map { "\(name) \($0)" } ?? name }
}
