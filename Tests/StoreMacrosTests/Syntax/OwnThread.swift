import Foundation

/// Runs a function that computes, or waits for a process, for seconds.
///
/// It runs on a thread of its own: the thread pool of Swift's concurrency is small, and blocking one of its threads
/// would delay other tests.
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
