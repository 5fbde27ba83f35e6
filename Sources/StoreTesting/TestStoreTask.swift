import Dependencies
import Store

/// The effects of an action that a test sent.
///
/// ```swift
/// let task = await store.send(.appeared)
/// await store.receive(\.tick) { $0.count = 1 }
/// await task.cancel()
/// ```
public struct TestStoreTask: Hashable, Sendable {
  private struct Effects {
    let task: StoreTask
    let executor: StoreExecutor
    let running: RunningEffects
    let timeout: Duration
  }

  /// `nil` if the action was not sent.
  private let effects: Effects?

  init() {
    effects = nil
  }

  init(_ task: StoreTask, executor: StoreExecutor, running: RunningEffects, timeout: Duration) {
    effects = Effects(task: task, executor: executor, running: running, timeout: timeout)
  }

  /// Cancels the effects of the action, and runs all jobs that can run after that.
  public func cancel() async {
    perform { await $0.cancelAndWait() }
  }

  /// Whether the task was cancelled. It is also `true` if no effect was running when `send` returned.
  public var isCancelled: Bool { effects?.task.isCancelled ?? true }

  /// Whether both are the task of the same `send`, or neither has effects.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.effects?.task == rhs.effects?.task }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(effects?.task)
  }

  /// Waits until the effects of the action, and of actions that they sent, have finished.
  ///
  /// It reports effects that wait for something that the test controls, such as a `TestClock`, at once, and effects
  /// that wait for the outside after `timeout`.
  ///
  /// - Parameter timeout: How long to wait for effects that wait for the outside; ``TestStore/timeout`` by default. If
  ///   it is given, the test store also waits for effects of which one task waits for the outside and another for the
  ///   test.
  public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    guard let effects else { return }
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let deadline = ContinuousClock.now + (timeout ?? effects.timeout)
    var end = WaitEnd.nothingToWaitFor
    while true {
      // No jobs run in between, so that the values belong to the same moment.
      let (answer, arrivals, waitsForOutside, restCount) = effects.executor.exclusively {
        effects.executor.runReadyJobs()
        // Read first: `isFinished` runs jobs from the outside, which may end the effects.
        let waitsForOutside = effects.running.hasEffectThatWaitsForOutside(countingParts: timeout != nil)
        let (answer, restCount) = perform { [executor = effects.executor] in
          (isFinished: await $0.isFinished, arrivals: executor.arrivals)
        }
        return (answer, effects.executor.arrivals, waitsForOutside, restCount)
      }
      guard let answer else { return effects.executor.reportRunaway(effects.running.list, at: location) }
      guard !answer.isFinished else { return }
      // Jobs from the outside that have run after the answer may have ended the effects.
      guard answer.arrivals == arrivals else { continue }
      guard waitsForOutside else { break }
      guard await effects.executor.waitForOutside(since: restCount, until: deadline) else {
        end = WaitEnd(of: timeout ?? effects.timeout, until: deadline)
        break
      }
    }
    reportIssue(
      """
      Expected the effects of the action to finish, but some are still running\
      \(end.suffix).

      These effects of the store are running:

      \(effects.running.list)

      Advance the clock that an effect sleeps on, send the action that cancels it, or cancel this task.
      """,
      at: location,
      article: .testing
    )
  }

  /// Runs a closure on the store's actor, and everything else that can run.
  ///
  /// - Returns: The result of the closure, or `nil` if the action was not sent or effects were stopped because they
  ///   never came to rest.
  @discardableResult
  private func perform<Result: Sendable>(
    _ body: @escaping @Sendable (StoreTask) async -> Result
  ) -> (result: Result?, restCount: Int) {
    guard let effects, !effects.executor.isStuck else { return (nil, 0) }
    // A `StoreTask` does not suspend on its store's actor, so all of the closure runs within this call, on this thread.
    nonisolated(unsafe) var result: Result?
    let restCount = effects.executor.runReadyJobs {
      Task(executorPreference: effects.executor) { [task = effects.task] in result = await body(task) }
    }
    return (result, restCount)
  }
}
