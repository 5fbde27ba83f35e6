/// A value with a lock, for example for the results of closures that a test passes to other threads.
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
/// While ``withValue(_:)`` changes the value, its own thread still reads the previous one. A second change on this
/// thread during the first one stops the program, because one of the two changes would be lost.
@dynamicMemberLookup
public final class LockIsolated<Value>: @unchecked Sendable {  // `lock` guards the variables.
  private var current: Value
  private var isChanging = false
  /// Recursive, so that the thread that changes the value can read it.
  private let lock = RecursiveLock()

  /// Makes a value with a lock.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows { current = try value() }

  /// Reads a part of the value.
  public subscript<Subject: Sendable>(dynamicMember keyPath: KeyPath<Value, Subject>) -> Subject {
    lock.withLock { current[keyPath: keyPath] }
  }

  /// Changes the value, without access by other threads. If `operation` throws, its changes up to this point are kept.
  ///
  /// - Complexity: That of `operation`, plus that of the copy that a change of the value makes.
  public func withValue<Result: Sendable>(
    _ operation: @Sendable (inout Value) throws -> Result
  ) rethrows -> Result {
    try change(operation)
  }

  /// Replaces the value. If the new value depends on the old one, use ``withValue(_:)``.
  public func setValue(_ newValue: @autoclosure @Sendable () throws -> Value) rethrows {
    let new = try newValue()
    change { $0 = new }
  }

  private func change<Result>(_ operation: (inout Value) throws -> Result) rethrows -> Result {
    // The previous value is released after the lock, because its deinitializers may run any code.
    var replaced: Value?
    defer { withExtendedLifetime(replaced) {} }
    lock.lock()
    defer { lock.unlock() }
    guard !isChanging else {
      fatalError(
        """
        A LockIsolated value was changed while "withValue" was changing it. One of the changes would be lost. Make both \
        in one call of "withValue".

        \(IssueArticle.howItWorks)
        """
      )
    }
    isChanging = true
    var value = current
    defer {
      replaced = current
      current = value
      isChanging = false
    }
    return try operation(&value)
  }
}

extension LockIsolated where Value: Sendable {
  /// The value.
  public var value: Value { lock.withLock { current } }
}
