import StoreTrace

/// How calls of an endpoint end from now on, as a script says.
package struct ScriptedAnswer: Sendable {
  package enum Outcome: Sendable {
    /// The calls end as they would without the script.
    case usual
    case value(JSONNode)
    /// The calls throw an error; `nil` for the one that an exploration would choose.
    case failure(JSONNode?)
    /// The calls wait until their effect is cancelled.
    case never
  }

  /// The name of the endpoint, without the labels of its parameters.
  let endpoint: String
  let endpointRange: Range<Int>
  /// The arguments of the calls that get this answer, in parentheses; `nil` for all calls.
  var arguments: JSONNode?
  /// The names of the arguments that are regular expressions.
  var patterns: Set<String> = []
  /// How long calls take.
  var delay: Duration?
  var outcome = Outcome.usual
  /// Whether only the next call gets this answer.
  var isOnce = false

  /// All values that the statement contains.
  var nodes: [JSONNode] {
    var nodes = [arguments].compactMap { $0 }
    switch outcome {
    case .value(let node), .failure(let node?): nodes.append(node)
    case .usual, .failure(nil), .never: break
    }
    return nodes
  }

  /// Returns this answer with its variables replaced.
  func resolving(_ value: (String) -> JSONValue?) -> Self {
    var answer = self
    answer.arguments = arguments?.resolving(value)
    switch outcome {
    case .value(let node): answer.outcome = .value(node.resolving(value))
    case .failure(let node): answer.outcome = .failure(node?.resolving(value))
    case .usual, .never: break
    }
    return answer
  }
}

extension ScriptParser {
  private static let outcomes = ["fails", "with", "never", "as usual"]

  /// Parses what follows `answer`: `client.endpoint(label: 1) after 2s fails .timeout once`.
  mutating func answer() throws(Diagnostic) -> ScriptedAnswer {
    let start = scanner.offset
    var depth = 0
    let range = scanner.consume { byte in
      // Brackets may contain anything, such as a key path.
      let isBracketed = depth > 0 && byte != .newline
      if byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "]") { depth -= 1 }
      return isBracketed || byte == UInt8(ascii: "[") || byte == UInt8(ascii: ".") || byte.isPartOfName
    }
    guard start < range.upperBound else { throw scanner.expected("the name of an endpoint") }
    var answer = ScriptedAnswer(endpoint: scanner.source[range], endpointRange: range)
    if scanner.byte == UInt8(ascii: "(") {
      var patterns: Set<Int> = []
      let arguments = try scanner.arguments { scanner throws(Diagnostic) in
        guard scanner.byte == UInt8(ascii: "/") else { return nil }
        let pattern = try scanner.pattern()
        patterns.insert(pattern.range.lowerBound)
        return pattern
      }
      if case .arguments(let members) = arguments.content {
        answer.patterns = Set(members.filter { patterns.contains($0.value.range.lowerBound) }.map(\.name))
      }
      answer.arguments = arguments
    }
    scanner.skipSpaces()
    if consume(word: "after") { answer.delay = try scanner.duration() }
    scanner.skipSpaces()
    let outcome = nextWord
    if consume(word: "fails") {
      answer.outcome = .failure(isAtEndOfAnswer ? nil : try scanner.value("an error"))
    } else if consume(word: "with") {
      answer.outcome = .value(try scanner.value("a value"))
    } else if consume(word: "never") {
      answer.outcome = .never
    } else if consume(word: "as") {
      guard consume(word: "usual") else { throw scanner.expected("`usual`") }
    } else if answer.delay == nil {
      throw scanner.expected((["after"] + Self.outcomes).list())
    }
    scanner.skipSpaces()
    answer.isOnce = consume(word: "once")
    if !answer.isOnce { _ = consume(word: "always") }
    if let lateDelay, outcome != "after" {
      throw scanner.expected("the end of the line", notes: "write `\(lateDelay)` before `\(outcome)`")
    }
    return answer
  }

  private var isAtEndOfAnswer: Bool {
    isAtEndOfLine || lateDelay != nil || ["once", "always"].contains(nextWord)
  }

  private var nextWord: String {
    var ahead = scanner
    return scanner.source[ahead.consumeName()]
  }

  /// The words `after 2s` at the cursor, which belong before the outcome; `nil` if there are none.
  private var lateDelay: String? {
    var ahead = scanner
    guard scanner.source[ahead.consumeName()] == "after" else { return nil }
    ahead.skipSpaces()
    guard (try? ahead.duration()) != nil else { return nil }
    return scanner.source[scanner.offset..<ahead.offset]
  }

  /// If a word is at the cursor, moves past it and the spaces after it.
  mutating func consume(word: String) -> Bool {
    var ahead = scanner
    guard scanner.source[ahead.consumeName()] == word else { return false }
    ahead.skipSpaces()
    scanner = ahead
    return true
  }
}
