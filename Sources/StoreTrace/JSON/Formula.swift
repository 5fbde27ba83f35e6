/// A value with variables in it: the text `"a \(name)"`, or the sum `$a + 1`.
package struct Formula: Sendable {
  enum Kind { case text, sum }

  struct Part: Sendable {
    var node: JSONNode
    var isSubtracted = false
  }

  let kind: Kind
  private(set) var parts: [Part]

  init(_ kind: Kind, _ parts: [Part]) {
    self.kind = kind
    self.parts = parts
  }

  var nodes: [JSONNode] { parts.map(\.node) }

  /// The first part of a sum without variables that is not a number.
  var wrongTerm: JSONNode? {
    kind == .sum && nodes.allSatisfy(\.variables.isEmpty) ? nodes.first { $0.number == nil } : nil
  }

  /// Replaces the variables. Returns the value if all are known, and otherwise a formula.
  func resolving(_ value: (String) -> JSONValue?) -> JSONNode.Content {
    var formula = self
    for index in parts.indices { formula.parts[index].node = parts[index].node.resolving(value) }
    return formula.result.map { .scalar($0) } ?? .formula(formula)
  }

  /// The value, if all parts are known.
  private var result: JSONValue? {
    guard nodes.allSatisfy(\.variables.isEmpty) else { return nil }
    switch kind {
    case .text:
      return .string(nodes.map { if case .scalar(.string(let text)) = $0.content { text } else { "\($0)" } }.joined())
    case .sum:
      var sum: JSONValue? = .integer(0)
      for part in parts { sum = sum?.adding(part.node.number, isSubtracted: part.isSubtracted) }
      return sum
    }
  }
}

extension Formula: CustomStringConvertible {
  package var description: String {
    switch kind {
    case .text:
      return "\""
        + nodes.map { node in
          if case .scalar(.string(let text)) = node.content {
            return "\(JSONValue.string(text).description.dropFirst().dropLast())"
          }
          return "\\(\("\(node)".replacing("$", with: "")))"
        }.joined() + "\""
    case .sum:
      return parts.enumerated().map { index, part in
        index == 0 ? "\(part.node)" : "\(part.isSubtracted ? " - " : " + ")\(part.node)"
      }.joined()
    }
  }
}

extension JSONNode {
  /// The number, if the node is one.
  fileprivate var number: JSONValue? {
    switch content {
    case .scalar(.integer(let number)): .integer(number)
    case .scalar(.unsigned(let number)): .number(Double(number))
    case .scalar(.number(let number)): .number(number)
    default: nil
    }
  }
}

extension JSONValue {
  /// Returns the sum of two numbers; `nil` if one is missing.
  fileprivate func adding(_ other: JSONValue?, isSubtracted: Bool) -> JSONValue? {
    if case .integer(let left) = self, case .integer(let right)? = other {
      let (sum, overflows) =
        isSubtracted ? left.subtractingReportingOverflow(right) : left.addingReportingOverflow(right)
      if !overflows { return .integer(sum) }
    }
    guard let other, let left = Double(jsonValue: self), let right = Double(jsonValue: other) else { return nil }
    return .number(isSubtracted ? left - right : left + right)
  }
}
