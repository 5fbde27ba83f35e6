import Dependencies
import Execution
import Store
import StoreTrace

extension StoreActor {
  /// Makes the actor of a session.
  ///
  /// Effects that leave the actor also prefer its executor. So on mock values nothing runs anywhere else: every run is
  /// the same, and the session knows when no job is left, instead of guessing after some waiting.
  package static func forSession() -> StoreActor {
    StoreActor(executor: StoreExecutor(inBackgroundAfter: SignalHandler.prepareThread))
  }

  /// Runs an operation on a new actor.
  ///
  /// The task prefers the actor's executor meanwhile. Otherwise it would leave the executor and come back for each
  /// closure that it passes to a function of the standard library.
  package static func runSession<Result: Sendable>(
    _ operation: @Sendable (isolated StoreActor) async throws -> Result
  ) async rethrows -> Result {
    let actor = forSession()
    return try await withTaskExecutorPreference(actor.executor) { try await operation(actor) }
  }

  /// Returns a recorder for the effects of a store that belongs to the actor.
  package nonisolated func recorder(_ running: RunningEffects) -> SuspensionRecorder {
    running.recorder(settle: { await self.idle() })
  }

  /// Returns the configuration of the actor's stores. Features begin together with the session, so that the trace has
  /// their first steps. On live values, effects leave the actor as in any program.
  func storeConfiguration(isLive: Bool, _ recorder: SuspensionRecorder) -> StoreConfiguration {
    isLive
      ? StoreConfiguration(mountsAtOnce: false)
      : StoreConfiguration(executor: executor, recorder: recorder, mountsAtOnce: false)
  }
}
