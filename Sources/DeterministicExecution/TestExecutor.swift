import Dispatch
import Foundation
import StoreCore

/// Runs a test store and all of its effects, one job at a time, on the thread of whoever asks it to: that of the test. So
/// nothing happens in between, and after ``runReadyJobs(after:)`` everything that can run has run.
///
/// Jobs that come from the outside while the test waits in ``waitForOutside(since:until:)`` are run in the background, so
/// that a test which itself is on an actor that they need does not keep them waiting. So is what comes after the test
/// store is gone.
///
/// A test may also wait for something else than its store. If the test is on the main actor, jobs that come then are run
/// as soon as the main actor is free: the test has given it up. Elsewhere nobody can tell a test that waits from one that is
/// slow, so there jobs are run that nobody has run for a second.
@usableFromInline package final class TestExecutor: TaskExecutor, SerialExecutor {
  private struct State {
    var ready: ReadyJobs<UnownedJob>
    /// How many calls run jobs at the moment, each from within the one before.
    var depth = 0
    /// Jobs that were run since the outermost of them began.
    var steps = 0
    /// How many such calls there were.
    var generation = 0
    /// Who waits for the outside.
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastWaiter = 0
    var isBackgroundRunScheduled = false
    var isWatched = false
    /// Whether the test called from the main actor last.
    var isTestOnMainActor = false
    /// How many calls wait for what effects have put on the main actor. They run what it brings.
    var settlingCalls = 0
    var isMainActorAsked = false
    /// Whether the test store is gone.
    var isAbandoned = false
    /// Whether the jobs went on and on. No more of them are run.
    var isStuck = false

    mutating func next(limit: Int) -> Next {
      // Asking for jobs when there are none takes no step: a story that waits for the outside does so again and again.
      if !ready.isEmpty { steps += 1 }
      if steps > limit { isStuck = true }
      if !isStuck, let job = ready.popNext(depth: depth) { return .job(job) }
      depth -= 1
      generation += 1
      defer { waiters = [:] }
      return .end(generation: generation, waiters: waiters)
    }

    /// - Returns: Whether jobs are ready that no call is about to run.
    mutating func noteMainActorIsFree() -> Bool {
      isMainActorAsked = false
      return settlingCalls == 0 && waiters.isEmpty && !ready.isEmpty
    }
  }

  private enum Next {
    case job(UnownedJob)
    case end(generation: Int, waiters: [Int: CheckedContinuation<Void, Never>])
  }

  @usableFromInline package struct Limits: Sendable {
    /// How many jobs may run, and how many actions be received, within one line of the test.
    @usableFromInline package var steps = 250_000
    /// How many times effects may go to the main actor and come back, one after another, within one line of the test.
    package var turns = 1_000
    /// How long jobs wait for somebody to run them, in milliseconds.
    package var patience = 1_000
    /// How long an exploration waits for an effect that waits for the outside, in milliseconds. On a busy machine, what an
    /// effect does on another actor may take a while.
    package var outsidePatience = 60_000
  }

  @TaskLocal package static var limits = Limits()

  @usableFromInline package let limits = TestExecutor.limits
  private let state: Locked<State>
  /// Held while jobs run, and while the test store looks at what they have left behind.
  private let exclusion = NSRecursiveLock()

  package init(schedule: TestSchedule, decisions: ScheduleDecisions? = nil) {
    state = Locked(State(ready: ReadyJobs(schedule: schedule, decisions: decisions)))
  }

  // MARK: Executor

  @usableFromInline package func enqueue(_ job: consuming ExecutorJob) {
    enum Response { case none, run, ask, watch(generation: Int) }

    let job = UnownedJob(job)
    let response = state.withLock { state -> Response in
      state.ready.append(job)
      guard state.depth == 0, !state.isStuck else { return .none }
      if state.isAbandoned || !state.waiters.isEmpty {
        guard !state.isBackgroundRunScheduled else { return .none }
        state.isBackgroundRunScheduled = true
        return .run
      }
      if state.isTestOnMainActor, state.settlingCalls == 0 {
        guard !state.isMainActorAsked else { return .none }
        state.isMainActorAsked = true
        return .ask
      }
      guard !state.isWatched else { return .none }
      state.isWatched = true
      return .watch(generation: state.generation)
    }
    switch response {
    case .none: break
    case .run: runInBackground()
    case .ask: runOnceMainActorIsFree()
    case .watch(let generation): watch(since: generation)
    }
  }

  @usableFromInline package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  // MARK: Running jobs

  /// Runs jobs until none is ready.
  ///
  /// - Parameter prepare: Is called first, when jobs that it makes do not wait for anybody else.
  /// - Returns: A number to wait with. See ``waitForOutside(since:until:)``.
  @usableFromInline @discardableResult
  package func runReadyJobs(after prepare: () -> Void = {}) -> Int {
    let (generation, waiters) = exclusively {
      state.withLock { state in
        if state.depth == 0 { state.steps = 0 }
        state.depth += 1
      }
      prepare()
      while true {
        switch state.withLock({ $0.next(limit: limits.steps) }) {
        case .job(let job):
          job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        case .end(let generation, let waiters):
          return (generation, waiters)
        }
      }
    }
    for waiter in waiters.values { waiter.resume() }
    return generation
  }

  /// Runs jobs until none is ready, and so that whatever they have put on the main actor has run.
  ///
  /// - Parameter isAway: Whether somebody waits for the outside, which the main actor is a part of.
  package func settle(while isAway: () -> Bool) async {
    state.withLock { $0.settlingCalls += 1 }
    defer { state.withLock { $0.settlingCalls -= 1 } }
    runReadyJobs()
    for _ in 0..<limits.turns {
      guard isAway() else { return }
      // After what the main actor has to do already: it does one thing after another.
      await Task { @MainActor in }.value
      guard state.withLock({ !$0.ready.isEmpty && !$0.isStuck }) else { return }
      runReadyJobs()
    }
  }

  /// Has a search decide in which order jobs run, until it is told otherwise.
  @usableFromInline func order(by search: OrderSearch?) {
    state.withLock { $0.ready.search = search }
  }

  /// Begins to count steps anew, for a call that goes on for long.
  @usableFromInline package func beginTurn() {
    state.withLock { $0.steps = 0 }
  }

  /// Keeps jobs from running while `body` does.
  package func exclusively<Result>(_ body: () throws -> Result) rethrows -> Result {
    exclusion.lock()
    defer { exclusion.unlock() }
    return try body()
  }

  /// Notes where the test is that is about to call.
  package func noteCaller() {
    let isOnMainActor = MainActor.shared.isKnownToBeCurrent
    state.withLock { $0.isTestOnMainActor = isOnMainActor }
  }

  /// Runs jobs when the main actor is free, unless the test has gone on and called again: then the call runs them.
  private func runOnceMainActorIsFree() {
    Task { @MainActor [weak self] in
      guard let self else { return }
      if state.withLock({ $0.noteMainActorIsFree() }) { runReadyJobs() }
    }
  }

  private func runInBackground() {
    DispatchQueue.global().async {
      self.state.withLock { $0.isBackgroundRunScheduled = false }
      self.runReadyJobs()
    }
  }

  private func watch(since generation: Int) {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(limits.patience)) { [weak self] in
      guard let self else { return }
      let isOverdue = state.withLock { state in
        state.isWatched = false
        return state.generation == generation
      }
      if isOverdue { runReadyJobs() }
    }
  }

  // MARK: Waiting

  /// Waits until jobs from the outside have run.
  ///
  /// - Parameter generation: What ``runReadyJobs(after:)`` returned. If jobs have been run after that, it returns at once.
  /// - Returns: Whether it makes sense to wait further: the time is not up, and the test was not cancelled.
  package func waitForOutside(since generation: Int, until deadline: ContinuousClock.Instant) async -> Bool {
    func isOver() -> Bool { Task.isCancelled || ContinuousClock.now >= deadline }

    let waiter = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    let timer = Task { [weak self] in
      try await Task.sleep(until: deadline, clock: .continuous)
      self?.wake(waiter)
    }
    defer { timer.cancel() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waits = state.withLock { state in
          guard state.generation == generation, state.ready.isEmpty, !isOver() else { return false }
          state.waiters[waiter] = continuation
          return true
        }
        if !waits { continuation.resume() }
      }
    } onCancel: {
      wake(waiter)
    }
    return !isOver()
  }

  private func wake(_ waiter: Int) {
    state.withLock { $0.waiters.removeValue(forKey: waiter) }?.resume()
  }

  // MARK: Ending

  /// Whether the jobs went on and on, so that no more of them are run.
  @usableFromInline package var isStuck: Bool { state.withLock { $0.isStuck } }

  /// Stops running jobs, those that a call is running at the moment included.
  @usableFromInline package func stop() {
    state.withLock { $0.isStuck = true }
  }

  /// Gives the jobs another chance to come to an end.
  @usableFromInline package func resume() {
    state.withLock { $0.isStuck = false }
  }

  /// Leaves what is still to be done to the background: the test is over.
  package func abandon() {
    state.withLock { $0.isAbandoned = true }
    runReadyJobs()
  }
}
