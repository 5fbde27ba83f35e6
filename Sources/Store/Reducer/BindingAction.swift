import Dependencies

#if canImport(Foundation)
  import Foundation
#endif

/// An action that writes one property of a feature's state.
///
/// ```swift
/// case .binding(\.query):
///   // The query has been written; BindingReducer has seen to it.
///   return .none
/// ```
///
/// It is `Codable` if the state is a ``BindableState``, to which `@ObservableState` adds a conformance. Scripts, traces
/// and tests generated from traces then name the property.
public struct BindingAction<Root>: Equatable, Sendable {
  /// The key path of the property.
  public let keyPath: any PartialKeyPath<Root> & Sendable
  /// Unchecked, because the value of a decoded action need not be `Sendable`. It is only compared and encoded.
  private let uncheckedValue: UncheckedSendable<any Equatable>
  private let write: @Sendable (inout Root) -> Void

  /// Makes an action that writes a value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable,
    _ value: Value
  ) -> Self {
    set(keyPath, value) {}
  }

  /// Makes an action that writes a value which was decoded. It need not be `Sendable`, and the action may be copied, so
  /// each write decodes a value of its own.
  static func set<Value: Codable & Equatable & SendableMetatype>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable,
    decoded value: Value
  ) throws -> Self {
    #if canImport(Foundation)
      let data = try JSONEncoder().encode([value])
      let makeValue: @Sendable () throws -> Value? = { try JSONDecoder().decode([Value].self, from: data).first }
    #else
      // There is one thread, which all copies belong to.
      let only = UncheckedSendable(value)
      let makeValue: @Sendable () throws -> Value? = { only.value }
    #endif
    _ = try makeValue()
    return Self(keyPath: keyPath, uncheckedValue: UncheckedSendable(value)) {
      if let value = try? makeValue() { $0[keyPath: keyPath] = value }
    }
  }

  /// Makes an action that writes a value and calls `whenWritten` when it does.
  static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable,
    _ value: Value,
    whenWritten: @escaping @Sendable () -> Void
  ) -> Self {
    Self(keyPath: keyPath, uncheckedValue: UncheckedSendable(value)) {
      whenWritten()
      $0[keyPath: keyPath] = value
    }
  }

  var value: any Equatable { uncheckedValue.value }

  /// Writes the value to the state.
  func callAsFunction(_ root: inout Root) {
    write(&root)
  }

  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.keyPath as AnyKeyPath == rhs.keyPath as AnyKeyPath && lhs.value.isEqual(to: rhs.value)
  }

  /// Whether the action writes a property, for use in a `case` pattern: `case .binding(\.query)`.
  public static func ~= <Value>(keyPath: WritableKeyPath<Root, Value>, action: Self) -> Bool {
    keyPath as AnyKeyPath == action.keyPath as AnyKeyPath
  }
}

extension BindingAction: CasePathable {
  /// A case path for each writable property: `\.binding.query`.
  ///
  /// ```swift
  /// await store.send(\.binding.query, "swift") { $0.query = "swift" }
  /// ```
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The case path of the actions that write a property, with the value.
    public subscript<Value: Equatable & Sendable>(
      dynamicMember keyPath: any WritableKeyPath<Root, Value> & Sendable
    ) -> AnyCasePath<BindingAction, Value> {
      AnyCasePath(
        name: "\(keyPath)",
        embed: { .set(keyPath, $0) },
        extract: { $0.keyPath as AnyKeyPath == keyPath as AnyKeyPath ? $0.value as? Value : nil }
      )
    }
  }

  /// The case paths of a binding action.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Equatable {
  fileprivate func isEqual(to other: any Equatable) -> Bool { self == other as? Self }
}
