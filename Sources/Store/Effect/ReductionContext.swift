/// What the operators of a store's reducer have noticed while an action was reduced. The store acts on it when the
/// reducer has returned, before it performs the effect.
@usableFromInline class ReductionContext: StateExclusivity {
  /// The children of an operator that may be gone.
  ///
  /// Begins relative to the operator. Each operator around it adds the child that it has run.
  private struct Report {
    let owner: ScopeOwner
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

  private var reports: [Report] = []

  @inlinable override init() {
    super.init()
  }

  /// Reports children of an operator.
  ///
  /// - Parameter gone: Returns the ids of the children that are gone, of those in one parent.
  final func report(_ owner: ScopeOwner, _ gone: @escaping (ScopeFamily) -> [AnyHashable]) {
    reports.append(Report(owner: owner, gone: gone))
    reportCount += 1
    flags.insert(.reported)
  }

  /// Adds a child to the reports that operators in it have made.
  ///
  /// - Parameter count: The number of reports before the child ran.
  @usableFromInline final func complete(since count: Int, by child: ScopeElement) {
    for index in reports.indices.dropFirst(count) { reports[index].parents.append(child) }
  }

  /// Returns the keys that cancel the effects of all children that are gone, and forgets the reports.
  @usableFromInline final func removeReports() -> [EffectLedger.Key] {
    let reports = reports
    self.reports = []
    reportCount = 0
    flags.remove(.reported)
    return reports.flatMap(\.keys)
  }
}
