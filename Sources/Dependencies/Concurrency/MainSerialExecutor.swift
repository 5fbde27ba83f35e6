import Dispatch

/// Runs an asynchronous operation, and the asynchronous functions and child tasks that it calls, on the main actor's queue,
/// one after the other in the order in which they become ready.
///
/// ```swift
/// await withMainSerialExecutor {
///   async let first: Void = model.load()
///   async let second: Void = model.refresh()
///   _ = await (first, second)
/// }
/// ```
///
/// It applies to the operation's own task: functions without an actor, `async let` and task groups. A `Task` that is made
/// on the main actor runs there as ever. Detached tasks, and tasks that code without an actor makes, run elsewhere: what
/// brings them here is a hook of the whole process, ``uncheckedUseMainSerialExecutor``.
///
/// Tests of features don't need it: a test store has an executor of its own.
@MainActor
public func withMainSerialExecutor(_ operation: @isolated(any) () async throws -> Void) async rethrows {
  try await withTaskExecutorPreference(MainQueueExecutor.shared) { try await operation() }
}

/// Runs tasks where the main actor's run.
private final class MainQueueExecutor: TaskExecutor {
  static let shared = MainQueueExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.main.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
