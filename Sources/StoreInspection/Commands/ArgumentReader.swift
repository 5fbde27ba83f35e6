/// Takes the arguments of a command apart.
package struct ArgumentReader {
  package enum Argument: Equatable {
    /// `--live`
    case flag(String)
    /// `--port 80`, `--port=80`
    case option(String, value: String)
    /// What is no option: `-`, a file, and everything after `--`.
    case operand(String)
  }

  /// Options without a value.
  let flags: [String]
  /// Options with one.
  let options: [String]
  /// What to try when the command line is wrong.
  let suggestion: String
  private var arguments: ArraySlice<String>
  private var acceptsOptions = true

  package init(_ arguments: ArraySlice<String>, flags: [String] = [], options: [String] = [], suggestion: String) {
    self.arguments = arguments
    self.flags = flags
    self.options = options
    self.suggestion = suggestion
  }

  /// The next argument; `nil` after the last one.
  package mutating func next() throws(UsageError) -> Argument? {
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
      throw .unknown("option", name, flags + options + ["--help"], suggestion: suggestion)
    }
    guard parts.count == 1 else { throw UsageError("`\(name)` takes no value", suggestion) }
    return .flag(name)
  }
}
