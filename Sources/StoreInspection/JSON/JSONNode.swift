/// A JSON value as it stands in a source text: every value and every name knows its place.
struct JSONNode: Sendable {
  let content: Content
  /// UTF-8 offsets into the source.
  let range: Range<Int>

  indirect enum Content: Sendable {
    /// Anything but an array or an object.
    case scalar(JSONValue)
    case array([JSONNode])
    case object([Member])
    /// `$name`, in whose place a value stands once there is one.
    case variable(String)
  }

  struct Member: Sendable {
    let name: String
    let nameRange: Range<Int>
    let value: JSONNode
  }

  /// The value without its places.
  var value: JSONValue {
    switch content {
    case .scalar(let value): value
    case .array(let elements): .array(elements.map(\.value))
    case .object(let members): .object(members.map { JSONValue.Member(name: $0.name, value: $0.value.value) })
    case .variable(let name): .string("$\(name)")
    }
  }

  /// What messages call the value: itself, if it is short.
  var summary: String {
    switch content {
    case .scalar(let value): value.description.truncated(to: 40)
    case .array: "an array"
    case .object: "an object"
    case .variable(let name): "$\(name)"
    }
  }

  /// The places of the variables.
  var variables: [Range<Int>] {
    switch content {
    case .scalar: []
    case .array(let elements): elements.flatMap(\.variables)
    case .object(let members): members.flatMap(\.value.variables)
    case .variable: [range]
    }
  }

  /// The value with what `value` says in place of the variables. All that comes of one is where the variable is.
  func resolving(_ value: (String) -> JSONValue) -> JSONNode {
    switch content {
    case .scalar: self
    case .array(let elements): JSONNode(content: .array(elements.map { $0.resolving(value) }), range: range)
    case .object(let members):
      JSONNode(
        content: .object(
          members.map { Member(name: $0.name, nameRange: $0.nameRange, value: $0.value.resolving(value)) }
        ),
        range: range
      )
    case .variable(let name): JSONNode(value(name), at: range)
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
