import Foundation

/// A JSON value in a source text, with the ranges of all values and names.
package struct JSONNode: Sendable {
  package let content: Content
  /// UTF-8 offsets into the source.
  package let range: Range<Int>

  /// Traces have millions of numbers and strings. These cases need no separate allocation, and the rarer ones are
  /// indirect.
  package enum Content: Sendable {
    /// Anything but an array or an object.
    case scalar(JSONValue)
    case array([JSONNode])
    case object([Member])
    /// `$name`, which is replaced by the value of the variable.
    case variable(String)
    /// A text or a sum with variables.
    indirect case formula(Formula)
    /// A date without quotes, as it is written.
    indirect case date(Date, String)
    /// A UUID without quotes.
    indirect case uuid(UUID)
    /// `.name(label: 1)`, `.name` or `name`: the case of an enum.
    indirect case enumCase(Name, arguments: JSONNode?)
    /// The values between parentheses. Values without a label are called `_0`, `_1` and so on, by their position.
    case arguments([Member])
  }

  package struct Name: Sendable {
    let text: String
    let range: Range<Int>

    package init(text: String, range: Range<Int>) {
      self.text = text
      self.range = range
    }
  }

  package struct Member: Sendable {
    package let name: String
    package let nameRange: Range<Int>
    package let value: JSONNode

    package init(name: String, nameRange: Range<Int>, value: JSONNode) {
      self.name = name
      self.nameRange = nameRange
      self.value = value
    }
  }

  package init(content: Content, range: Range<Int>) {
    self.content = content
    self.range = range
  }

  /// The value without ranges.
  package var value: JSONValue { value(like: .null) }

  /// The value in the form of `other`, where it has several forms: a case is encoded as text or as an object, depending
  /// on its type, and a date can be written in different ways.
  package func value(like other: JSONValue) -> JSONValue {
    switch content {
    case .scalar(let value): return value
    case .array(let elements):
      var others: [JSONValue] = []
      if case .array(let elements) = other { others = elements }
      return .array(elements.enumerated().map { $1.value(like: others.indices.contains($0) ? others[$0] : .null) })
    case .object(let members), .arguments(let members):
      var others: [String: JSONValue] = [:]
      if case .object(let members) = other {
        others = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
      }
      return .object(
        members.map { JSONValue.Member(name: $0.name, value: $0.value.value(like: others[$0.name] ?? .null)) }
      )
    case .variable(let name): return .string("$\(name)")
    case .formula(let formula): return .string("\(formula)")
    case .date(let date, _): return Date(jsonValue: other) == date ? other : date.jsonValue
    case .uuid(let uuid): return UUID(jsonValue: other) == uuid ? other : uuid.jsonValue
    case .enumCase(let name, let arguments):
      if case .string(name.text) = other, arguments == nil { return other }
      let otherArguments = other[name.text] ?? .null
      // A single value needs no label.
      if case .arguments(let members)? = arguments?.content, members.count == 1, members[0].name == "_0",
        case .object(let labelled) = otherArguments, labelled.count == 1
      {
        let value = JSONValue.Member(name: labelled[0].name, value: members[0].value.value(like: labelled[0].value))
        return .object([JSONValue.Member(name: name.text, value: .object([value]))])
      }
      return .object([JSONValue.Member(name: name.text, value: arguments?.value(like: otherArguments) ?? .object([]))])
    }
  }

  /// Whether a value equals this one in any of its forms.
  package func matches(_ other: JSONValue) -> Bool { value(like: other) == other }

  /// The value in messages: itself if it is short, otherwise its kind.
  package var summary: String {
    switch content {
    case .scalar, .variable, .formula, .date, .uuid, .enumCase: description.truncated(to: 40)
    case .array: "an array"
    case .object: "an object"
    case .arguments: "values in parentheses"
    }
  }

  /// The values that this one consists of.
  private var parts: [JSONNode] {
    switch content {
    case .scalar, .variable, .date, .uuid: []
    case .array(let elements): elements
    case .object(let members), .arguments(let members): members.map(\.value)
    case .enumCase(_, let arguments): arguments.map { [$0] } ?? []
    case .formula(let formula): formula.nodes
    }
  }

  /// The number of values: this one and all values in it.
  package var size: Int { parts.reduce(1) { $0 + $1.size } }

  /// The ranges of the variables.
  package var variables: [Range<Int>] { if case .variable = content { [range] } else { parts.flatMap(\.variables) } }

  /// The mistake in a sum of this value, after its variables were replaced.
  package var problem: Diagnostic? {
    guard case .formula(let formula) = content else {
      // A lazy `compactMap` would look at the part with the mistake twice, on each level.
      for part in parts { if let problem = part.problem { return problem } }
      return nil
    }
    return formula.wrongTerm.map {
      Diagnostic(
        $0.range,
        "only numbers can be added, found \($0.summary)",
        notes: "a text with a variable in it is written `\"a \\(name)\"`"
      )
    }
  }

  /// Returns this value with its variables replaced. A variable for which `value` returns `nil` stays. All parts of a
  /// replacement have the range of the variable.
  package func resolving(_ value: (String) -> JSONValue?) -> JSONNode {
    let resolved: Content
    switch content {
    case .scalar, .date, .uuid: return self
    case .array(let elements): resolved = .array(elements.map { $0.resolving(value) })
    case .object(let members): resolved = .object(members.map { $0.resolving(value) })
    case .arguments(let members): resolved = .arguments(members.map { $0.resolving(value) })
    case .enumCase(let name, let arguments): resolved = .enumCase(name, arguments: arguments?.resolving(value))
    case .formula(let formula): resolved = formula.resolving(value)
    case .variable(let name): return value(name).map { JSONNode($0, at: range) } ?? self
    }
    return JSONNode(content: resolved, range: range)
  }
}

extension JSONNode.Member {
  fileprivate func resolving(_ value: (String) -> JSONValue?) -> Self {
    Self(name: name, nameRange: nameRange, value: self.value.resolving(value))
  }
}

extension JSONNode: CustomStringConvertible {
  /// The value as scripts write it, on one line.
  package var description: String {
    switch content {
    case .scalar(let value): value.description
    case .variable(let name): "$\(name)"
    case .formula(let formula): formula.description
    case .date(_, let text): text
    case .uuid(let uuid): uuid.uuidString
    case .array(let elements): "[\(elements.map(\.description).joined(separator: ", "))]"
    case .object(let members):
      "{\(members.map { "\(JSONValue.string($0.name)): \($0.value)" }.joined(separator: ", "))}"
    case .arguments(let members):
      "(\(members.map { $0.name.hasPrefix("_") ? "\($0.value)" : "\($0.name): \($0.value)" }.joined(separator: ", ")))"
    case .enumCase(let name, let arguments): ".\(name.text)\(arguments.map { "\($0)" } ?? "")"
    }
  }
}

extension JSONNode {
  /// Makes a node whose parts all have the same range.
  package init(_ value: JSONValue, at range: Range<Int>) {
    self.range = range
    switch value {
    case .array(let elements): content = .array(elements.map { JSONNode($0, at: range) })
    case .object(let members):
      content = .object(members.map { Member(name: $0.name, nameRange: range, value: JSONNode($0.value, at: range)) })
    default: content = .scalar(value)
    }
  }
}
