/// The actor of the store of a test, a story or a session. It runs on an executor that knows when nothing is left to run.
package actor StoreActor {
  package nonisolated let executor: StoreExecutor

  package init(executor: StoreExecutor) {
    self.executor = executor
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Waits until nothing is left to run.
  ///
  /// A task that waits for the outside world or for a clock has no job. Returns early if the task is cancelled, because
  /// effects that never rest must not keep it waiting.
  package func idle() async { await executor.idle(on: self) }

  /// Calls a function in a task that is on none of the program's actors. As far as the run time knows, a job that the
  /// caller's thread runs for a test store isn't on the caller's actor.
  package static func onNoOtherActor<Result>(_ body: @escaping () -> Result) -> Result? {
    let executor = StoreExecutor(schedule: .firstInFirstOut)
    var result: Result?
    executor.runReadyJobs(on: StoreActor(executor: executor)) { result = body() }
    return result
  }

  fileprivate func perform(_ body: @Sendable () -> Void) {
    body()
  }
}

extension StoreExecutor {
  /// Calls a function on a test store's actor, and then runs jobs until none is ready.
  ///
  /// The function is not called if the executor is stuck. See ``isStuck``.
  package func runReadyJobs(on actor: StoreActor, _ body: @escaping () -> Void) {
    // The function is called within this call, on this thread, and nothing else runs meanwhile.
    nonisolated(unsafe) let body = body
    runReadyJobs {
      Task(executorPreference: self) { await actor.perform { body() } }
    }
  }
}
