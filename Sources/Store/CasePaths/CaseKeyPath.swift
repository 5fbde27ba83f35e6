/// A key path to a case of a ``CasePathable`` enum: `\.loaded`, `\.child.row`.
///
/// It can be called with a payload to make a value of the enum, and it can be a pattern in a `switch`:
///
/// ```swift
/// let keyPath: CaseKeyPath<Loading<Int>, [Int]> = \.loaded
/// let loading = keyPath([1, 2, 3])
///
/// switch loading {
/// case \.idle, \.failed: print("nothing")
/// default: print("rows")
/// }
/// ```
public typealias CaseKeyPath<Root, Value> = KeyPath<Case<Root>, Case<Value>>

/// A key path to a case of a ``CasePathable`` enum, with any type of payload.
public typealias PartialCaseKeyPath<Root> = PartialKeyPath<Case<Root>>

extension KeyPath {
  /// Returns the enum's value with a payload in this case.
  public func callAsFunction<Enum, Payload>(_ payload: Payload) -> Enum
  where Root == Case<Enum>, Value == Case<Payload> {
    AnyCasePath(self).embed(payload)
  }

  /// Returns the enum's value in this case, which has no payload.
  public func callAsFunction<Enum>() -> Enum
  where Root == Case<Enum>, Value == Case<Void> {
    AnyCasePath(self).embed(())
  }

  /// Whether a value is in this case. Makes key paths work as patterns.
  public static func ~= <Enum: CasePathable, Payload>(keyPath: KeyPath, value: Enum) -> Bool
  where Root == Case<Enum>, Value == Case<Payload> {
    AnyCasePath(keyPath).extract(from: value) != nil
  }
}
