import Dependencies
import Store

/// The values of shared state before and after an action, or between two actions.
struct SharedStep {
  private let valuesBefore: [ObjectIdentifier: Any]
  private let valuesAfter: [ObjectIdentifier: Any]
  private let changes: SharedChangeTracker.Changes

  /// - Parameters:
  ///   - changes: The changes that the feature made. Tests do not have to assert changes that other features made.
  ///   - valuesAfter: The values of the shared state after the step.
  init(_ changes: SharedChangeTracker.Changes, after valuesAfter: [ObjectIdentifier: Any]) {
    self.changes = changes
    self.valuesAfter = valuesAfter
    valuesBefore = valuesAfter.merging(changes.before) { $1 }
  }

  /// Whether the feature set any shared value, even to the value that it had.
  var hasChanges: Bool { !changes.isEmpty }

  var before: StateSnapshot { StateSnapshot(values: valuesBefore) }

  var after: StateSnapshot { StateSnapshot(values: valuesAfter) }

  /// Returns a snapshot with the shared values that `state` contains, and the values before the step for all others.
  func snapshot<State>(of state: State) -> StateSnapshot {
    StateSnapshot(values: valuesBefore.merging(StateSnapshot.values(in: state)) { $1 })
  }
}

extension TestStore {
  /// The values of shared state now, and before effects changed them after the last action. While received actions wait
  /// to be asserted it contains no changes, because the changes are asserted with these actions.
  var sharedNow: SharedStep {
    guard ledger.received.isEmpty else {
      return SharedStep(SharedChangeTracker.Changes(), after: StateSnapshot.values(in: state))
    }
    return SharedStep(tracker.takeChanges(), after: StateSnapshot.currentValues(in: state))
  }

  /// Reports changes of shared state that effects made after the last action and that the test has not asserted.
  func reportUnassertedSharedChanges(at location: IssueLocation) {
    guard StateSnapshot.canShare(State.self), ledger.received.isEmpty else { return }
    let step = sharedNow
    let (before, actual) = (step.before.detached(state), step.after.detached(state))
    state = actual
    guard !areEqual(before, actual) else { return }
    fail(
      """
      The test ended before it asserted changes of shared state.

      \(difference(before, actual, "Actual"))

      An effect has changed what the state shares after the last action. Assert it with "store.assert { ... }".
      """,
      at: location
    )
  }
}
