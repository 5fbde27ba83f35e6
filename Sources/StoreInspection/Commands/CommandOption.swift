/// An option of a program's own command.
///
/// ```swift
/// CommandOption("--times", value: "N", help: "how often, once if nothing else is said"),
/// CommandOption(flag: "--steps", help: "print each count on the way, too"),
/// ```
public struct CommandOption: Sendable {
  /// The name with its dashes: `--times`.
  public let name: String
  /// The placeholder of the value in help: `N`; `nil` if the option takes no value.
  public let value: String?
  /// What the option does, in a few words that begin in lower case.
  public let help: String

  /// Makes an option with a value. ``CommandContext/value(of:as:)`` reads it, and may refuse it.
  public init(_ name: String, value: String, help: String) {
    self.name = name
    self.value = value
    self.help = help
  }

  /// Makes an option without a value. ``CommandContext/contains(_:)`` tells whether it was passed.
  public init(flag name: String, help: String) {
    self.name = name
    value = nil
    self.help = help
  }

  /// Makes an option whose value can be left out.
  ///
  /// - Parameter value: The placeholder.
  init(_ name: String, optional value: String, help: String) {
    self.init(flag: name, help: help)
    optionalValue = value
  }

  /// The placeholder of a value that can be left out.
  private(set) var optionalValue: String?

  /// The option as help and suggestions write it.
  var usage: String { optionalValue.map { "\(name)[=\($0)]" } ?? value.map { "\(name) \($0)" } ?? name }
}
