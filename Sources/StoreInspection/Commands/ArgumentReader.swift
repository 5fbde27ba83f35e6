/// Splits the arguments of a command into flags, options with values, and operands.
package struct ArgumentReader {
  package enum Argument: Equatable {
    /// `--live`
    case flag(String)
    /// `--port 80`, `--port=80`
    case option(String, value: String)
    /// An argument that is not an option: `-`, a file, or any argument after `--`.
    case operand(String)
  }

  /// Options without a value.
  let flags: [String]
  /// Options with a value.
  let options: [String]
  /// The reasons why this command lacks options that other commands have, by option.
  let missing: [String: String]
  /// The arguments to suggest if these are wrong, without the program's name.
  let suggestion: String
  private var arguments: ArraySlice<String>
  private var acceptsOptions = true
  private var hasLookedForHelp = false

  package init(
    _ arguments: ArraySlice<String>,
    flags: [String] = [],
    options: [String] = [],
    missing: [String: String] = [:],
    suggestion: String
  ) {
    self.arguments = arguments
    self.flags = flags
    self.options = options
    self.missing = missing
    self.suggestion = suggestion
  }

  /// Returns the next argument; `nil` after the last one.
  package mutating func next() throws(UsageError) -> Argument? {
    if !hasLookedForHelp, arguments.askForHelp(besidesValuesOf: options) { throw .help }
    hasLookedForHelp = true
    guard let argument = arguments.popFirst() else { return nil }
    guard acceptsOptions, argument.hasPrefix("-"), argument != "-" else { return .operand(argument) }
    if argument == "--" {
      acceptsOptions = false
      return try next()
    }
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = parts[0]
    if options.contains(name) {
      guard let value = parts.count == 2 ? parts[1] : arguments.popFirst(), !value.isEmpty else {
        throw UsageError("`\(name)` needs a value", suggestion)
      }
      return .option(name, value: value)
    }
    guard flags.contains(name) else {
      if let reason = missing[name] { throw UsageError("there is no `\(name)` here: \(reason)", suggestion) }
      throw .unknown("option", name, flags + options + ["--help"], suggestion: suggestion)
    }
    guard parts.count == 1 else { throw UsageError("`\(name)` takes no value", suggestion) }
    return .flag(name)
  }
}

extension ArraySlice<String> {
  /// Whether the arguments contain `--help` or `-h`, other than as the value of an option that takes one.
  func askForHelp(besidesValuesOf options: [String] = []) -> Bool {
    var rest = self
    while let argument = rest.popFirst(), argument != "--" {
      if argument == "--help" || argument == "-h" { return true }
      if options.contains(argument) { _ = rest.popFirst() }
    }
    return false
  }
}
