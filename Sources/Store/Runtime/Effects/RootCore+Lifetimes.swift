import Dependencies

// The beginning, the changes and the end of features.

extension RootCore {
  private var level: FeatureLevel<State, Action>? { owner.level(of: State.self, Action.self) }

  var hasLifetimes: Bool { level?.hasLifetimes ?? false }

  /// Lets the features of the initial state begin, at once or, if no actor is known yet, with the first action.
  ///
  /// - Parameter startsEffects: Whether their effects start. Otherwise the store goes on from the middle of a session.
  @usableFromInline func mount(startingEffects startsEffects: Bool = true) {
    // Most features have no operators. Finding that out first keeps it out of the time that making a store takes.
    guard owner.hasLevel, lifetime == nil, !runtime.flags.contains(.halted), hasLifetimes else { return }
    guard runtime.isolation.actor != nil else {
      runtime.flags.insert(.mountPending)
      return
    }
    runtime.flags.remove(.mountPending)
    runtime.flags.insert(.hasLifetimes)
    lifetime = FeatureLifetime()
    watchShared()
    if !startsEffects { return discardInitialEffects() }
    _ = enqueue(.lifetimes, origin: .user, group: makeGroup(), sender: .effect)
  }

  private func discardInitialEffects() {
    change { withDependencyValues(dependencies) { _ = visitLifetimes() } }
  }

  /// Cancels the effects that began with features, and go on for as long as these exist.
  func cancelMounted() {
    carryOut(ledger.cancel(effects(of: .mount)))
  }

  /// Returns the effects of an event, and those that they are a part of.
  private func effects(of kind: LifetimeEvent.Kind) -> Set<EffectLedger.EffectID> {
    let contexts = running.values.map(\.context) + sequences.values.map(\.context)
    let wholes = contexts.filter { $0.lifetime?.kind == kind }.flatMap(\.enclosing)
    return Set(wholes).union(running.filter { $0.value.context.lifetime?.kind == kind }.keys)
  }

  /// Called after each step, while the store is busy, so that the state does not change meanwhile.
  ///
  /// - Returns: The effects of features that have begun, changed or ended.
  @usableFromInline func visitLifetimes() -> Effect<Action> {
    guard let lifetime, let level else { return .none }
    var isUnsettled = false
    var effects = level.visit(lifetime, at: address, &isUnsettled)
    if isUnsettled {
      runtime.flags.insert(.modifying)
      runtime.reducedAction = nil
      level.settle(&address.pointee)
      runtime.flags.remove(.modifying)
      effects.append(level.visit(lifetime, at: address, &isUnsettled))
    }
    return effects.merged
  }

  /// Ends all effects, because the store has ended, and then all features.
  @usableFromInline func endEffects() {
    if hasEndedEffects { return }
    hasEndedEffects = true
    // What features do at their end goes on.
    carryOut(ledger.cancelAll(sparing: effects(of: .dismount)))
    endFeatures()
  }

  /// Ends all features. Their effects go on.
  func endFeatures() {
    guard let lifetime, let level else { return }
    self.lifetime = nil
    var effects: [Effect<Action>] = []
    withDependencyValues(dependencies) { effects = level.end(lifetime) }
    perform(.merge(effects), EffectContext(group: makeGroup(), cause: nil, step: 0))
  }
}

extension LifetimeEvent {
  /// For example "onMount of Row 3".
  var description: String {
    var name = typeName(feature)
    if name.hasSuffix(".State") { name.removeLast(".State".count) }
    return "\(kind.rawValue) of \(name)\(id.map { " \($0)" } ?? "")"
  }
}
