import Execution
import Testing

/// Runs tests on threads of their own.
///
/// For tests that wait for a process, or compute for seconds: Swift concurrency has one thread for each processor, and
/// a test that occupies one delays other tests, for example those that wait for a server.
public struct OwnThreads: TestTrait, SuiteTrait, TestScoping {
  public var isRecursive: Bool { true }

  public func scopeProvider(for test: Test, testCase: Test.Case?) -> OwnThreads? { testCase == nil ? nil : self }

  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(ThreadExecutor()) { try await function() }
  }
}

extension Trait where Self == OwnThreads {
  /// Runs each test on a thread of its own. See ``OwnThreads``.
  public static var ownThreads: Self { Self() }
}
