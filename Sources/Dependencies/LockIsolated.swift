import Foundation

/// A value that one thread at a time can get at: what a test collects from closures that run elsewhere.
///
/// ```swift
/// let saved = LockIsolated<[String]>([])
/// let save: @Sendable (_ text: String) -> Void = { text in
///   saved.withValue { $0.append(text) }
/// }
/// save("Hello")
/// #expect(saved.value == ["Hello"])
/// ```
///
/// While ``withValue(_:)`` changes the value, its own thread still reads the one from before the change. To change it
/// there a second time stops the program: one of the two changes would be lost.
@dynamicMemberLookup
public final class LockIsolated<Value>: @unchecked Sendable {  // What varies is guarded by `lock`.
  private var current: Value
  private var isChanging = false
  /// Recursive, so that whoever changes the value can read it.
  private let lock = NSRecursiveLock()

  /// Guards a value.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows { current = try value() }

  /// Reads a part of the value.
  public subscript<Subject: Sendable>(dynamicMember keyPath: KeyPath<Value, Subject>) -> Subject {
    lock.withLock { current[keyPath: keyPath] }
  }

  /// Changes the value, while no other thread can get at it. What `operation` changed before it throws stays changed.
  ///
  /// - Complexity: That of `operation`, and of the copy that it makes of the value when it changes it.
  public func withValue<Result: Sendable>(
    _ operation: @Sendable (inout Value) throws -> Result
  ) rethrows -> Result {
    // What it replaces is released after the lock, as that may run anything.
    var replaced: Value?
    defer { withExtendedLifetime(replaced) {} }
    lock.lock()
    defer { lock.unlock() }
    beginChange()
    var value = current
    defer {
      replaced = current
      current = value
      isChanging = false
    }
    return try operation(&value)
  }

  /// Replaces the value. Use ``withValue(_:)`` if the new one depends on the old one.
  public func setValue(_ newValue: @autoclosure @Sendable () throws -> Value) rethrows {
    let new = try newValue()
    var replaced: Value?
    defer { withExtendedLifetime(replaced) {} }
    lock.lock()
    defer { lock.unlock() }
    beginChange()
    replaced = current
    current = new
    isChanging = false
  }

  private func beginChange() {
    guard !isChanging else {
      fatalError(
        """
        A LockIsolated value was changed while "withValue" was changing it. One of the changes would be lost. Make both \
        in one call of "withValue".
        """
      )
    }
    isChanging = true
  }
}

extension LockIsolated where Value: Sendable {
  /// The value.
  public var value: Value { lock.withLock { current } }
}
