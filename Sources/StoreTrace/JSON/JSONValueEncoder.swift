import Foundation
import Store

/// Turns any `Encodable` into a JSON tree that a person can read and a script can address.
///
/// Foundation's encoder makes text, and loses what matters here. This one keeps integers exact, and members in the
/// order in which they are declared. It writes an optional that is `nil` as `null`, so that its name differs from a
/// misspelt one. It writes dates as ISO 8601, and numbers that JSON does not have as `"NaN"` and `"Infinity"`. It sorts
/// sets and dictionaries, so that each run has the same order.
package struct JSONValueEncoder {
  package init() {}

  package func encode(_ value: some Encodable) throws -> JSONValue {
    let place = EncodedPlace()
    try place.encode(value, at: [])
    return place.value()
  }
}

/// Encodes the states of one store, one after the other. Unchanged parts are taken from the previous encoding: they are
/// not encoded again, and comparisons recognize them at once.
///
/// It retains the `Equatable` parts of the last state. A part that is equal to the earlier one counts as unchanged.
package final class JSONStateEncoder {
  private let redaction: Redaction
  private var latest: EncodedPlace?

  package init(redacting redaction: Redaction = .none) { self.redaction = redaction }

  /// - Complexity: O(*n*) in the size of what has changed, and of the structs, enums and arrays that it is a part of.
  package func encode(_ state: some Encodable) throws -> JSONValue {
    try encodedPlace(state).value(redacting: redaction)
  }

  /// Encodes a state, and returns the ids of the elements of its stacks, which stacks don't encode.
  package func encodeWithStackIDs(_ state: some Encodable) throws -> (JSONValue, StackIDs?) {
    let place = try encodedPlace(state)
    return (place.value(redacting: redaction), place.stackIDs)
  }

  private func encodedPlace(_ state: some Encodable) throws -> EncodedPlace {
    let place = EncodedPlace(isRemembering: true, earlier: latest)
    try place.encode(state, at: [])
    // The call makes the JSON, and so releases the earlier encoding.
    _ = place.value(redacting: redaction)
    latest = place
    return place
  }
}

struct PlaceEncoder: Encoder {
  let place: EncodedPlace
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    // Keys that are not an enum are made from values, such as the keys of a dictionary. Their order differs in each
    // run.
    place.becomeObject(isSorted: !EnumCaseName.isEnum(Key.self))
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

// Each protocol requires many overloads. One generic function implements them all, except those that the protocol
// implements itself.

private struct KeyedPlace<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let place: EncodedPlace
  let codingPath: [any CodingKey]

  func encodeNil(forKey key: Key) {
    place.member(key.stringValue).encodeNil()
  }

  func encode(_ value: Int128, forKey key: Key) throws { place.member(key.stringValue).encode(value) }
  func encode(_ value: UInt128, forKey key: Key) throws { place.member(key.stringValue).encode(value) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try place.encode(value, forKey: key, at: codingPath)
  }

  private func encodeOrNil(_ value: (some Encodable)?, forKey key: Key) throws {
    guard let value else { return encodeNil(forKey: key) }
    try encode(value, forKey: key)
  }

  // The implementations of the protocol omit `nil`. Only overloads for the same types replace them.
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
  let place: EncodedPlace
  let codingPath: [any CodingKey]
  var count: Int { place.count }

  func encodeNil() {
    place.append().encodeNil()
  }

  func encode(_ value: Int128) throws { place.append().encode(value) }
  func encode(_ value: UInt128) throws { place.append().encode(value) }

  func encode<Value: Encodable>(_ value: Value) throws {
    try place.encode(elementAt: codingPath, value)
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
  let place: EncodedPlace
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

/// A value whose encoding lacks something: an order that is the same in each run, the ids of elements, or the name of
/// the field that it writes.
protocol CompletedEncoding {
  func complete(_ place: EncodedPlace)
}

extension Set: CompletedEncoding {
  func complete(_ place: EncodedPlace) { place.sort(by: 1) }
}

extension Dictionary: CompletedEncoding {
  // A dictionary that is encoded as an array has alternating keys and values.
  func complete(_ place: EncodedPlace) { place.sort(by: 2) }
}

extension StackState: CompletedEncoding {
  func complete(_ place: EncodedPlace) { place.note(Array(ids)) }
}

extension BindingAction: CompletedEncoding {
  func complete(_ place: EncodedPlace) { place.note(fieldName: fieldName) }
}
