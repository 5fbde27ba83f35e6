import Foundation
import Store

/// Turns any `Encodable` into a JSON tree that a person can read and a script can address.
///
/// Foundation's encoder goes through text and loses what matters here. This one keeps members in the order in which
/// they are declared and integers exact, writes an optional that is `nil` as `null` (so that it can be told from a
/// misspelt name), dates as ISO 8601, numbers that JSON does not have as `"NaN"` and `"Infinity"`, and sets and
/// dictionaries in sorted order, the same on every run.
struct JSONValueEncoder {
  func encode(_ value: some Encodable) throws -> JSONValue {
    try encodedPlace(value).value
  }

  /// Encodes a value, and says which ids the elements of its stacks have: stacks don't encode them.
  func encodeWithStackIDs(_ value: some Encodable) throws -> (JSONValue, StackIDs?) {
    let place = try encodedPlace(value)
    return (place.value, place.stackIDs)
  }

  private func encodedPlace(_ value: some Encodable) throws -> Place {
    let place = Place()
    try place.encode(value, at: [])
    return place
  }
}

/// A place in the tree. Containers write into it after `encode(to:)` has asked for them, so it is a reference.
private final class Place {
  private var content = Content.object([])
  private var isSorted = false
  /// The ids of the elements of a stack.
  private var ids: [StackElementID]?

  private enum Content {
    case value(JSONValue)
    case array([Place])
    case object([(name: String, place: Place)])
  }

  var value: JSONValue {
    switch content {
    case .value(let value): value
    case .array(let places): .array(places.map(\.value))
    case .object(let members):
      .object(
        members.lastOfEachName(isSorted: isSorted).map { .init(name: $0.name, value: $0.place.value, isKey: isSorted) }
      )
    }
  }

  var stackIDs: StackIDs? {
    switch content {
    case .value: return nil
    case .array(let places):
      return StackIDs(
        ids,
        parts: places.indices.compactMap { index in
          places[index].stackIDs.map { (.element(index), $0) }
        }
      )
    case .object(let members):
      return StackIDs(
        ids,
        parts: members.compactMap { member in
          member.place.stackIDs.map { (.member(member.name), $0) }
        }
      )
    }
  }

  func encode<Value: Encodable>(_ value: Value, at path: [any CodingKey]) throws {
    if let scalar = value as? any JSONScalar {
      encode(scalar)
    } else {
      try value.encode(to: PlaceEncoder(place: self, codingPath: path))
      if let value = value as? any EncodedCollection { value.complete(self) }
    }
  }

  /// Puts what a collection without an order encoded in an order of its own.
  ///
  /// - Parameter stride: The number of values that belong together.
  func sort(by stride: Int) {
    if case .array = content { content = .value(value.sorted(by: stride)) }
  }

  func note(_ ids: [StackElementID]) {
    self.ids = ids
  }

  func encode(_ scalar: any JSONScalar) {
    content = .value(scalar.jsonValue)
  }

  func encodeNil() {
    content = .value(.null)
  }

  func becomeArray() {
    if case .array = content { return }
    content = .array([])
  }

  func becomeObject(isSorted: Bool) {
    self.isSorted = isSorted
    if case .object = content { return }
    content = .object([])
  }

  var count: Int {
    guard case .array(let places) = content else { return 0 }
    return places.count
  }

  func append() -> Place {
    guard case .array(var places) = content else { return Place() }
    content = .array([])
    let place = Place()
    places.append(place)
    content = .array(places)
    return place
  }

  func member(_ name: String) -> Place {
    guard case .object(var members) = content else { return Place() }
    content = .object([])
    let place = Place()
    members.append((name, place))
    content = .object(members)
    return place
  }
}

extension [(name: String, place: Place)] {
  /// A name that was encoded twice has the value that it was given last.
  fileprivate func lastOfEachName(isSorted: Bool) -> Self {
    let last = Dictionary(zip(map(\.name), indices)) { $1 }
    let members = last.count == count ? self : indices.filter { last[self[$0].name] == $0 }.map { self[$0] }
    return isSorted ? members.sorted { JSONValue(name: $0.name).precedes(JSONValue(name: $1.name)) } : members
  }
}

private struct PlaceEncoder: Encoder {
  let place: Place
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    // Keys that are no enum are made of values, as those of a dictionary, which has its own order on every run.
    place.becomeObject(isSorted: !Key.isEnum)
    return KeyedEncodingContainer(KeyedPlace(place: place, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    place.becomeArray()
    return UnkeyedPlace(place: place, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SinglePlace(place: place, codingPath: codingPath)
  }
}

// One generic function stands in for the overloads that each protocol lists, but for those that it has versions of.

private struct KeyedPlace<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let place: Place
  let codingPath: [any CodingKey]

  func encodeNil(forKey key: Key) {
    place.member(key.stringValue).encodeNil()
  }

  func encode(_ value: Int128, forKey key: Key) throws { place.member(key.stringValue).encode(value) }
  func encode(_ value: UInt128, forKey key: Key) throws { place.member(key.stringValue).encode(value) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try place.member(key.stringValue).encode(value, at: codingPath + [key])
  }

  private func encodeOrNil(_ value: (some Encodable)?, forKey key: Key) throws {
    guard let value else { return encodeNil(forKey: key) }
    try encode(value, forKey: key)
  }

  // The protocol's own versions of these leave out what is `nil`; only overloads as specific as they are replace them.
  func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
  func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }
  func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try encodeOrNil(value, forKey: key) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder(forKey: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(forKey: key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    PlaceEncoder(place: place.member("super"), codingPath: codingPath)
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    encoder(forKey: key)
  }

  private func encoder(forKey key: Key) -> PlaceEncoder {
    PlaceEncoder(place: place.member(key.stringValue), codingPath: codingPath + [key])
  }
}

private struct UnkeyedPlace: UnkeyedEncodingContainer {
  let place: Place
  let codingPath: [any CodingKey]
  var count: Int { place.count }

  func encodeNil() {
    place.append().encodeNil()
  }

  func encode(_ value: Int128) throws { place.append().encode(value) }
  func encode(_ value: UInt128) throws { place.append().encode(value) }

  func encode<Value: Encodable>(_ value: Value) throws {
    try place.append().encode(value, at: codingPath)
  }

  func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
    encoder().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoder().unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    encoder()
  }

  private func encoder() -> PlaceEncoder {
    PlaceEncoder(place: place.append(), codingPath: codingPath)
  }
}

private struct SinglePlace: SingleValueEncodingContainer {
  let place: Place
  let codingPath: [any CodingKey]

  func encodeNil() {
    place.encodeNil()
  }

  func encode(_ value: Int128) throws { place.encode(value) }
  func encode(_ value: UInt128) throws { place.encode(value) }

  func encode<Value: Encodable>(_ value: Value) throws {
    try place.encode(value, at: codingPath)
  }
}

/// Collections that something has to be done with after they have been encoded: their order differs from run to run, or
/// their elements have ids.
private protocol EncodedCollection {
  func complete(_ place: Place)
}

extension Set: EncodedCollection {
  fileprivate func complete(_ place: Place) { place.sort(by: 1) }
}

extension Dictionary: EncodedCollection {
  // As an array it has keys and values by turns.
  fileprivate func complete(_ place: Place) { place.sort(by: 2) }
}

extension StackState: EncodedCollection {
  fileprivate func complete(_ place: Place) { place.note(Array(ids)) }
}

extension JSONValue {
  /// What a set or a dictionary encodes, in an order of its own.
  fileprivate func sorted(by stride: Int) -> JSONValue {
    guard case .array(let elements) = self else { return self }
    let groups = Swift.stride(from: 0, to: elements.count, by: stride).map { elements[$0..<$0 + stride] }
    return .array(groups.sorted { $0[$0.startIndex].precedes($1[$1.startIndex]) }.flatMap(\.self))
  }

  /// Names that are integers sort as such.
  fileprivate init(name: String) {
    self = Int64(name).map(JSONValue.integer) ?? .string(name)
  }

  fileprivate func precedes(_ other: JSONValue) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left < right
    case (.number(let left), .number(let right)): left < right
    case (.string(let left), .string(let right)): left < right
    case (.integer, _): true
    case (_, .integer): false
    default: description < other.description
    }
  }
}
