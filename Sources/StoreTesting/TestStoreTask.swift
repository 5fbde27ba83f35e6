import Dependencies
import Store

/// What an action that a test sent has set going.
///
/// ```swift
/// let task = await store.send(.appeared)
/// await store.receive(\.tick) { $0.count = 1 }
/// await task.cancel()
/// ```
public struct TestStoreTask: Sendable {
  private let task: StoreTask
  private let executor: TestExecutor
  private let suspensions: SuspensionLog

  init(_ task: StoreTask, executor: TestExecutor, suspensions: SuspensionLog) {
    self.task = task
    self.executor = executor
    self.suspensions = suspensions
  }

  /// Cancels the effects of the action, and runs what that sets in motion.
  public func cancel() async {
    await run { await $0.cancel() }
  }

  /// Waits until the effects of the action, and of actions that they sent, have finished.
  ///
  /// An effect that waits for something that the test controls, such as a `TestClock`, is not waited for: it is reported, as is
  /// one that waits for the outside longer than `timeout`.
  public func finish(
    timeout: Duration = TestStoreTimeout.standard,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let deadline = ContinuousClock.now + timeout
    executor.runReadyJobs()
    while await !isFinished {
      guard suspensions.someEffectWaitsForOutside, await executor.waitForJob(until: deadline) else {
        let waiting =
          suspensions.someEffectWaitsForOutside
          ? "They wait for something that the test store does not control, and were given \(timeout)."
          : "They wait for something that the test controls: a TestClock to be advanced, or an action that cancels them."
        reportIssue(
          """
          The effects of the action have not finished. \(waiting)

          "store.finish()" says what every effect is waiting for.
          """,
          fileID: fileID,
          filePath: filePath,
          line: line,
          column: column
        )
        return
      }
      executor.runReadyJobs()
    }
  }

  private var isFinished: Bool {
    get async { await run { await $0.isFinished } }
  }

  /// Runs what belongs on the store's actor. That runs only when the test pumps it.
  private func run<Result: Sendable>(_ body: @escaping @Sendable (StoreTask) async -> Result) async -> Result {
    let work = Task(executorPreference: executor) { [task] in await body(task) }
    executor.runReadyJobs()
    return await work.value
  }
}
