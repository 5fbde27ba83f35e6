import Dispatch
import Foundation
import Synchronization

/// Runs a test store and all of its effects, one job at a time, on the thread of whoever asks it to: usually that of the
/// test. Nothing happens in between, so after a call of ``runReadyJobs()`` everything that can run has run.
final class TestExecutor: TaskExecutor, SerialExecutor {
  private struct State {
    var ready: ReadyJobs<UnownedJob>
    /// Resumed when a job comes that somebody waits for.
    var waiter: CheckedContinuation<Void, Never>?
    /// Whether the test store is gone. What its effects still do then is run in the background.
    var isAbandoned = false
  }

  private let state: Mutex<State>
  /// Held while jobs run, and while the test store looks at what they have left behind.
  private let exclusion = NSRecursiveLock()

  init(schedule: TestSchedule) {
    state = Mutex(State(ready: ReadyJobs(schedule: schedule)))
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let (waiter, isAbandoned) = state.withLock { state in
      state.ready.append(job)
      defer { state.waiter = nil }
      return (state.waiter, state.isAbandoned)
    }
    waiter?.resume()
    if isAbandoned { DispatchQueue.global().async { self.runReadyJobs() } }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  /// Runs jobs until none is ready.
  func runReadyJobs() {
    exclusively {
      while let job = state.withLock({ $0.ready.popNext() }) {
        job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
      }
    }
  }

  /// Keeps jobs from running while `body` does.
  func exclusively<Result>(_ body: () throws -> Result) rethrows -> Result {
    exclusion.lock()
    defer { exclusion.unlock() }
    return try body()
  }

  /// Waits until a job is ready or the time is up.
  /// - Returns: Whether a job is ready.
  func waitForJob(until deadline: ContinuousClock.Instant) async -> Bool {
    let timer = Task { [weak self] in
      try await Task.sleep(until: deadline, clock: .continuous)
      self?.wakeWaiter()
    }
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        if !state.ready.isEmpty || ContinuousClock.now >= deadline { return true }
        state.waiter = continuation
        return false
      }
      if isReady { continuation.resume() }
    }
    timer.cancel()
    return state.withLock { !$0.ready.isEmpty }
  }

  private func wakeWaiter() {
    state.withLock { state in
      defer { state.waiter = nil }
      return state.waiter
    }?.resume()
  }

  /// Leaves what is still to be done to the background: the test is over.
  func abandon() {
    state.withLock { $0.isAbandoned = true }
    runReadyJobs()
  }
}

/// The actor of a test store. It runs where the executor says.
actor TestActor {
  private let executor: TestExecutor

  init(executor: TestExecutor) {
    self.executor = executor
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }
}
