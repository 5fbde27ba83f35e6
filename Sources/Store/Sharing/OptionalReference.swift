import Dependencies

/// The wrapped value of an optional. When the optional becomes `nil`, this stays the last wrapped value.
///
/// `@unchecked Sendable`: `lock` guards the variables.
final class OptionalReference<Value>: SharedReference, @unchecked Sendable {
  private let base: any SharedReference<Value?>
  private let lock = RecursiveLock()
  /// Guarded by `lock`.
  private var last: Value
  /// The number of times that `last` was replaced, or a closure began or ended to change it. Guarded by `lock`.
  private var replacements = 0
  /// The number of closures that change the value, or wait to. Guarded by `lock`.
  private var changers = 0

  init(base: any SharedReference<Value?>, last: Value) {
    self.base = base
    self.last = last
  }

  var value: Value {
    // Released after unlocking, because the `deinit` of the old value may run user code.
    var replaced: Value?
    while true {
      let before = lock.withLock { replacements }
      let value = base.value
      let current: Value? = lock.withLock {
        // A value that a closure has set is newer than the one that the base has.
        if changers > 0 { return value ?? last }
        // A value that another thread has read or written in the meantime may be newer.
        guard replacements == before else { return nil }
        if let value { replaced = replaceLast(by: value) }
        return last
      }
      if let current { return withExtendedLifetime(replaced) { current } }
    }
  }

  /// Replaces the last value and returns the one before. Called with the lock.
  private func replaceLast(by value: Value) -> Value {
    replacements += 1
    var value = value
    swap(&value, &last)
    return value
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.withLock { (changers, replacements) = (changers + 1, replacements + 1) }
    // Released after the base was changed.
    var replaced: Value?
    defer {
      lock.withLock { (changers, replacements) = (changers - 1, replacements + 1) }
      withExtendedLifetime(replaced) { replaced = nil }
    }
    return try base.withLock { value in
      guard var wrapped = value else {
        var wrapped = lock.withLock { last }
        defer { replaced = lock.withLock { replaceLast(by: wrapped) } }
        return try body(&wrapped)
      }
      // Moved out, so that nothing else refers to its buffers while it is changed.
      value = nil
      defer {
        value = wrapped
        replaced = lock.withLock { replaceLast(by: wrapped) }
      }
      return try body(&wrapped)
    }
  }

  var source: any AnySharedSource { base.source }

  func detached(into snapshot: StateSnapshot) -> any SharedReference<Value> {
    OptionalReference(base: base.detached(into: snapshot), last: value)
  }

  func attached() -> any SharedReference<Value> { OptionalReference(base: base.attached(), last: value) }

  var description: String { "\(base)!" }
}
