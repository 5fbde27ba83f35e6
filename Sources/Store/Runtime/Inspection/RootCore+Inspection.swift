extension RootCore {
  func inspect(with inspector: Inspector<State, Action>) -> InspectorToken {
    if inspectors.isEmpty { stepCount = pausedStepCount }
    let attached = AttachedInspector(inspector)
    inspectors.append(attached)
    runtime.flags.insert(.inspected)
    // Weakly: what has left is not kept by a token that somebody keeps.
    return InspectorToken { [weak self, weak attached] in
      if let attached { self?.detach(attached) }
    }
  }

  private func detach(_ inspector: AttachedInspector<State, Action>) {
    guard inspector.isAttached else { return }
    inspector.isAttached = false
    let others = inspectors.filter(\.isAttached)
    if others.isEmpty {
      runtime.flags.remove(.inspected)
      // What happens until the next one comes has no number.
      (pausedStepCount, stepCount) = (stepCount, 0)
    }
    // What the inspector holds may send when it goes, which is told to the others.
    withExtendedLifetime(inspectors) { inspectors = others }
  }
}

/// An inspector of a store, until it leaves.
@usableFromInline final class AttachedInspector<State, Action> {
  @usableFromInline let receive: (Inspection<State, Action>, InspectionStep) -> Void
  @usableFromInline var isAttached = true

  init(_ inspector: Inspector<State, Action>) {
    receive = inspector.receive
  }
}
