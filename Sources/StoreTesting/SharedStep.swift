import Dependencies
import Store

/// What is shared, before and after an action, or between two of them.
struct SharedStep {
  private let valuesBefore: [ObjectIdentifier: Any]
  private let valuesAfter: [ObjectIdentifier: Any]
  private let changes: SharedChangeTracker.Changes

  /// - Parameters:
  ///   - changes: What the feature has changed. What others have changed, the test has not to assert.
  ///   - valuesAfter: The values of what the state shares.
  init(_ changes: SharedChangeTracker.Changes, after valuesAfter: [ObjectIdentifier: Any]) {
    self.changes = changes
    self.valuesAfter = valuesAfter
    valuesBefore = valuesAfter.merging(changes.before) { $1 }
  }

  /// Whether the feature has changed anything, if only to what it was.
  var hasChanges: Bool { !changes.isEmpty }

  var before: StateSnapshot { StateSnapshot(values: valuesBefore) }

  var after: StateSnapshot { StateSnapshot(values: valuesAfter) }

  /// A snapshot with the values that a state shows, and those before the step of what it does not.
  func snapshot<State>(of state: State) -> StateSnapshot {
    StateSnapshot(values: valuesBefore.merging(StateSnapshot.values(in: state)) { $1 })
  }
}

extension TestStore {
  /// What is shared now, and what it was before effects changed it since the last action. What is asserted of an action
  /// that waits to be received is asserted with that.
  var sharedNow: SharedStep {
    guard !ledger.hasReceived else {
      return SharedStep(SharedChangeTracker.Changes(), after: StateSnapshot.values(in: state))
    }
    return SharedStep(tracker.takeChanges(), after: StateSnapshot.currentValues(in: state))
  }

  /// Reports what effects have changed since the last action, if the test has not asserted it.
  func reportUnassertedSharedChanges(at location: IssueLocation) {
    guard StateSnapshot.canShare(State.self), !ledger.hasReceived else { return }
    let step = sharedNow
    let (before, actual) = (step.before.detached(state), step.after.detached(state))
    state = actual
    guard before != actual else { return }
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
