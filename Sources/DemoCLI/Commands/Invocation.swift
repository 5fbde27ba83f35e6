/// What a command line asks for.
enum Invocation: Equatable {
  /// Plays the script that comes with the program.
  case demo
  /// Plays a script.
  case run(RunOptions)
  /// Runs the web services that features talk to.
  case serve(ServeOptions)
  case help(HelpTopic)
  case version

  /// Reads the arguments that follow the program's name.
  init(_ arguments: [String]) throws(UsageError) {
    var arguments = arguments[...]
    guard let first = arguments.popFirst() else {
      self = .demo
      return
    }
    switch first {
    case "run": self = try RunOptions.parse(arguments).map(Invocation.run) ?? .help(.run)
    case "serve": self = try ServeOptions.parse(arguments).map(Invocation.serve) ?? .help(.serve)
    case "help", "--help", "-h": self = try .help(Self.topic(arguments))
    case "--version":
      try Self.expectNothing(more: arguments, after: first)
      self = .version
    case "--live": throw UsageError("`--live` goes with `run`", "DemoCLI run FILE --live")
    case _ where first.hasPrefix("-") && first != "-":
      throw .unknown("option", first, ["--help", "--version"])
    default:
      let isFile = first == "-" || first.contains(".") || first.contains("/")
      throw .unknown("command", first, ["run", "serve", "help"], suggestion: isFile ? "DemoCLI run \(first)" : nil)
    }
  }

  private static func topic(_ arguments: ArraySlice<String>) throws(UsageError) -> HelpTopic {
    guard let name = arguments.first else { return .program }
    guard let topic = HelpTopic(rawValue: name), topic != .program else {
      throw .unknown("topic", name, HelpTopic.allCases.map(\.rawValue).filter { !$0.isEmpty })
    }
    try expectNothing(more: arguments.dropFirst(), after: "help \(name)")
    return topic
  }

  private static func expectNothing(more arguments: ArraySlice<String>, after what: String) throws(UsageError) {
    guard let first = arguments.first else { return }
    throw UsageError("unexpected `\(first.printable)` after `\(what)`", "DemoCLI \(what)")
  }
}

/// A command line that asks for nothing that there is.
struct UsageError: Error, Equatable {
  let message: String
  /// What to type instead.
  let suggestion: String

  init(_ message: String, _ suggestion: String) {
    self.message = message
    self.suggestion = suggestion
  }

  static func unknown(_ what: String, _ word: String, _ known: [String], suggestion: String? = nil) -> Self {
    let nearest = known.nearest(to: word).map { ", did you mean `\($0)`?" } ?? ", expected \(known.list())"
    return Self("unknown \(what) `\(word.truncated(to: 60).printable)`\(nearest)", suggestion ?? "DemoCLI --help")
  }

  var rendered: String {
    "DemoCLI: \(message)\n  Try `\(suggestion.truncated(to: 200).printable)`.\n"
  }
}
