import Foundation

/// A JSON value as it stands in a source text: every value and every name knows its place.
struct JSONNode: Sendable {
  let content: Content
  /// UTF-8 offsets into the source.
  let range: Range<Int>

  /// Traces have millions of numbers and strings, so these take no memory of their own.
  enum Content: Sendable {
    /// Anything but an array or an object.
    case scalar(JSONValue)
    case array([JSONNode])
    case object([Member])
    /// `$name`, in whose place a value stands once there is one.
    case variable(String)
    /// A date without quotes, as it is written.
    indirect case date(Date, String)
    /// A UUID without quotes.
    indirect case uuid(UUID)
    /// `.name(label: 1)`, `.name` or `name`: the case of an enum.
    indirect case enumCase(Name, arguments: JSONNode?)
    /// What stands between parentheses. Values without a label are called `_0`, `_1` and so on, by their position.
    case arguments([Member])
  }

  struct Name: Sendable {
    let text: String
    let range: Range<Int>
  }

  struct Member: Sendable {
    let name: String
    let nameRange: Range<Int>
    let value: JSONNode
  }

  /// The value without its places.
  var value: JSONValue { value(like: .null) }

  /// The value in the form that `other` has, where there are several: a case is encoded as text or as an object, depending
  /// on its type; the same date is written in different ways.
  func value(like other: JSONValue) -> JSONValue {
    switch content {
    case .scalar(let value): return value
    case .array(let elements):
      var others: [JSONValue] = []
      if case .array(let elements) = other { others = elements }
      return .array(
        elements.enumerated().map { $1.value(like: others.indices.contains($0) ? others[$0] : .null) }
      )
    case .object(let members), .arguments(let members):
      var others: [String: JSONValue] = [:]
      if case .object(let members) = other {
        others = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
      }
      return .object(
        members.map { JSONValue.Member(name: $0.name, value: $0.value.value(like: others[$0.name] ?? .null)) }
      )
    case .variable(let name): return .string("$\(name)")
    case .date(let date, _): return Date(jsonValue: other) == date ? other : date.jsonValue
    case .uuid(let uuid): return UUID(jsonValue: other) == uuid ? other : uuid.jsonValue
    case .enumCase(let name, let arguments):
      if case .string(name.text) = other, arguments == nil { return other }
      let otherArguments = other[name.text] ?? .null
      // One value need not be labelled.
      if case .arguments(let members)? = arguments?.content, members.count == 1, members[0].name == "_0",
        case .object(let labelled) = otherArguments, labelled.count == 1
      {
        let value = JSONValue.Member(name: labelled[0].name, value: members[0].value.value(like: labelled[0].value))
        return .object([JSONValue.Member(name: name.text, value: .object([value]))])
      }
      return .object(
        [JSONValue.Member(name: name.text, value: arguments?.value(like: otherArguments) ?? .object([]))]
      )
    }
  }

  /// Whether a value is what is written here.
  func matches(_ other: JSONValue) -> Bool { value(like: other) == other }

  /// What messages call the value: itself, if it is short.
  var summary: String {
    switch content {
    case .scalar, .variable, .date, .uuid, .enumCase: description.truncated(to: 40)
    case .array: "an array"
    case .object: "an object"
    case .arguments: "values in parentheses"
    }
  }

  /// The places of the variables.
  var variables: [Range<Int>] {
    switch content {
    case .scalar, .date, .uuid: []
    case .array(let elements): elements.flatMap(\.variables)
    case .object(let members), .arguments(let members): members.flatMap(\.value.variables)
    case .variable: [range]
    case .enumCase(_, let arguments): arguments?.variables ?? []
    }
  }

  /// The value with what `value` says in place of the variables; those it knows nothing of stay. All that comes of one is
  /// where the variable is.
  func resolving(_ value: (String) -> JSONValue?) -> JSONNode {
    let resolved: Content
    switch content {
    case .scalar, .date, .uuid: return self
    case .array(let elements): resolved = .array(elements.map { $0.resolving(value) })
    case .object(let members): resolved = .object(members.map { $0.resolving(value) })
    case .arguments(let members): resolved = .arguments(members.map { $0.resolving(value) })
    case .enumCase(let name, let arguments): resolved = .enumCase(name, arguments: arguments?.resolving(value))
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
  /// The value as scripts have it, on one line.
  var description: String {
    switch content {
    case .scalar(let value): value.description
    case .variable(let name): "$\(name)"
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
  /// A value all of which is at one place.
  init(_ value: JSONValue, at range: Range<Int>) {
    self.range = range
    switch value {
    case .array(let elements): content = .array(elements.map { JSONNode($0, at: range) })
    case .object(let members):
      content = .object(members.map { Member(name: $0.name, nameRange: range, value: JSONNode($0.value, at: range)) })
    default: content = .scalar(value)
    }
  }
}
