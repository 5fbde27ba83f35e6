import Dependencies
import Dispatch
import Store
import StoreTrace

/// Runs a session's jobs one at a time, in the order of their arrival, and knows when none is left.
///
/// It is both the executor of the session's actor and the one that effects prefer when they leave it. So on mock values
/// nothing runs anywhere else, every run is the same, and "everything that can happen has happened" is a fact, not a
/// guess after some waiting.
package final class ScriptExecutor: SerialExecutor, TaskExecutor {
  private struct State {
    var jobs = Queue<UnownedJob>()
    var idleWaiters: [(id: Int, continuation: CheckedContinuation<Void, Never>)] = []
    var cancelledWaiters: Set<Int> = []
    var lastWaiter = 0
    var isDraining = false
    /// The number of times that nothing was left to run.
    var restCount = 0
  }

  private let state = Locked(State())
  private let queue = DispatchQueue(label: "ScriptExecutor")

  package init() {}

  /// The number of times that nothing was left to run.
  var restCount: Int { state.withLock { $0.restCount } }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    schedule { $0.jobs.append(job) }
  }

  package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  /// Waits until no job is left that could run.
  ///
  /// A task that waits for the outside world or for a clock has no job. Returns early if the task is cancelled, because
  /// effects that never rest must not keep it waiting.
  ///
  /// - Parameter isolation: The actor that runs on this executor.
  fileprivate func idle(on isolation: isolated ScriptActor) async {
    // The caller is the job that runs at the moment. Often there is no other job.
    let waiter = state.withLock { state -> Int? in
      guard !state.jobs.isEmpty else { return nil }
      state.lastWaiter += 1
      return state.lastWaiter
    }
    guard let id = waiter else { return }
    await withTaskCancellationHandler {
      // Without this the closure would leave the actor, and come back to it, each time.
      _ = isolation
      await withCheckedContinuation { continuation in
        schedule { state in
          if state.cancelledWaiters.remove(id) == nil {
            state.idleWaiters.append((id, continuation))
          } else {
            continuation.resume()
          }
        }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        guard let index = state.idleWaiters.firstIndex(where: { $0.id == id }) else {
          state.cancelledWaiters.insert(id)
          return nil as CheckedContinuation<Void, Never>?
        }
        return state.idleWaiters.remove(at: index).continuation
      }
      waiter?.resume()
    }
  }

  private func schedule(_ change: (inout State) -> Void) {
    let mustStart = state.withLock { state in
      change(&state)
      defer { state.isDraining = true }
      return !state.isDraining
    }
    if mustStart { queue.async { self.drain() } }
  }

  private enum Step {
    case run(UnownedJob)
    case wake(CheckedContinuation<Void, Never>)
    case stop
  }

  private func drain() {
    SignalHandler.prepareThread()
    while true {
      let step = state.withLock { state -> Step in
        if let job = state.jobs.popFirst() { return .run(job) }
        state.restCount += 1
        if !state.idleWaiters.isEmpty { return .wake(state.idleWaiters.removeFirst().continuation) }
        state.isDraining = false
        return .stop
      }
      switch step {
      case .run(let job):
        job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
      case .wake(let waiter): waiter.resume()
      case .stop: return
      }
    }
  }
}

/// The actor that a session's store belongs to.
package actor ScriptActor {
  package nonisolated let executor: ScriptExecutor

  package init(_ executor: ScriptExecutor) {
    self.executor = executor
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Runs an operation on an actor of its own.
  ///
  /// The task prefers the actor's executor meanwhile. Otherwise it would leave the executor and come back for each
  /// closure that it passes to a function of the standard library.
  package static func run<Result: Sendable>(
    _ operation: @Sendable (isolated ScriptActor) async throws -> Result
  ) async rethrows -> Result {
    let actor = ScriptActor(ScriptExecutor())
    return try await withTaskExecutorPreference(actor.executor) { try await operation(actor) }
  }

  /// Waits until no job is left that could run.
  package func idle() async { await executor.idle(on: self) }

  /// How the actor's stores run. On live values, effects leave the actor as in any program.
  func storeConfiguration(isLive: Bool, _ recorder: SuspensionRecorder) -> StoreConfiguration {
    isLive ? StoreConfiguration() : StoreConfiguration(executor: executor, recorder: recorder)
  }
}
