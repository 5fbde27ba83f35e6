/// An error as a trace holds it.
struct RecordedError {
  let json: JSONValue

  init(_ error: any Error) {
    var members = [JSONValue.Member(name: "type", value: .string(SwiftSpeller.name(of: type(of: error))))]
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

  /// What a trace may hold of an error. Its type is what is needed to read it again; its description says once more what
  /// its value holds.
  ///
  /// - Parameters:
  ///   - isWhole: Whether nothing of its value is left.
  ///   - hiding: Redacts its description.
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

  /// The error itself, if it is one that can be had again.
  static func decode(_ json: JSONValue) -> (any Error)? {
    if json["cancelled"] == .bool(true) { return CancellationError() }
    // The name is one that this program wrote: a type of its own, or none that it finds.
    guard case .string(let name)? = json["mangledType"], name.utf8.allSatisfy(\.isPartOfMangledName),
      let value = json["value"],
      let type = _typeByName(name) as? any (Error & Decodable).Type
    else { return nil }
    return decode(type, value)
  }

  private static func decode<Failure: Error & Decodable>(_ type: Failure.Type, _ json: JSONValue) -> (any Error)? {
    try? NodeDecoder.decode(type, from: .json(JSONNode(json, at: 0..<0)))
  }
}

extension UInt8 {
  /// Others are addresses, which are not for reading from files.
  fileprivate var isPartOfMangledName: Bool { isPartOfName || self == UInt8(ascii: "$") }
}
