/// One operator with children in one store: its place among the others, and which of its children have effects in
/// flight.
///
/// After each action an operator asks its owner whether a child with effects may be gone, instead of comparing all of
/// its children before and after. Used on the store's actor only.
@usableFromInline final class ScopeOwner: Hashable {
  /// Where removed children are reported; `nil` without a store.
  @usableFromInline let context: ReductionContext?
  /// Whether the operator is made again for each action, because a reducer calls another one's `reduce(into:action:)`.
  ///
  /// The reducer may call it for several places of the state. A child with effects that is not in one of these places
  /// may be in another, so the operator compares the children of one place before and after the action.
  @usableFromInline let isTransient: Bool
  /// The operator around a transient one. Retained, so that an operator is found again for as long as one in it has
  /// effects.
  private let enclosing: ScopeOwner?
  /// The transient operators directly in this one. They exist for as long as their effects.
  private var transients: [OperatorIdentity: Transient] = [:]
  private var transientsToSearch = 8
  /// Whether the operators that are being made in this one are made once.
  private var isBuilding = false

  /// The `FeatureLevel` of the feature that this operator runs, made when it is built; `nil` if it has no operators.
  private var madeLevel: AnyObject?
  /// The types of that feature's state and actions.
  private var types: (state: any Any.Type, action: any Any.Type)?

  /// The children with effects in flight, by their parents: if elements have elements, all of these inner elements have
  /// the same operator, in different parents.
  @usableFromInline private(set) var families: [ScopePath?: ScopeFamily] = [:]

  private struct Transient {
    weak var owner: ScopeOwner?
  }

  @usableFromInline init(context: ReductionContext? = nil, in enclosing: ScopeOwner? = nil, isTransient: Bool = false) {
    self.context = context
    self.enclosing = enclosing
    self.isTransient = isTransient
  }

  @usableFromInline static func == (lhs: ScopeOwner, rhs: ScopeOwner) -> Bool { lhs === rhs }

  @usableFromInline func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }

  // MARK: Making operators

  /// The owner of an operator that is being made.
  ///
  /// - Parameter identity: Identifies the operator if it is made again for each action.
  @usableFromInline static func ofOperator(_ identity: @autoclosure () -> OperatorIdentity) -> ScopeOwner {
    guard let current = CurrentObject.current as? ScopeOwner else { return ScopeOwner() }
    return current.isBuilding ? ScopeOwner(context: current.context) : current.transient(identity())
  }

  private func transient(_ identity: OperatorIdentity) -> ScopeOwner {
    if let owner = transients[identity]?.owner { return owner }
    if transients.count >= transientsToSearch {
      transients = transients.filter { $0.value.owner != nil }
      // Doubled, so that each operator costs amortized constant time.
      transientsToSearch = max(8, transients.count * 2)
    }
    let owner = ScopeOwner(context: context, in: self, isTransient: true)
    transients[identity] = Transient(owner: owner)
    return owner
  }

  /// Makes the reducer of the feature that this operator runs.
  ///
  /// Its result is no generic type: a function that is returned as one is wrapped, which takes stack at each level.
  @usableFromInline func build<State, Action>(
    reduction make: () -> (inout State, Action) -> Effect<Action>
  ) -> (inout State, Action) -> Effect<Action> {
    types = (State.self, Action.self)
    let (previous, wasBuilding) = (CurrentObject.replace(with: self), isBuilding)
    isBuilding = !isTransient
    defer {
      isBuilding = wasBuilding
      CurrentObject.restore(previous)
    }
    return make()
  }

  // MARK: Changes by effects

  /// The level to which operators that are being made are added; `nil` if they are made again for each action.
  @usableFromInline static func levelBeingBuilt<State, Action>(
    of: State.Type,
    _: Action.Type
  ) -> FeatureLevel<State, Action>? {
    // A composite reducer of the program may run one for another state. It knows the way there, and nobody else does.
    guard let current = CurrentObject.current as? ScopeOwner, current.isBuilding, let types = current.types,
      types.state == State.self, types.action == Action.self
    else { return nil }
    if let level = current.level(of: State.self, Action.self) { return level }
    let level = FeatureLevel<State, Action>()
    current.madeLevel = level
    return level
  }

  /// Whether the feature that this operator runs has operators.
  var hasLevel: Bool { madeLevel != nil }

  func level<State, Action>(of: State.Type, _: Action.Type) -> FeatureLevel<State, Action>? {
    exactCast(madeLevel)
  }

  /// Changes the state of the feature that this operator runs, and lets its operators react.
  func apply<State, Action>(
    _ change: (inout State) -> Effect<Action>?,
    to state: inout State,
    isDirect: Bool,
    cause: Action?
  ) -> Effect<Action>? {
    guard let level = level(of: State.self, Action.self) else { return change(&state) }
    let previous = CurrentObject.replace(with: self)
    defer { CurrentObject.restore(previous) }
    return level.apply(change, to: &state, isDirect: isDirect, cause: cause)
  }

  /// The ids of all children with effects in flight.
  var liveIDs: Set<AnyHashable> {
    if families.count == 1, let family = families.first?.value { return family.live }
    return families.values.reduce(into: []) { $0.formUnion($1.live) }
  }

  // MARK: Children with effects

  /// Whether any child has effects in flight.
  @inlinable var isLive: Bool { !families.isEmpty }

  func family(of parent: ScopePath?) -> ScopeFamily? { families[parent] }

  func isAnyLive(besides child: ChildID) -> Bool {
    guard families.count == 1, let family = families.first?.value else { return isLive }
    return family.live.count > 1 || family.live.first != child.elementID
  }

  func scopeBegan(_ path: ScopePath) {
    let family: ScopeFamily
    if let known = families[path.parent] {
      family = known
    } else {
      family = ScopeFamily()
      families[path.parent] = family
    }
    family.begin(path.element.id)
  }

  func scopeEnded(_ path: ScopePath) {
    guard let family = families[path.parent] else { return }
    family.end(path.element.id)
    if family.live.isEmpty { families[path.parent] = nil }
  }

  // MARK: Reporting children that are gone

  /// Reports all children of the operator except one: if it is made again for each action, only the child that existed
  /// before.
  @usableFromInline func report(before: ChildID, now: ChildID) {
    let idNow = now.elementID
    if isTransient {
      if let gone = before.elementID, gone != idNow { report { _ in [gone] } }
    } else if isAnyLive(besides: now) {
      report { $0.live.filter { $0 != idNow } }
    }
  }

  /// Reports the elements of a collection that no longer exist: of those with effects in flight or, if the operator is
  /// made again for each action, of all that existed before.
  ///
  /// - Complexity: O(1) if there is one parent and the ids are in the same place as when they were last compared.
  @inlinable func report<ID: Hashable>(before: OrderedIDs<ID>?, now: OrderedIDs<ID>) {
    if isTransient {
      guard let before, before != now else { return }
      let gone = before.filter { !now.contains($0) }.map { AnyHashable($0) }
      if !gone.isEmpty { report { _ in gone } }
    } else if isLive, !knows(now.place) {
      report { $0.gone(now) }
    }
  }

  @usableFromInline func knows(_ place: IDsPlace) -> Bool {
    families.count == 1 && families.first?.value.knows(place) == true
  }

  @usableFromInline func report(_ gone: @escaping (ScopeFamily) -> [AnyHashable]) {
    context?.report(self, gone)
  }

  /// The number of reports so far, to pass to `complete(since:by:)`.
  @inlinable var reportCount: Int { context?.reportCount ?? 0 }

  /// Adds a child of this operator to the reports that operators in the child have made.
  @inlinable func complete(since count: Int, by child: @autoclosure () -> ScopeElement) {
    if let context, context.reportCount > count { context.complete(since: count, by: child()) }
  }
}
