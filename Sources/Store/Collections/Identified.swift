/// A value together with an id, for values that have no id, or are to be identified by another one.
///
/// ```swift
/// var drafts: IdentifiedArrayOf<Identified<Int, String>> = []
/// drafts.append(Identified("Hello", id: 1))
/// drafts[id: 1]?.value += "!"
/// ```
///
/// Properties of the value can be read and written directly: `identified.name`.
@dynamicMemberLookup
public struct Identified<ID: Hashable, Value>: Identifiable {
  /// The id.
  public let id: ID
  /// The value.
  public var value: Value

  /// Makes an identified value.
  public init(_ value: Value, id: ID) {
    self.id = id
    self.value = value
  }

  /// Makes an identified value. The function is called once: the id stays the same when the value changes.
  public init(_ value: Value, id: (Value) -> ID) { self.init(value, id: id(value)) }

  /// Makes an identified value. The id is read once: it stays the same when the value changes.
  public init(_ value: Value, id: KeyPath<Value, ID>) { self.init(value, id: value[keyPath: id]) }

  /// Reads a part of the value.
  public subscript<Subject>(dynamicMember keyPath: KeyPath<Value, Subject>) -> Subject { value[keyPath: keyPath] }

  /// Reads or changes a part of the value.
  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Subject {
    get { value[keyPath: keyPath] }
    _modify { yield &value[keyPath: keyPath] }
  }
}

extension Identified: Equatable where Value: Equatable {}
extension Identified: Hashable where Value: Hashable {}
extension Identified: Sendable where ID: Sendable, Value: Sendable {}
extension Identified: Encodable where ID: Encodable, Value: Encodable {}
extension Identified: Decodable where ID: Decodable, Value: Decodable {}
