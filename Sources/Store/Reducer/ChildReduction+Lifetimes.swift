/// Which children of an operator begin, change and end.
extension ChildReduction {
  /// The children of one parent that existed after the last step.
  private final class KnownChildren {
    var ids: Siblings.IDs?
    var lineage: StackLineage?
    var lifetimes: [(id: Siblings.ID, lifetime: FeatureLifetime<Child.State>)] = []
  }

  @usableFromInline var hasLifetimes: Bool { child.hasLifetimes }

  @usableFromInline func visitChildren(
    _ children: inout AnyObject?,
    at state: UnsafePointer<ParentState>,
    _ unsettled: inout Bool
  ) -> LifetimeEffects<ParentAction> {
    var effects = LifetimeEffects<ParentAction>()
    let series = self.children.series(at: state)
    if case .unsettled = series {
      unsettled = true
      return effects
    }
    let known = exactCast(children) ?? KnownChildren()
    children = known
    let now = self.children.ids(in: state)
    let isReplaced = known.ids != now || known.lineage !== series.lineage
    if isReplaced { effects.gone = replace(known, with: now, of: series.lineage) }
    // Children that only begin and end are none of the other steps' business.
    guard let level = child.builtLevel, isReplaced || level.needsVisits else { return effects }
    for (id, lifetime) in known.lifetimes where level.needsVisits || !lifetime.isMounted {
      var childEffects = LifetimeEffects<Child.Action>()
      _ = self.children.look(for: id, at: state) { childState in
        child.bindingPresentation { childEffects = level.visit(lifetime, at: childState, &unsettled) }
      }
      if childEffects.isEmpty { continue }
      func lift(_ effect: Effect<Child.Action>) -> Effect<ParentAction> { lifted(effect, of: id, now) }
      effects.append(childEffects.map(gone: lift, present: lift))
    }
    return effects
  }

  /// Returns the effects of the children that are gone.
  private func replace(
    _ known: KnownChildren,
    with now: Siblings.IDs,
    of lineage: StackLineage?
  ) -> [Effect<ParentAction>] {
    var kept: [AnyHashable: FeatureLifetime<Child.State>] = [:]
    var effects: [Effect<ParentAction>] = []
    for (id, lifetime) in known.lifetimes {
      if known.lineage === lineage, children.contains(id, in: now) {
        kept[children.element(id, of: owner).id] = lifetime
      } else {
        effects += end(lifetime, of: id)
      }
    }
    known.ids = now
    known.lineage = lineage
    known.lifetimes = children.all(now).map { id in
      (id, kept[children.element(id, of: owner).id] ?? FeatureLifetime())
    }
    return effects
  }

  @usableFromInline func endChildren(_ children: AnyObject?) -> [Effect<ParentAction>] {
    exactCast(children, to: KnownChildren.self)?.lifetimes.flatMap { end($0.lifetime, of: $0.id) } ?? []
  }

  private func end(_ lifetime: FeatureLifetime<Child.State>, of id: Siblings.ID) -> [Effect<ParentAction>] {
    guard let level = child.level else { return [] }
    return child.bindingPresentation { level.end(lifetime) }.map { liftedAfterEnd($0, of: id) }
  }

  /// Returns an effect of a child that is gone as one of the parent, which is not cancelled with the child.
  private func liftedAfterEnd(_ effect: Effect<Child.Action>, of id: Siblings.ID) -> Effect<ParentAction> {
    effect.map(embed(id)) { accessExtension(to: id) }
  }

  @usableFromInline func settle(in state: inout ParentState) {
    _ = children.begin(&state)
    guard let level = child.builtLevel else { return }
    for id in children.all(children.ids(in: &state)) {
      let reportCount = owner.reportCount
      _ = children.modify(id, in: &state) { level.settle(&$0) }
      complete(since: reportCount, by: id)
    }
  }
}
