import Synchronization

/// A value that one thread at a time can get at: a `Mutex` that Thread Sanitizer understands.
///
/// On Linux, the part of `Mutex` that waits for another thread is in a library that is not instrumented. So the
/// sanitizer misses that one thread waited for the other, and reports a race where there is none. Here the order is
/// also established by an atomic, which costs next to nothing.
@usableFromInline
package struct Locked<Value: ~Copyable>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<Value>
  @usableFromInline let order = Atomic(false)

  /// - Parameter value: What is to be guarded.
  @inlinable
  package init(_ value: consuming sending Value) { mutex = Mutex(value) }

  /// Calls `body` with the value, while no one else can get at it. Must not be called from within `body`.
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
