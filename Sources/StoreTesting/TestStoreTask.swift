import Dependencies
import Store

/// What an action that a test sent has set going.
///
/// ```swift
/// let task = await store.send(.appeared)
/// await store.receive(\.tick) { $0.count = 1 }
/// await task.cancel()
/// ```
public struct TestStoreTask: Hashable, Sendable {
  private struct Effects {
    let task: StoreTask
    let executor: TestExecutor
    let suspensions: SuspensionLog
    let timeout: Duration
  }

  /// `nil` if there was nothing to do.
  private let effects: Effects?

  init() {
    effects = nil
  }

  init(_ task: StoreTask, executor: TestExecutor, suspensions: SuspensionLog, timeout: Duration) {
    effects = Effects(task: task, executor: executor, suspensions: suspensions, timeout: timeout)
  }

  /// Cancels the effects of the action, and runs what that sets in motion.
  public func cancel() async {
    perform { await $0.cancelAndWait() }
  }

  /// Whether the task was cancelled. It is `true` also if nothing was in flight any more when `send` returned.
  public var isCancelled: Bool { effects?.task.isCancelled ?? true }

  /// Whether both are the task of the same `send`, or neither had anything to do.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.effects?.task == rhs.effects?.task }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(effects?.task)
  }

  /// Waits until the effects of the action, and of actions that they sent, have finished.
  ///
  /// Effects that wait for something that the test controls, such as a `TestClock`, are reported at once; those that wait
  /// for the outside after `timeout`.
  ///
  /// - Parameter timeout: How long to wait for effects that wait for the outside; ``TestStore/timeout`` unless you say
  ///   otherwise. If you do, effects are waited for too of which only a part waits for the outside, and another for the
  ///   test.
  public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    guard let effects else { return }
    let deadline = ContinuousClock.now + (timeout ?? effects.timeout)
    var waited: Duration?
    while true {
      // At one go, so that what others run meanwhile can't make the answers contradict one another.
      let (isFinished, waitsForOutside, generation) = effects.executor.exclusively {
        effects.executor.runReadyJobs()
        // First: asking whether the effects have finished runs what comes from the outside meanwhile, and may finish them.
        let waitsForOutside = effects.suspensions.hasEffectThatWaitsForOutside(countingParts: timeout != nil)
        let (isFinished, generation) = perform { await $0.isFinished }
        return (isFinished, waitsForOutside, generation)
      }
      guard isFinished == false else { return }
      guard waitsForOutside else { break }
      waited = timeout ?? effects.timeout
      guard await effects.executor.waitForOutside(since: generation, until: deadline) else { break }
    }
    reportIssue(
      """
      Expected the effects of the action to finish, but some are still running\
      \(waited.map { " after \($0)" } ?? "").

      These effects of the store are running:

      \(effects.suspensions.list)

      Advance the clock that an effect sleeps on, send the action that cancels it, or cancel this task.
      """,
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      article: .testing
    )
  }

  /// Runs what belongs on the store's actor, and everything else that can run.
  ///
  /// - Returns: What the closure returned, or nothing if there is nothing to do, or effects run on and on and were stopped.
  @discardableResult
  private func perform<Result: Sendable>(
    _ body: @escaping @Sendable (StoreTask) async -> Result
  ) -> (result: Result?, generation: Int) {
    guard let effects, !effects.executor.isStuck else { return (nil, 0) }
    // What a `StoreTask` does on its store's actor does not wait, so all of it runs within this call, on this thread.
    nonisolated(unsafe) var result: Result?
    let generation = effects.executor.runReadyJobs {
      Task(executorPreference: effects.executor) { [task = effects.task] in result = await body(task) }
    }
    return (result, generation)
  }
}
