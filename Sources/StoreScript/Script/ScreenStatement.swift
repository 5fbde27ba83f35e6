import StoreTrace

/// Something that a person does or sees, named by the words on the screen.
package struct ScreenStatement: Sendable {
  package enum Verb: String, CaseIterable, Sendable { case press, fill, open, see }

  let verb: Verb
  /// The words of the thing that is pressed, filled, opened or seen.
  private(set) var words: JSONNode
  /// The text to fill into a field, or the words of the row that contains the pressed button.
  private(set) var text: JSONNode?
  /// Whether the words must not be on the screen.
  var isAbsent = false

  /// All values that the statement contains.
  var nodes: [JSONNode] { [words] + (text.map { [$0] } ?? []) }

  /// Returns this statement with its variables replaced.
  func resolving(_ value: (String) -> JSONValue?) -> Self {
    var statement = self
    statement.words = words.resolving(value)
    statement.text = text?.resolving(value)
    return statement
  }
}

extension ScriptParser {
  /// Parses what follows one of the verbs: `press "Delete" in "Milk"`, `fill "Title" "Milk"`, `see no "Loading"`.
  mutating func screenStatement(_ verb: ScreenStatement.Verb) throws(Diagnostic) -> ScreenStatement {
    let isAbsent = verb == .see && consume(word: "no")
    let words = try self.words(verb == .see ? "a text in double quotes" : "words on the screen in double quotes")
    scanner.skipSpaces()
    var text: JSONNode?
    if verb == .fill {
      text = try self.words("the text for the field in double quotes", mayBeEmpty: true)
    } else if verb == .press, consume(word: "in") {
      text = try self.words("words of a row in double quotes")
    }
    return ScreenStatement(verb: verb, words: words, text: text, isAbsent: isAbsent)
  }

  /// Parses a text that is not blank. It may have variables.
  mutating func words(_ what: String, mayBeEmpty: Bool = false) throws(Diagnostic) -> JSONNode {
    guard scanner.byte == UInt8(ascii: "\"") || scanner.byte == UInt8(ascii: "$") else { throw scanner.expected(what) }
    let node = try scanner.value(what)
    if !mayBeEmpty, case .scalar(.string(let text)) = node.content, text.allSatisfy(\.isWhitespace) {
      throw Diagnostic(node.range, "expected \(what)")
    }
    return node
  }
}
