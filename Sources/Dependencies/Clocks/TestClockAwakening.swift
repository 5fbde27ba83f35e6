import Dispatch

/// Tells when a task that a ``TestClock`` has woken waits again, or is over.
///
/// A task on an actor has let it go by then, so whoever gets onto the actor after it knows. A task without an actor may run
/// on any thread. It is asked onto this executor when it wakes: a job of it is what the task does until it waits, since it
/// changes back from one executor that belongs to no actor to another without giving up its thread.
final class TestClockAwakening: TaskExecutor {
  private let isolation: (any Actor)?
  private let (waiting, isWaiting) = AsyncStream.makeStream(of: Never.self)

  /// - Parameter isolation: The actor of the task, if it is on one.
  init(isolation: (any Actor)?) { self.isolation = isolation }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.global().async { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
      isWaiting.finish()
    }
  }

  /// Called by the task when it wakes.
  func begin() async {
    if isolation != nil { return isWaiting.finish() }
    if withUnsafeCurrentTask(body: { $0?.unownedTaskExecutor }) == nil {
      await withTaskExecutorPreference(self) { @concurrent [self] in touch() }
    } else {
      // The task stays where it was asked to be. Said by another one, so that it goes on meanwhile.
      Task.detached { [isWaiting] in isWaiting.finish() }
    }
  }

  /// Returns when the task waits again, or is over.
  func end() async {
    for await _ in waiting {}
    if let isolation { await passThrough(isolation) }
  }

  private func passThrough(_ actor: isolated any Actor) async { touch() }

  /// Has the compiler keep a change of executors: it drops one after which nothing is done.
  @inline(never) private func touch() { withExtendedLifetime(self) {} }
}
