import Dependencies

/// Runs the jobs of one run on the thread that calls `step(_:)`, one job in each call.
///
/// The executor of test stores runs all jobs that are ready. The fuzzer chooses each job, and acts in between.
///
/// Within ``GlobalJobs/take(_:while:)`` it gets the jobs for the global executor too: those of a `Task {}` that the
/// framework makes outside of an actor, and of `@concurrent` functions. So the order of all jobs follows from the seed.
final class SteppedExecutor: TaskExecutor, SerialExecutor {
  private struct Job {
    let job: UnownedJob
    let isGlobal: Bool
  }

  private let ready = Locked<[Job]>([])
  private let runsActor = Locked(false)

  var isOnActor: Bool { runsActor.withLock { $0 } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    ready.withLock { $0.append(Job(job: job, isGlobal: false)) }
  }

  func enqueueGlobal(_ job: UnownedJob) { ready.withLock { $0.append(Job(job: job, isGlobal: true)) } }
  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  /// - Parameter choose: Is passed the number of jobs that are ready, and returns the index of the one to run.
  func step(_ choose: (Int) -> Int) -> Bool {
    let count = ready.withLock { $0.count }
    guard count > 0 else { return false }
    let index = choose(count)
    let next = ready.withLock { $0.remove(at: index) }
    runsActor.withLock { $0 = !next.isGlobal }
    if next.isGlobal {
      next.job.runSynchronously(on: asUnownedTaskExecutor())
    } else {
      next.job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
    runsActor.withLock { $0 = false }
    return true
  }
}

actor SteppedActor {
  private let executor: SteppedExecutor

  init(executor: SteppedExecutor) { self.executor = executor }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}
