import Foundation

/// What is in an optional value. When that becomes `nil`, the last value stays.
final class OptionalReference<Value>: SharedReference<Value>, @unchecked Sendable {
  private let base: SharedReference<Value?>
  private let lock = NSRecursiveLock()
  /// Guarded by `lock`.
  private var last: Value

  init(base: SharedReference<Value?>, last: Value) {
    self.base = base
    self.last = last
  }

  override var value: Value {
    let value = base.value
    return lock.withLock {
      // What it was goes when the new value is in place, as that may run code.
      if var value { swap(&value, &last) }
      return last
    }
  }

  override func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try base.withLock { value in
      guard var wrapped = value else {
        var wrapped = lock.withLock { last }
        defer { lock.withLock { swap(&wrapped, &last) } }
        return try body(&wrapped)
      }
      // It is moved out, so that nothing else refers to what it holds while it is changed.
      value = nil
      defer {
        value = wrapped
        lock.withLock { swap(&wrapped, &last) }
      }
      return try body(&wrapped)
    }
  }

  override var source: any AnySharedSource { base.source }

  override func detached(into snapshot: StateSnapshot) -> SharedReference<Value> {
    OptionalReference(base: base.detached(into: snapshot), last: value)
  }

  override func attached() -> SharedReference<Value> { OptionalReference(base: base.attached(), last: value) }

  override var description: String { "\(base)!" }
}
