internal import CConcurrency
import Dependencies

extension Actor {
  /// Whether the current code runs on this actor.
  ///
  /// Returns `false` only where Swift can answer without stopping the program: for the main actor and default actors.
  /// For other executors, `preconditionIsolated()` stops the program if the code runs elsewhere.
  @usableFromInline nonisolated var isCurrent: Bool {
    if isKnownToBeCurrent { return true }
    if self is MainActor || can_tell_current_executor() && unownedExecutor.words.table == 0 { return false }
    preconditionIsolated()
    return true
  }

  /// Whether the current code is known to run on this actor. Never stops the program.
  package nonisolated var isKnownToBeCurrent: Bool {
    if can_tell_current_executor(), is_current_executor(unownedExecutor.words) { return true }
    // Jobs of the main actor run on the main queue, and so can other code.
    return self is MainActor && MainQueue.isCurrent
  }
}

/// Returns the actor on which the current code runs, or `nil` if it runs on none.
func currentActor() -> (any Actor)? {
  if MainActor.shared.isKnownToBeCurrent { return MainActor.shared }
  let words = swift_task_getCurrentExecutor()
  // The two low bits of a table's address are flags. An executor with flags alone stands for a thread that begins a
  // task at once.
  let isThread = words.table != 0 && words.table <= 3
  guard !isThread, let address = UnsafeRawPointer(bitPattern: words.object) else { return nil }
  // Sound because executors are objects, and the one that runs this code exists.
  switch Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue() {
  case let actor as any Actor: return actor
  case let executor as any SerialExecutor: return CustomExecutorActor(executor: executor)
  default: return nil
  }
}

/// Stands for an actor that provides its own executor, because the actor can't be found from its executor. Code that is
/// isolated to either of them runs on the same executor.
actor CustomExecutorActor {
  private let executor: any SerialExecutor

  init(executor: any SerialExecutor) {
    self.executor = executor
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}

extension UnownedSerialExecutor {
  // Sound because both are two words. A cast between types of different sizes would stop the program.
  fileprivate var words: SerialExecutorWords { unsafeBitCast(self, to: SerialExecutorWords.self) }
}
