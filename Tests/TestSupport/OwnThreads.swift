import Foundation
import Testing

/// Runs tests on threads of their own.
///
/// For tests that wait for a process, or compute for seconds: Swift's concurrency has a thread for each processor, and a
/// test that occupies one keeps others, which wait for a server for example, from going on in time.
public struct OwnThreads: TestTrait, SuiteTrait, TestScoping {
  public var isRecursive: Bool { true }

  public func scopeProvider(for test: Test, testCase: Test.Case?) -> OwnThreads? {
    testCase == nil ? nil : self
  }

  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(ThreadExecutor()) {
      try await function()
    }
  }
}

extension Trait where Self == OwnThreads {
  /// Runs each test on a thread of its own. See ``OwnThreads``.
  public static var ownThreads: Self { Self() }
}

private final class ThreadExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
