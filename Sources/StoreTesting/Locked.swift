import Foundation

/// A value behind a lock.
///
/// Not a `Mutex`: on Linux (Swift 6.3) the Thread Sanitizer does not see it when one thread waits for another there, and
/// reports races that are none. Whoever tests with a `TestStore` should be able to use the sanitizer.
final class Locked<Value>: @unchecked Sendable {
  // `@unchecked`: the value is used only while the lock is held.
  private var value: Value
  private let lock = NSLock()

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
