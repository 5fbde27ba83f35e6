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
    }
  }

  /// What messages call the value: itself, if it is short.
  var summary: String {
    switch content {
    case .scalar(let value): value.description.truncated(to: 40)
    case .array: "an array"
    case .object: "an object"
    }
  }
}
