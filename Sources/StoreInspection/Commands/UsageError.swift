/// Thrown for wrong arguments. It is printed with a suggestion, and the exit status is 64.
public struct UsageError: Error, Equatable {
  /// What is wrong, without a period at the end.
  public let message: String
  /// The arguments to suggest instead, without the program's name.
  public let suggestion: String
  /// Whether the arguments ask for help, so that nothing is wrong.
  private(set) var asksForHelp = false

  /// Thrown for arguments that ask for help, no matter what else they contain.
  static var help: Self {
    var help = Self("", "--help")
    help.asksForHelp = true
    return help
  }

  /// Makes an error.
  public init(_ message: String, _ suggestion: String) {
    self.message = message
    self.suggestion = suggestion
  }

  package static func unknown(_ what: String, _ word: String, _ known: [String], suggestion: String? = nil) -> Self {
    let nearest = known.nearest(to: word).map { ", did you mean `\($0)`?" } ?? ", expected \(known.list())"
    return Self("unknown \(what) `\(word.truncated(to: 60).printable)`\(nearest)", suggestion ?? "--help")
  }

  func rendered(for program: String) -> String {
    "\(program): \(message)\n  Try `\(program) \(suggestion.truncated(to: 200).printable)`.\n"
  }
}
