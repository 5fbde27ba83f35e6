extension RootCore {
  /// Starts effects and notifies observers, until nothing is left to do.
  ///
  /// Only the outermost call loops. Actions that effects and observers send are reduced at once, in nested calls, and
  /// their effects become tasks. So neither the stack nor the duration of the outermost call grows with a chain of
  /// effects.
  @inlinable func startEffectsAndNotify() {
    guard !runtime.flags.contains(.settling) else { return }
    runtime.flags.insert(.settling)
    // Effects that wait now are started at once, and so are a limited number that follow from them.
    var startsLeft = waiting.count + Self.followersStartedAtOnce
    repeat {
      startWaitingEffects(&startsLeft)
      if hasNews {
        hasNews = false
        announceChanges()
      }
    } while !waiting.isEmpty || hasNews
    runtime.flags.remove(.settling)
    resumeWaiters()
  }

  /// How many effects that follow from the first ones are started at once in the same call. Further ones become tasks,
  /// so that a chain of effects lets other work of the actor run.
  @inlinable static var followersStartedAtOnce: Int { 128 }

  @inlinable func resumeWaiters() {
    while let group = finishedGroups.popFirst() {
      guard !groupWaiters.isEmpty, isFinished(group: group) else { continue }
      for waiter in groupWaiters.removeValue(forKey: group) ?? [] { waiter.resume() }
    }
  }

  @usableFromInline func announceChanges() {
    updateSharedWatch()
    guard let observation else { return }
    var changes: [ObservationCell] = []
    _ = withState {
      runtime.gate.isCollecting = true
      observation.collectChanges(from: $0, into: &changes)
      runtime.gate.isCollecting = false
    }
    // Announced after the search of the tree, because observers may send actions and read under observation.
    for cell in changes { cell.announce() }
  }
}
