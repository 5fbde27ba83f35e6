/// What the operators of a store's reducer have noticed while an action was reduced. The store acts on it when the
/// reducer has returned, before it performs the effect.
@usableFromInline final class ReductionContext {
  /// The children of an operator that may be gone.
  ///
  /// Begins relative to the operator. Each operator around it adds the child that it has run.
  @usableFromInline struct Report {
    let owner: ScopeOwner
    /// Returns the ids of the children that are gone, of those in one parent.
    let gone: (ScopeFamily) -> [AnyHashable]
    /// The children that the operator is in, the innermost first.
    var parents: [ScopeElement] = []

    /// The keys that cancel the effects of the children.
    var keys: [EffectLedger.Key] {
      let parent = parents.reversed().reduce(nil) { ScopePath(parent: $0, element: $1) }
      guard let family = owner.family(of: parent) else { return [] }
      return gone(family).map { id in
        EffectLedger.Key(path: ScopePath(parent: parent, element: ScopeElement(owner: owner, id: id)), id: nil)
      }
    }
  }

  @usableFromInline var reports: [Report] = []

  @usableFromInline init() {}

  /// Returns the keys that cancel the effects of all children that are gone, and forgets the reports.
  @usableFromInline func removeReports() -> [EffectLedger.Key] {
    let reports = reports
    self.reports = []
    return reports.flatMap(\.keys)
  }
}
