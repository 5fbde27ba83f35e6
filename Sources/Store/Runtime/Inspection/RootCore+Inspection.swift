extension RootCore {
  func attach(_ inspector: Inspector<State, Action>) -> AttachedInspector<State, Action> {
    checkIsolation()
    if inspectors.isEmpty { stepCount = pausedStepCount }
    let attached = AttachedInspector(inspector)
    inspectors.append(attached)
    runtime.flags.insert(.inspected)
    watchShared()
    sharedWatch?.record(snapshot())
    return attached
  }

  func removeInspectors() {
    for inspector in inspectors { detach(inspector) }
  }

  func detach(_ inspector: AttachedInspector<State, Action>) {
    guard inspector.isAttached else { return }
    checkIsolation()
    inspector.isAttached = false
    let others = inspectors.filter(\.isAttached)
    if others.isEmpty {
      runtime.flags.remove(.inspected)
      // Actions have no number until another inspector is attached.
      (pausedStepCount, stepCount) = (stepCount, 0)
    }
    // Releasing the inspector may run user code that sends actions, which the other inspectors see.
    withExtendedLifetime(inspectors) { inspectors = others }
  }

  /// What observers have read that are about to be notified.
  func observedKeyPaths(of changes: [ObservationCell]) -> [AnyKeyPath] {
    // The observers of other cells were notified of an earlier change, and have not read again.
    changes.filter(\.isObserved).compactMap(\.readKeyPath)
  }
}

@usableFromInline final class AttachedInspector<State, Action> {
  @usableFromInline let receive: (StoreStep<State, Action>, StepNumbers, Duration?) -> Void
  @usableFromInline var isAttached = true

  init(_ inspector: Inspector<State, Action>) {
    receive = inspector.receive
  }
}
