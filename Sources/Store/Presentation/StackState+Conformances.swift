extension StackState: Equatable where Element: Equatable {
  /// Whether both have equal elements with equal ids in the same order. If the ids of one of them are preliminary, the
  /// differences between its ids have to be equal to those of the other.
  @inlinable public static func == (first: Self, second: Self) -> Bool {
    haveEqualIDs(first, second) && first._elements == second._elements
  }

  @usableFromInline static func haveEqualIDs(_ first: Self, _ second: Self) -> Bool {
    if first._ids == second._ids { return true }
    guard (first._lineage == nil) != (second._lineage == nil), first.count == second.count else { return false }
    let (preliminary, final) = first._lineage == nil ? (first._ids, second._ids) : (second._ids, first._ids)
    let distance = final.ids[0].generation - preliminary.ids[0].generation
    return distance > 0 && zip(preliminary, final).allSatisfy { $1.generation - $0.generation == distance }
  }
}

extension StackState: Hashable where Element: Hashable {
  /// Hashes the elements in order, without their ids, because equal stacks can have different ids.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(_elements)
  }
}

extension StackState: Encodable where Element: Encodable {
  /// Encodes an array of the elements, without their ids.
  public func encode(to encoder: any Encoder) throws {
    try _elements.encode(to: encoder)
  }
}

extension StackState: Decodable where Element: Decodable {
  /// Decodes an array of elements. Their ids are preliminary: see ``StackState``.
  public init(from decoder: any Decoder) throws {
    self.init(try [Element](from: decoder))
  }
}

extension StackState: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String { _elements.description }

  public var debugDescription: String {
    "[" + zip(_ids, _elements).map { "\($0): \(String(reflecting: $1))" }.joined(separator: ", ") + "]"
  }
}

extension StackState: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: zip(_ids, _elements).map { (key: $0, value: $1) }, displayStyle: .dictionary)
  }
}

/// Messages show the elements in their order, labeled with their ids.
extension StackState: ListReflecting {
  var reflectedList: any ReflectedList {
    ListReflection(
      elements: _elements,
      ids: { [_ids] in _ids.ids[$0].map { AnyHashable($0) } },
      name: { [_ids] in _ids[$0].description }
    )
  }
}

extension StackState: NestedValueContainer {
  package static var nestedTypes: [Any.Type] { [Element.self] }

  package mutating func modifyNested(_ body: NestedChange) {
    _elements.modifyNested(body)
  }
}
