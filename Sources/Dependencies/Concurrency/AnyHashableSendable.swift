/// Any value that is `Hashable` and `Sendable`: an `AnyHashable` for code that runs at the same time.
///
/// ```swift
/// let ids: Set<AnyHashableSendable> = [1, "search", AnyHashableSendable(Day.monday)]
/// ```
///
/// Two are equal if their values are equal as `AnyHashable`.
public struct AnyHashableSendable: Hashable, Sendable {
  /// The value.
  public let base: any Hashable & Sendable

  /// Erases the type of a value. What is erased already is taken as it is.
  public init(_ base: some Hashable & Sendable) {
    self.base = (base as? AnyHashableSendable)?.base ?? base
  }

  /// Erases the type of a value that is known as an existential.
  @_disfavoredOverload
  public init(_ base: any Hashable & Sendable) { self.init(base) }

  /// Whether the values are equal.
  public static func == (lhs: Self, rhs: Self) -> Bool { AnyHashable(lhs.base) == AnyHashable(rhs.base) }

  /// Hashes the value as `AnyHashable` does.
  public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(base)) }
}

extension AnyHashableSendable: _HasCustomAnyHashableRepresentation {
  /// The value, so that `AnyHashableSendable(1) as AnyHashable` equals `1 as AnyHashable`.
  public func _toCustomAnyHashable() -> AnyHashable? { AnyHashable(base) }
}

extension AnyHashableSendable: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The description of the value.
  public var description: String { String(describing: base) }

  /// The debug description of the value, and the name of this type.
  public var debugDescription: String { "AnyHashableSendable(\(String(reflecting: base)))" }

  /// Shows the value.
  public var customMirror: Mirror { Mirror(self, children: ["value": base]) }
}

extension AnyHashableSendable: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Makes one of a `Bool`.
  public init(booleanLiteral value: Bool) { self.init(value) }

  /// Makes one of an `Int`.
  public init(integerLiteral value: Int) { self.init(value) }

  /// Makes one of a `Double`.
  public init(floatLiteral value: Double) { self.init(value) }
}

extension AnyHashableSendable: ExpressibleByStringLiteral {
  /// Makes one of a `String`.
  public init(stringLiteral value: String) { self.init(value) }
}
