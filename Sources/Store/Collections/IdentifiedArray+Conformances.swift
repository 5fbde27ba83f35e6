extension IdentifiedArray: Equatable where Element: Equatable {
  /// Whether both have equal elements in the same order.
  ///
  /// - Complexity: O(*n*); O(1) if one is an unchanged copy of the other.
  @inlinable
  public static func == (first: Self, second: Self) -> Bool {
    first._elements == second._elements
  }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(_elements)
  }
}

extension IdentifiedArray: PartiallyHashed {
  package func forEachPart(_ body: (Element) -> Void) { for element in _elements { body(element) } }
}

extension IdentifiedArray: Encodable where Element: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try _elements.encode(to: encoder)
  }
}

extension IdentifiedArray: Decodable where Element: Decodable & Identifiable, ID == Element.ID {
  /// Decodes an encoded array of elements.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if two elements have equal ids.
  public init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    if let count = container.count { reserveCapacity(count) }
    while !container.isAtEnd {
      let offset = container.currentIndex
      let element = try container.decode(Element.self)
      guard append(element).inserted else {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription: "The element at offset \(offset) has the id of an element before it."
        )
      }
    }
  }
}

extension IdentifiedArray: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String { _elements.description }

  public var debugDescription: String { "IdentifiedArray<\(Element.self)>(\(_elements))" }
}

extension IdentifiedArray: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: _elements, displayStyle: .collection) }
}

extension IdentifiedArray: NestedValueContainer {
  package static var nestedTypes: [Any.Type] { [Element.self] }

  package mutating func modifyNested(_ body: NestedChange) {
    _elements.modifyNested(body)
  }
}
