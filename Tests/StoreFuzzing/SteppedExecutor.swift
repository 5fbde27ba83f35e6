import Dependencies

/// Runs the jobs of one run, one at a time, on the thread that asks it to, each time one of those that are ready.
///
/// The executor of test stores runs all that can run. A fuzzer wants to step in between.
///
/// Within ``GlobalJobs/take(_:while:)`` it gets the jobs for the global executor too: those of a `Task {}` that the framework
/// makes where it has no actor, and of `@concurrent` functions. So the order of all jobs follows from the seed.
final class SteppedExecutor: TaskExecutor, SerialExecutor {
  private struct Job {
    let job: UnownedJob
    let isGlobal: Bool
  }

  private let ready = Locked<[Job]>([])
  private let runsActor = Locked(false)

  /// Whether a job of the actor is being run.
  var isOnActor: Bool { runsActor.withLock { $0 } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    ready.withLock { $0.append(Job(job: job, isGlobal: false)) }
  }

  func enqueueGlobal(_ job: UnownedJob) {
    ready.withLock { $0.append(Job(job: job, isGlobal: true)) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  /// Runs one job.
  ///
  /// - Parameter choose: Says which, of a number of jobs.
  /// - Returns: Whether there was one.
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

/// The actor of all stores of a run.
actor SteppedActor {
  private let executor: SteppedExecutor

  init(executor: SteppedExecutor) {
    self.executor = executor
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }
}
