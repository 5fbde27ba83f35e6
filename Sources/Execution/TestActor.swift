/// The actor of a test store. It runs on a test executor.
package actor TestActor {
  private let executor: TestExecutor

  package init(executor: TestExecutor) {
    self.executor = executor
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Calls a function in a task that is on none of the program's actors. As far as the run time knows, a job that the
  /// caller's thread runs for a test store isn't on the caller's actor.
  package static func onNoOtherActor<Result>(_ body: @escaping () -> Result) -> Result? {
    let executor = TestExecutor(schedule: .firstInFirstOut)
    var result: Result?
    executor.runReadyJobs(on: TestActor(executor: executor)) { result = body() }
    return result
  }

  fileprivate func perform(_ body: @Sendable () -> Void) {
    body()
  }
}

extension TestExecutor {
  /// Calls a function on a test store's actor, and then runs jobs until none is ready.
  ///
  /// The function is not called if the executor is stuck. See ``isStuck``.
  package func runReadyJobs(on actor: TestActor, _ body: @escaping () -> Void) {
    // The function is called within this call, on this thread, and nothing else runs meanwhile.
    nonisolated(unsafe) let body = body
    runReadyJobs {
      Task(executorPreference: self) { await actor.perform { body() } }
    }
  }
}
