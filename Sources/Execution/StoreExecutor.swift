import Dispatch
import Foundation
import StoreCore

/// Runs a store and all of its effects, one job at a time, and knows when nothing is left to run.
///
/// A session's jobs run in the background, as soon as they arrive. ``StoreActor/idle()`` waits until none is left.
///
/// A test store's jobs run on the thread of the caller: that of the test. So nothing runs in between, and after
/// ``runReadyJobs(after:)`` everything that can run has run. Jobs that arrive from the outside while the test waits in
/// ``waitForOutside(since:until:)`` run in the background, so that they don't have to wait for the test, which may
/// itself be on an actor that they need. Jobs that arrive after the test store has been released also run in the
/// background.
///
/// A test may also wait for something other than its store. If the test is on the main actor, jobs that arrive then run
/// as soon as the main actor is free, because the test has given it up. On other executors a test that waits can't be
/// distinguished from one that is slow. There, jobs run in the background after a second.
///
/// The time at which a job arrives from another thread depends on that thread. Such a job therefore runs when nothing
/// else is ready, or after a thousand jobs. Then the order of the jobs that others have made ready is the same every
/// time.
package final class StoreExecutor: TaskExecutor, SerialExecutor {
  private struct State {
    var ready: ReadyJobs<UnownedJob>
    /// Jobs from other threads than the one that is running jobs, in the order of their arrival.
    var arrived: [UnownedJob] = []
    /// The number of jobs that have arrived before these.
    var arrivals = 0
    /// The nesting depth of calls that are running jobs.
    var depth = 0
    /// The number of jobs that have run since the outermost of these calls began.
    var steps = 0
    /// The number of times that nothing was left to run.
    var restCount = 0
    /// The tasks that wait until nothing is left to run, in the order in which they began to.
    var waiters: [(id: Int, continuation: CheckedContinuation<Void, Never>)] = []
    var lastWaiter = 0
    var isBackgroundRunScheduled = false
    var isWatched = false
    /// Whether the last call of the test came from the main actor.
    var isTestOnMainActor = false
    /// The number of `settle` calls that wait for the main actor. They run the jobs that arrive from there.
    var settlingCalls = 0
    var isMainActorAsked = false
    /// Whether all jobs have to run on the main actor, because the feature belongs to it.
    var belongsToMainActor = false
    /// Whether jobs run in the background as soon as they arrive.
    var runsInBackground = false
    /// Whether too many jobs have run, so that no more are run.
    var isStuck = false
    var isRunawayReported = false

    var hasJobs: Bool { !ready.isEmpty || !arrived.isEmpty }

    mutating func takeArrivedJobs() {
      guard !arrived.isEmpty else { return }
      for job in arrived { ready.append(job) }
      arrivals += arrived.count
      arrived.removeAll()
    }

    mutating func next(limit: Int) -> Next {
      // Also from time to time in between, because an effect may be ready again and again until something has arrived.
      if ready.isEmpty || steps % 1_000 == 999 { takeArrivedJobs() }
      // Without ready jobs it is not a step: a story that waits for the outside calls this function again and again.
      if !ready.isEmpty { steps += 1 }
      if steps > limit { isStuck = true }
      if !isStuck, let job = ready.popNext(depth: depth) { return .job(job) }
      restCount += 1
      // One at a time: a woken task may enqueue jobs here, which run before the next task wakes.
      if !waiters.isEmpty { return .wake(waiters.removeFirst().continuation) }
      depth -= 1
      return .end(restCount: restCount)
    }

    /// - Returns: Whether there are ready jobs that no call is about to run.
    mutating func markMainActorFree() -> Bool {
      isMainActorAsked = false
      return settlingCalls == 0 && waiters.isEmpty && hasJobs
    }
  }

  private enum Next {
    case job(UnownedJob)
    case wake(CheckedContinuation<Void, Never>)
    case end(restCount: Int)
  }

  package struct Limits: Sendable {
    /// The maximum number of jobs that run, and of actions that are reduced, within one line of the test.
    package var steps = 50_000
    /// How many times in a row effects may go to the main actor and come back within one line of the test.
    package var turns = 1_000
    /// How long a job waits until it runs in the background, in milliseconds.
    package var patience = 1_000
    /// How long an exploration waits for an effect that waits for the outside, in milliseconds. On a busy machine, work
    /// on another actor may take a while.
    package var outsidePatience = 60_000
  }

  @TaskLocal package static var limits = Limits()

  package let limits: Limits
  private let state: Locked<State>
  private let queue = DispatchQueue(label: "StoreExecutor")
  private let prepareThread: @Sendable () -> Void
  /// Held while jobs run, and while the test store reads their results.
  private let exclusion = NSRecursiveLock()

  package init(schedule: TestSchedule, decisions: ScheduleDecisions? = nil) {
    limits = Self.limits
    state = Locked(State(ready: ReadyJobs(schedule: schedule, decisions: decisions)))
    prepareThread = {}
  }

  /// Makes an executor that runs any number of jobs, in the background and as soon as they arrive.
  ///
  /// - Parameter prepareThread: Called on a thread that is about to run jobs.
  package init(inBackgroundAfter prepareThread: @escaping @Sendable () -> Void) {
    limits = Limits(steps: .max)
    state = Locked(State(ready: ReadyJobs(schedule: .firstInFirstOut), runsInBackground: true))
    self.prepareThread = prepareThread
  }

  // MARK: Executor

  package func enqueue(_ job: consuming ExecutorJob) {
    enum Response { case none, run(onMainActor: Bool), ask, watch(since: Int) }

    let job = UnownedJob(job)
    let response = state.withLock { state -> Response in
      if state.depth > 0, isRunningJobsHere {
        state.ready.append(job)
      } else {
        state.arrived.append(job)
      }
      guard state.depth == 0, !state.isStuck else { return .none }
      if state.runsInBackground || !state.waiters.isEmpty {
        guard !state.isBackgroundRunScheduled else { return .none }
        state.isBackgroundRunScheduled = true
        return .run(onMainActor: state.belongsToMainActor)
      }
      if state.isTestOnMainActor || state.belongsToMainActor, state.settlingCalls == 0 {
        guard !state.isMainActorAsked else { return .none }
        state.isMainActorAsked = true
        return .ask
      }
      guard !state.isWatched else { return .none }
      state.isWatched = true
      return .watch(since: state.restCount)
    }
    switch response {
    case .none: break
    case .run(onMainActor: false): runInBackground()
    case .run(onMainActor: true): Task { @MainActor in runScheduledJobs() }
    case .ask: runOnceMainActorIsFree()
    case .watch(let restCount): watch(since: restCount)
    }
  }

  package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  // MARK: Running jobs

  /// Runs jobs until none is ready.
  ///
  /// - Parameter prepare: Called first. The jobs that it enqueues are run by this call.
  /// - Returns: The number of times that nothing was left to run, for ``waitForOutside(since:until:)``.
  @discardableResult
  package func runReadyJobs(after prepare: () -> Void = {}) -> Int {
    exclusively {
      state.withLock { state in
        if state.depth == 0 {
          state.steps = 0
          // What has arrived before this call comes before what `prepare` enqueues.
          state.takeArrivedJobs()
        }
        state.depth += 1
      }
      prepare()
      while true {
        switch state.withLock({ $0.next(limit: limits.steps) }) {
        case .job(let job):
          job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        case .wake(let waiter): waiter.resume()
        case .end(let restCount): return restCount
        }
      }
    }
  }

  /// Runs jobs until none is ready, and until everything that they have enqueued on the main actor has run.
  ///
  /// - Parameter isAway: Returns whether an effect waits for the outside, which includes the main actor.
  package func settle(while isAway: () -> Bool) async {
    state.withLock { $0.settlingCalls += 1 }
    defer { state.withLock { $0.settlingCalls -= 1 } }
    runReadyJobs()
    for _ in 0..<limits.turns {
      guard isAway() else { return }
      // Runs after the jobs that the main actor already has, because it runs one after the other.
      await Task { @MainActor in }.value
      guard state.withLock({ $0.hasJobs && !$0.isStuck }) else { return }
      runReadyJobs()
    }
  }

  /// Sets the search that decides in which order jobs run.
  package func order(by search: OrderSearch?) {
    state.withLock { $0.ready.search = search }
  }

  /// Resets the count of steps, for a call that runs for long.
  package func beginTurn() {
    state.withLock { $0.steps = 0 }
  }

  /// Calls a function while no jobs run.
  package func exclusively<Result>(_ body: () throws -> Result) rethrows -> Result {
    exclusion.lock()
    defer { exclusion.unlock() }
    return try body()
  }

  /// Whether jobs are being run on the current thread, if they are being run at all: then their thread has locked
  /// `exclusion`, which only that thread can lock again.
  private var isRunningJobsHere: Bool {
    guard exclusion.try() else { return false }
    exclusion.unlock()
    return true
  }

  /// Has all jobs run on the main actor, because the feature belongs to it.
  package func moveToMainActor() {
    state.withLock { $0.belongsToMainActor = true }
  }

  /// Records whether the test that is about to call is on the main actor.
  package func recordCaller() {
    let isOnMainActor = MainActor.shared.isKnownToBeCurrent
    state.withLock { $0.isTestOnMainActor = isOnMainActor }
  }

  /// Runs jobs when the main actor is free, unless the test has called again by then and runs them itself.
  private func runOnceMainActorIsFree() {
    Task { @MainActor [weak self] in
      guard let self else { return }
      if state.withLock({ $0.markMainActorFree() }) { runReadyJobs() }
    }
  }

  private func runInBackground() {
    queue.async {
      self.prepareThread()
      self.runScheduledJobs()
    }
  }

  private func runScheduledJobs() {
    state.withLock { $0.isBackgroundRunScheduled = false }
    runReadyJobs()
  }

  private func watch(since restCount: Int) {
    queue.asyncAfter(deadline: .now() + .milliseconds(limits.patience)) { [weak self] in
      guard let self else { return }
      enum Response { case none, run, watch(since: Int) }

      let response = state.withLock { state -> Response in
        // Such a call runs the jobs as soon as the main actor, which may be slow, is free.
        if state.settlingCalls > 0 { return .watch(since: state.restCount) }
        state.isWatched = false
        return state.restCount == restCount ? .run : .none
      }
      switch response {
      case .none: break
      case .run: runReadyJobs()
      case .watch(let restCount): watch(since: restCount)
      }
    }
  }

  // MARK: Waiting

  /// The number of times that nothing was left to run.
  package var restCount: Int { state.withLock { $0.restCount } }

  /// Waits until jobs from the outside have run.
  ///
  /// - Parameter restCount: The result of ``runReadyJobs(after:)``. If jobs have run after that, it returns at once.
  /// - Returns: Whether to continue waiting: the deadline has not passed, and the test was not cancelled.
  package func waitForOutside(since restCount: Int, until deadline: ContinuousClock.Instant) async -> Bool {
    await wait(until: deadline, on: #isolation) { $0.restCount == restCount && !$0.hasJobs }
    return !Task.isCancelled && ContinuousClock.now < deadline
  }

  /// Waits until nothing is left to run.
  func idle(on actor: isolated StoreActor) async {
    // The caller is the job that runs at the moment. Often there is no other job.
    await wait(on: actor) { $0.hasJobs }
  }

  /// Waits until nothing is left to run, or until the deadline has passed or the task is cancelled.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the caller.
  ///   - isNeeded: Returns whether to wait at all.
  private func wait(
    until deadline: ContinuousClock.Instant? = nil,
    on isolation: isolated (any Actor)?,
    if isNeeded: @Sendable (State) -> Bool
  ) async {
    let waiter = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    let timer = deadline.map { deadline in
      Task { [weak self] in
        try await Task.sleep(until: deadline, clock: .continuous)
        self?.wake(waiter)
      }
    }
    defer { timer?.cancel() }
    await withTaskCancellationHandler {
      // Without this the closure would leave the actor, and come back to it, each time.
      _ = isolation
      await withCheckedContinuation { continuation in
        let waits = state.withLock { state in
          // From here on, whoever wakes the waiter finds it.
          guard isNeeded(state), !Task.isCancelled, deadline.map({ ContinuousClock.now < $0 }) ?? true else {
            return false
          }
          state.waiters.append((waiter, continuation))
          return true
        }
        if !waits { continuation.resume() }
      }
    } onCancel: {
      wake(waiter)
    }
  }

  private func wake(_ waiter: Int) {
    let waiter = state.withLock { state in
      state.waiters.firstIndex { $0.id == waiter }.map { state.waiters.remove(at: $0).continuation }
    }
    waiter?.resume()
  }

  /// The number of jobs from other threads that were put among the ready jobs.
  package var arrivals: Int { state.withLock { $0.arrivals } }

  // MARK: Ending

  /// Whether too many jobs have run, so that no more are run.
  package var isStuck: Bool { state.withLock { $0.isStuck } }

  /// Returns whether effects that never come to rest have yet to be reported, which the caller then does.
  package func takeRunawayReport() -> Bool {
    state.withLock { state in
      defer { state.isRunawayReported = true }
      return !state.isRunawayReported
    }
  }

  /// Stops running jobs, including the jobs of a call that is running.
  package func stop() {
    state.withLock { $0.isStuck = true }
  }

  /// Allows jobs to run again.
  package func resume() {
    state.withLock { $0.isStuck = false }
  }

  /// Leaves the remaining jobs to the background, because the test is over.
  package func abandon() {
    state.withLock { $0.runsInBackground = true }
    runReadyJobs()
  }
}

/// Runs each job on a thread of its own.
///
/// For tasks that compute for seconds or block their thread: Swift concurrency has one thread for each processor, and
/// other tasks need them, among these perhaps the ones that are waited for.
package final class ThreadExecutor: TaskExecutor {
  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
