import Store

/// An error in the form that traces contain.
package struct RecordedError {
  let json: JSONValue

  init(_ error: any Error) {
    var members = [JSONValue.Member(name: "type", value: .string(String(nameOf: type(of: error))))]
    if error is CancellationError {
      members.append(.init(name: "cancelled", value: .bool(true)))
    } else if let error = error as? any Error & Encodable, let json = try? JSONValueEncoder().encode(error),
      let name = _mangledTypeName(type(of: error))
    {
      members += [.init(name: "mangledType", value: .string(name)), .init(name: "value", value: json)]
    }
    members.append(.init(name: "description", value: .string("\(error)")))
    self.json = .object(members)
  }

  /// Redacts a recorded error. Its type stays, because it is needed to decode the error. Its description is redacted
  /// with its value, because it may contain the same text.
  ///
  /// - Parameters:
  ///   - isWhole: Whether the whole value is redacted.
  ///   - hiding: Redacts the description.
  static func redacted(
    _ json: JSONValue,
    _ redaction: Redaction,
    isWhole: Bool,
    _ hiding: (String) -> String
  ) -> JSONValue {
    guard case .object(let members) = json, json["description"] != nil else {
      return isWhole ? redaction.blank(json) : redaction.apply(to: json)
    }
    let isRedacted = isWhole || (json["value"].map(redaction.isNeeded) ?? false)
    return .object(
      members.map { member in
        var member = member
        switch (member.name, member.value) {
        case ("value", let value): member.value = isWhole ? redaction.blank(value) : redaction.apply(to: value)
        case ("description", .string(let text)):
          member.value = .string(isRedacted ? "[redacted]" : hiding(text))
        default: break
        }
        return member
      }
    )
  }

  /// Decodes the error, if its type allows it.
  package static func decode(_ json: JSONValue) -> (any Error)? {
    if json["cancelled"] == .bool(true) { return CancellationError() }
    // The name is that of a type of this program. If another program has written it, no type is found.
    guard case .string(let name)? = json["mangledType"], name.utf8.allSatisfy(\.isPartOfMangledName),
      let value = json["value"], let type = _typeByName(name) as? any (Error & Decodable).Type
    else { return nil }
    return decode(type, value)
  }

  private static func decode<Failure: Error & Decodable>(_ type: Failure.Type, _ json: JSONValue) -> (any Error)? {
    try? NodeDecoder.decode(type, from: .json(JSONNode(json, at: 0..<0)))
  }
}

extension UInt8 {
  /// Other bytes in a mangled name are addresses, which must not be read from files.
  fileprivate var isPartOfMangledName: Bool { isPartOfName || self == UInt8(ascii: "$") }
}

extension String {
  /// A type's name without its module. An array is written as `[Element]`.
  package init(nameOf type: Any.Type) {
    let name = typeName(type)
    self = name.wholeMatch(of: #/Array<(.*)>/#).map { "[\($0.1)]" } ?? name
  }
}
