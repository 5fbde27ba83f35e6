/// Identifies an element of a ``StackState`` for as long as the stack exists.
///
/// A stack numbers its elements from 0 in the order in which they are added and uses each number once, so tests know in
/// advance which id an element will have:
///
/// ```swift
/// var path = StackState(["a", "b"])
/// path.removeAll()
/// path.append("c")
/// print(path.ids)  // [#2]
/// print(path[id: 2] == "c")  // true
/// ```
///
/// It is encoded as its number.
public struct StackElementID: Hashable, Sendable {
  @usableFromInline let generation: Int

  @inlinable init(generation: Int) {
    self.generation = generation
  }

  /// Ids are smaller than this limit. Larger integers are not exact where numbers are floating-point, as in JSON.
  static let limit = 1 << 53
}

extension StackElementID: ExpressibleByIntegerLiteral {
  /// Makes the id of the `value`th element that was added to its stack, counted from 0.
  public init(integerLiteral value: Int) {
    self.init(generation: value)
  }
}

extension StackElementID: Codable {
  public init(from decoder: any Decoder) throws {
    generation = try decoder.singleValueContainer().decode(Int.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(generation)
  }
}

extension StackElementID: CustomStringConvertible, CustomReflectable {
  public var description: String { "#\(generation)" }

  /// Has no children, so that messages show the description.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension StackElementID: SwiftLiteral {
  package var literal: String { generation.literal }
}
