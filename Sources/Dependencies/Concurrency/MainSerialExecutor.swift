import Dispatch

/// Runs an asynchronous operation, and the asynchronous functions and child tasks that it calls, on the main actor's
/// queue, one after the other in the order in which they become ready.
///
/// ```swift
/// await withMainSerialExecutor {
///   async let first: Void = model.load()
///   async let second: Void = model.refresh()
///   _ = await (first, second)
/// }
/// ```
///
/// It applies to the operation's own task: functions without an actor, `async let` and task groups. A `Task` that is
/// made on the main actor runs there as usual. Detached tasks, and tasks that code without an actor makes, run
/// elsewhere. To move these too, set ``uncheckedUseMainSerialExecutor``, which affects the whole process.
///
/// Tests of features don't need it: a test store has an executor of its own.
@MainActor
public func withMainSerialExecutor(_ operation: @isolated(any) () async throws -> Void) async rethrows {
  try await withTaskExecutorPreference(MainQueueExecutor.shared) { try await operation() }
}

/// Runs tasks on the main queue, as the main actor does.
private final class MainQueueExecutor: TaskExecutor {
  static let shared = MainQueueExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.main.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
