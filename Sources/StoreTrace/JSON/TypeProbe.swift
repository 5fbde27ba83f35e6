import Foundation

/// Finds out what a type decodes: lets it decode made-up values, and notes what it asks for.
///
/// An action type is only known to be `Decodable`. But an enum asks which case there is, and a struct asks for its
/// members one after the other. That is enough to list the cases of an enum, and to make a template of a payload.
package struct TypeProbe {
  /// The values of a type, as far as a probe has found out.
  package indirect enum Shape: Equatable {
    /// One of these literals. A template contains the first one.
    case literals([JSONValue])
    /// An enum with these cases.
    case cases([String])
    /// An element of a collection, `[id: …]`, and its action.
    case element(id: Shape)
    case array
    case object([Member])
    /// Nothing at all: a case without associated values.
    case nothing
    case unknown
  }

  package struct Member: Equatable {
    package let name: String
    package let shape: Shape
  }

  /// Returns what follows a path of an action: the cases of a nested action, or the payload.
  ///
  /// - Parameter path: Names of cases; `element` for `[id: …]`.
  package static func shape<Value: Decodable>(of type: Value.Type, at path: [String] = []) -> Shape {
    end(of: type, at: path).shape
  }

  /// Returns what follows a path of an action, and its type.
  package static func end<Value: Decodable>(of type: Value.Type, at path: [String]) -> (shape: Shape, type: Any.Type) {
    let recorder = Recorder(path: path[...])
    _ = try? ProbeDecoder(recorder: recorder, isOnPath: true).value(type)
    return (recorder.found ?? .unknown, recorder.type)
  }

  /// The maximum depth, which is enough for any payload that a person types.
  fileprivate static let depthLimit = 12

  fileprivate final class Recorder {
    var path: ArraySlice<String>
    var found: Shape?
    /// The type of what the path leads to.
    var type: Any.Type = Any.self

    init(path: ArraySlice<String>) {
      self.path = path
    }
  }

  /// Thrown to end a probe that has found its result or can't continue.
  fileprivate struct Stop: Error {}
}

extension TypeProbe.Shape {
  /// A value of the shape, to be filled in.
  package var template: JSONValue? {
    switch self {
    case .literals(let values): values.first ?? .null
    case .cases(let names):
      names.first.map { .object([JSONValue.Member(name: $0, value: .object([]))]) } ?? .object([])
    case .array: .array([])
    case .object(let members):
      .object(members.map { JSONValue.Member(name: $0.name, value: $0.shape.template ?? .null) })
    case .unknown: .null
    case .element, .nothing: nil
    }
  }
}

/// Decodes made-up values.
private final class ProbeDecoder: Decoder {
  let recorder: TypeProbe.Recorder
  /// Whether the rest of the path is about the decoded value.
  let isOnPath: Bool
  let depth: Int
  /// Whether the target is a collection. The action of an element is decoded next.
  var isCollection = false
  /// What the type has asked for so far.
  var shape: TypeProbe.Shape = .unknown
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(recorder: TypeProbe.Recorder, isOnPath: Bool, depth: Int = 0) {
    self.recorder = recorder
    self.isOnPath = isOnPath
    self.depth = depth
  }

  /// Whether this is where the path ends.
  var isTarget: Bool { isOnPath && recorder.path.isEmpty && recorder.found == nil }

  func nested(isOnPath: Bool = false) -> ProbeDecoder {
    ProbeDecoder(recorder: recorder, isOnPath: isOnPath, depth: depth + 1)
  }

  func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let isTarget = isTarget
    if isTarget { recorder.type = type }
    // Even if the type accepts no made-up value, the shape that is known by then is the result.
    defer { if isTarget, recorder.found == nil { recorder.found = shape } }
    guard depth < TypeProbe.depthLimit else { throw TypeProbe.Stop() }
    if let values = allCases(of: type), let first = values.first {
      shape = .literals(values.map { $0.json })
      return first.value
    }
    if let scalar = type as? any JSONScalar.Type {
      let sample = scalar.sample
      shape = .literals([sample])
      guard let value = scalar.init(jsonValue: sample) as? Value else { throw TypeProbe.Stop() }
      return value
    }
    return try type.init(from: self)
  }

  /// All values of a type that has only a few, and encodes each as a literal.
  private func allCases<Value>(of type: Value.Type) -> [(value: Value, json: JSONValue)]? {
    guard let type = type as? any (CaseIterable & Encodable).Type else { return nil }
    func values<Cases: CaseIterable & Encodable>(_ type: Cases.Type) -> [(Value, JSONValue)]? {
      let values = type.allCases.prefix(64).compactMap { element -> (Value, JSONValue)? in
        guard let json = try? JSONValueEncoder().encode(element), let value = element as? Value else { return nil }
        switch json {
        case .array, .object: return nil
        default: return (value, json)
        }
      }
      return values.isEmpty ? nil : values
    }
    return values(type)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    shape = .object([])
    return KeyedDecodingContainer(ProbeContainer<Key>(decoder: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    shape = .array
    return ProbeArray()
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    ProbeValue(decoder: self)
  }
}

/// A container of members, or of associated values.
private protocol ProbeMembers: KeyedDecodingContainerProtocol {
  var decoder: ProbeDecoder { get }
  /// Whether the rest of the path is about the value of a member.
  func isOnPath(_ key: Key) -> Bool
  func note(_ key: Key, _ shape: TypeProbe.Shape)
}

extension ProbeMembers {
  var codingPath: [any CodingKey] { [] }

  /// Decoders of optional members call this first.
  func contains(_ key: Key) -> Bool {
    note(key, .literals([.null]))
    return false
  }

  func decodeNil(forKey key: Key) -> Bool { true }

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try decode(member: key, type) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try decode(member: key, type) }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try decode(member: key, type) }

  private func decode<Value: Decodable>(member key: Key, _ type: Value.Type) throws -> Value {
    let nested = decoder.nested(isOnPath: isOnPath(key))
    defer { note(key, nested.shape) }
    return try nested.value(type)
  }

  func superDecoder() -> any Decoder { decoder.nested() }
  func superDecoder(forKey key: Key) -> any Decoder { decoder.nested() }
}

private struct ProbeContainer<Key: CodingKey>: ProbeMembers {
  let decoder: ProbeDecoder

  /// Requested by enums, which get the case that the path names, and by dictionaries, which are empty.
  var allKeys: [Key] {
    guard let names = Key.names else { return [] }
    decoder.shape = .cases(names)
    if decoder.isTarget {
      // The action of an element is in its collection's only case.
      guard names == ["element"] else { return [] }
      decoder.isCollection = true
    }
    let name = decoder.isOnPath ? decoder.recorder.path.popFirst() ?? "element" : names.first
    return name.flatMap(Key.init(stringValue:)).map { [$0] } ?? []
  }

  /// The value of a property that a binding writes follows the name in the path directly.
  func isOnPath(_ key: Key) -> Bool {
    if decoder.isOnPath, case .cases = decoder.shape { true } else { false }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    guard case .cases = decoder.shape else {
      note(key, .unknown)
      return KeyedDecodingContainer(ProbeContainer<NestedKey>(decoder: decoder.nested()))
    }
    return KeyedDecodingContainer(ProbeArguments<NestedKey>(decoder: decoder, of: key.stringValue))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    note(key, .array)
    return ProbeArray()
  }

  func note(_ key: Key, _ shape: TypeProbe.Shape) {
    guard case .object(let members) = decoder.shape, !members.contains(where: { $0.name == key.stringValue }) else {
      return
    }
    decoder.shape = .object(members + [TypeProbe.Member(name: key.stringValue, shape: shape)])
  }
}

/// The associated values of an enum's case.
private struct ProbeArguments<Key: CodingKey>: ProbeMembers {
  let decoder: ProbeDecoder
  private let log: Log
  var allKeys: [Key] { [] }

  /// The known associated values, and the one with which the path continues.
  private final class Log {
    let caseName: String
    let isTarget: Bool
    var next: String?
    var members: [TypeProbe.Member]

    init(caseName: String, isTarget: Bool, members: [TypeProbe.Member]) {
      self.caseName = caseName
      self.isTarget = isTarget
      self.members = members
    }
  }

  init(decoder: ProbeDecoder, of caseName: String) {
    self.decoder = decoder
    let recorder = decoder.recorder
    let names = Key.names ?? []
    let isElement = names == ["id", "action"]
    var isEnd = recorder.path.isEmpty
    var next: String?
    if decoder.isOnPath {
      if isElement, caseName == "element" ? !decoder.isCollection : recorder.path.first == "element" {
        if caseName != "element" { recorder.path.removeFirst() }
        next = "action"
        isEnd = false
      } else if names.count == 1, names == ["_0"] || !isEnd {
        next = names[0]
        isEnd = false
      }
    }
    log = Log(
      caseName: caseName,
      isTarget: decoder.isOnPath && isEnd && recorder.found == nil,
      members: names.map { TypeProbe.Member(name: $0, shape: .unknown) }
    )
    log.next = next
    report()
  }

  func isOnPath(_ key: Key) -> Bool { decoder.isOnPath && key.stringValue == log.next }

  func note(_ key: Key, _ shape: TypeProbe.Shape) {
    guard let index = log.members.firstIndex(where: { $0.name == key.stringValue }) else { return }
    log.members[index] = TypeProbe.Member(name: key.stringValue, shape: shape)
    report()
  }

  private func report() {
    if log.isTarget {
      let isElement = log.members.map(\.name) == ["id", "action"]
      decoder.recorder.found =
        isElement ? .element(id: log.members[0].shape) : log.members.isEmpty ? .nothing : .object(log.members)
    } else if !decoder.isOnPath {
      decoder.shape = .object([TypeProbe.Member(name: log.caseName, shape: .object(log.members))])
    }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) -> KeyedDecodingContainer<NestedKey> {
    KeyedDecodingContainer(ProbeContainer<NestedKey>(decoder: decoder.nested()))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { ProbeArray() }
}

/// An array without elements.
private struct ProbeArray: UnkeyedDecodingContainer {
  var codingPath: [any CodingKey] { [] }
  var count: Int? { 0 }
  var isAtEnd: Bool { true }
  var currentIndex: Int { 0 }

  func decodeNil() throws -> Bool { throw TypeProbe.Stop() }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { throw TypeProbe.Stop() }
  func decode(_ type: Int128.Type) throws -> Int128 { throw TypeProbe.Stop() }
  func decode(_ type: UInt128.Type) throws -> UInt128 { throw TypeProbe.Stop() }
  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw TypeProbe.Stop()
  }
  func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw TypeProbe.Stop() }
  func superDecoder() throws -> any Decoder { throw TypeProbe.Stop() }
}

/// A single value: a literal, or a wrapped type.
private struct ProbeValue: SingleValueDecodingContainer {
  let decoder: ProbeDecoder
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool {
    decoder.shape = .literals([.null])
    return true
  }

  func decode(_ type: Int128.Type) throws -> Int128 { try decode(wrapped: type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try decode(wrapped: type) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decode(wrapped: type) }

  private func decode<Value: Decodable>(wrapped type: Value.Type) throws -> Value {
    let nested = decoder.nested(isOnPath: decoder.isOnPath)
    defer { decoder.shape = nested.shape }
    return try nested.value(type)
  }
}

extension JSONScalar {
  /// A value that the type takes, for templates.
  fileprivate static var sample: JSONValue {
    let candidates: [JSONValue] = [
      .integer(0), .string(""), .bool(false), .string("https://example.com"),
      .string("00000000-0000-0000-0000-000000000000"), .string("2026-01-01T00:00:00Z"),
    ]
    return candidates.first { Self(jsonValue: $0) != nil } ?? .null
  }
}
