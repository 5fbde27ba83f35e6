import Synchronization

/// A value with a lock: a `Mutex` that works with Thread Sanitizer.
///
/// On Linux, a part of `Mutex` is in a library without instrumentation. Therefore Thread Sanitizer does not notice that
/// one thread waits for another, and reports false races. Here an atomic also establishes the order, at almost no cost.
@usableFromInline
package struct Locked<Value: ~Copyable>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<Value>
  @usableFromInline let order = Atomic(false)

  @inlinable
  package init(_ value: consuming sending Value) { mutex = Mutex(value) }

  /// Calls `body` with the value, without access by others. Don't call this method from `body`.
  @inlinable
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { value throws(Failure) in
      _ = order.load(ordering: .acquiring)
      defer { order.store(false, ordering: .releasing) }
      return try body(&value)
    }
  }
}
