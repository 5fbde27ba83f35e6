/// A command of the prompt. Scripts do not have these commands.
enum PromptCommand: Equatable, Sendable {
  case undo
  case jump(Int)
  case steps
  case effects
  case save(file: String, replaces: Bool)
  case help(String?)
  case quit

  enum Name: String, CaseIterable {
    case undo, jump, steps, effects, save, help, quit
  }

  /// The commands as help lists them.
  static let usages: [(name: Name, usage: String, help: String)] = [
    (.undo, "undo", "goes back to before the last statement that made something happen; its effects are cancelled"),
    (.jump, "jump N", "goes to the state after step N, and forward again until something new happens; 0 is the start"),
    (.steps, "steps", "lists the actions so far with their numbers"),
    (.effects, "effects", "lists what is running, what it waits for, and which action started it"),
    (.save, "save [--force] FILE", "writes the session as a script, without what was undone; --force replaces a file"),
    (.help, "help [STATEMENT]", "explains a statement, or lists all of them"),
    (.quit, "quit", "leaves, as Ctrl-D does"),
  ]

  /// Parses a line that begins with the name of a command. Returns `nil` if it begins with anything else.
  ///
  /// - Throws: A `Diagnostic` if the rest of the line is wrong.
  init?(_ source: SourceText) throws(Diagnostic) {
    var words = Self.words(of: source)[...]
    guard let first = words.popFirst(), let name = Name(rawValue: first.text) else { return nil }
    switch name {
    case .undo: self = .undo
    case .steps: self = .steps
    case .effects: self = .effects
    case .quit: self = .quit
    case .jump:
      guard let word = words.popFirst() else { throw Self.missing("the number of a step", after: first.range) }
      guard let number = Int(word.text), number >= 0 else {
        throw Diagnostic(
          word.range,
          "expected the number of a step, found `\(word.text.truncated(to: 40).printable)`",
          notes: "`steps` lists them; 0 is the start"
        )
      }
      self = .jump(number)
    case .save:
      let force = words.first.flatMap { $0.text == "--force" ? $0 : nil }
      if force != nil { words.removeFirst() }
      guard let last = words.last, let start = words.first?.range.lowerBound else {
        throw Self.missing("the name of a file", after: (force ?? first).range)
      }
      // Names of files may have spaces.
      self = .save(file: source[start..<last.range.upperBound], replaces: force != nil)
      return
    case .help: self = .help(words.popFirst()?.text)
    }
    if let extra = words.first {
      throw Diagnostic(
        extra.range,
        "expected the end of the line, found `\(extra.text.truncated(to: 40).printable)`",
        notes: Self.usages.first { $0.name == name }.map { "type `\($0.usage)`" }
      )
    }
  }

  private static func missing(_ what: String, after range: Range<Int>) -> Diagnostic {
    Diagnostic(range.upperBound..<range.upperBound, "expected \(what)")
  }

  private static func words(of source: SourceText) -> [(text: String, range: Range<Int>)] {
    func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == .newline }
    return source.bytes.split(whereSeparator: isSpace).map { (source[$0.indices], $0.indices) }
  }
}
