/// The writing of a property of a feature's state.
///
/// ```swift
/// case .binding(\.query):
///   // The query has been written; BindingReducer has seen to it.
/// ```
public struct BindingAction<Root>: Equatable, Sendable {
  /// The property.
  public let keyPath: any PartialKeyPath<Root> & Sendable
  private let value: any Sendable
  private let write: @Sendable (inout Root) -> Void
  private let valueIsEqual: @Sendable (any Sendable) -> Bool

  /// The writing of a value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable,
    _ value: Value
  ) -> Self {
    Self(
      keyPath: keyPath,
      value: value,
      write: { $0[keyPath: keyPath] = value },
      valueIsEqual: { $0 as? Value == value }
    )
  }

  /// Writes.
  func callAsFunction(_ root: inout Root) {
    write(&root)
  }

  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.keyPath as AnyKeyPath == rhs.keyPath as AnyKeyPath && lhs.valueIsEqual(rhs.value)
  }

  /// Whether the action writes a property, for use in a `case` pattern: `case .binding(\.query)`.
  public static func ~= <Value>(keyPath: WritableKeyPath<Root, Value>, action: Self) -> Bool {
    keyPath as AnyKeyPath == action.keyPath as AnyKeyPath
  }
}
