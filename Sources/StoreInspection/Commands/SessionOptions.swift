import Dependencies

/// What the commands that run a feature are told of how to run it.
struct SessionOptions: Equatable {
  /// Whether to use live values and real time, instead of mock values and a virtual clock.
  var isLive = false
  /// The file to record to.
  var trace: String?
  /// Further names of what is not recorded.
  var redactedNames: [String] = []
  /// The values of the program's own options.
  var values: [String: String] = [:]

  static let flags = ["--live"]
  static let options = ["--trace", "--redact"]

  /// Takes an argument, if it is for a session.
  mutating func take(_ argument: ArgumentReader.Argument, _ known: [DependencyOption] = []) -> Bool {
    let knownFlags = known.flags
    switch argument {
    case .flag("--live"): isLive = true
    case .option("--trace", let value): trace = value
    case .option("--redact", let value): redactedNames.append(value)
    case .option(let name, let value): values[name] = value
    case .flag(let name) where knownFlags.contains(name): values[name] = ""
    case .flag, .operand: return false
    }
    return true
  }

  /// Checks that the options go together.
  func check(_ known: [DependencyOption], command: String) throws(UsageError) {
    for option in known where values[option.name] != nil && option.isLiveOnly && !isLive {
      throw UsageError(
        "`\(option.name)` goes with `--live`: mock values are not kept",
        "\(command) --live \(option.usage)"
      )
    }
    for option in known {
      guard let value = values[option.name] else { continue }
      do {
        var dependencies = DependencyValues.current
        try option.update(&dependencies, value)
      } catch {
        throw .refusal(of: value, by: option.name, "\(error)", "\(command) \(option.usage)")
      }
    }
    if let name = redactedNames.first, trace == nil {
      throw UsageError("`--redact` goes with `--trace`", "\(command) --trace FILE --redact \(name)")
    }
    if trace == "-" {
      throw UsageError("`--trace` needs a file: the standard output tells what happens", "\(command) --trace FILE")
    }
  }

  /// Sets the dependencies that the program's own options are about.
  func update(_ dependencies: inout DependencyValues, _ known: [DependencyOption]) {
    for option in known {
      // What an option does not take was refused by `check`.
      if let value = values[option.name] { try? option.update(&dependencies, value) }
    }
  }

  /// The lines of help about these options.
  static func help(_ known: [DependencyOption], canRecord: Bool = true) -> [(String, String)] {
    let recording = [
      ("--trace FILE", "record every step as JSON lines, for `replay`, `report` and `generate-test`"),
      ("--redact NAME", "record no value whose name contains this, nor `token`, `authorization`, `password`"),
    ]
    return [("--live", "use live values and real time: network, clock, environment, database")]
      + (canRecord ? recording : []) + known.map { ($0.usage, $0.help) }
  }
}
