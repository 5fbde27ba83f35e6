import Foundation

/// Runs something that computes, or waits for a process, for seconds.
///
/// On a thread of its own: Swift's concurrency has few, and a test that occupies one keeps others from going on.
func onOwnThread<Result: Sendable>(
  stackSize: Int = 8 << 20,
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    let thread = Thread { continuation.resume(with: Swift.Result(catching: body)) }
    thread.stackSize = stackSize
    thread.start()
  }
}
