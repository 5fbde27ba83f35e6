#if canImport(Foundation)
  import Foundation
#endif

/// A lock that the thread which holds it can take again. On a system without Foundation there is one thread, and nothing
/// to lock.
package struct RecursiveLock: Sendable {
  #if canImport(Foundation)
    private let base = NSRecursiveLock()

    package init() {}

    package func lock() { base.lock() }
    package func unlock() { base.unlock() }
  #else
    package init() {}

    package func lock() {}
    package func unlock() {}
  #endif

  package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}
