import Dependencies

/// What an operator does with its child for an action.
@usableFromInline enum ChildInstruction<Action> {
  /// Runs the child with an action of its own.
  case run(Action)
  /// Ends the child's presentation.
  case dismiss
  /// Nothing: the action is not for the child.
  case none
}

/// The reduction of an operator with a child that does not always exist: it runs the child, then the parent, then
/// reports a child that is gone.
///
/// It works on addresses, and functions that need much of the stack return before the child runs, because a feature may
/// contain itself hundreds of times.
@usableFromInline final class ChildReduction<Place: ChildPlace, ParentAction, Child: Reducer>
where Place.ChildState == Child.State {
  @usableFromInline typealias ParentState = Place.ParentState

  @usableFromInline let parent: Reduction<ParentState, ParentAction>
  @usableFromInline let child: LazyReduction<Child>
  @usableFromInline let place: Place
  @usableFromInline let instruct: (ParentAction) -> ChildInstruction<Child.Action>
  @usableFromInline let embed: @Sendable (Child.Action) -> ParentAction
  /// The action that the child's effects send to end its presentation, if it is presented.
  @usableFromInline let dismissal: ParentAction?
  @usableFromInline let report: (ParentAction, ParentState) -> Void
  @usableFromInline let identity = ChildIdentity<Child.State>()
  @usableFromInline let owner: ScopeOwner
  @usableFromInline let presentation: PresentedDependencies?

  @inlinable init(
    parent: @escaping Reduction<ParentState, ParentAction>,
    child: Child,
    owner: ScopeOwner,
    place: Place,
    instruct: @escaping (ParentAction) -> ChildInstruction<Child.Action>,
    embed: @escaping @Sendable (Child.Action) -> ParentAction,
    dismissal: ParentAction? = nil,
    report: @escaping (ParentAction, ParentState) -> Void
  ) {
    self.parent = parent
    presentation = dismissal.map { _ in PresentedDependencies() }
    self.child = LazyReduction(child, in: owner, presentation: presentation)
    self.owner = owner
    self.place = place
    self.instruct = instruct
    self.embed = embed
    self.dismissal = dismissal
    self.report = report
  }

  @inlinable var reduction: Reduction<ParentState, ParentAction> {
    // The pointer is valid, because it is used during this call, which has exclusive access to the state. A closure
    // that receives the pointer would cost two stack frames at each level.
    { state, action in self.reduce(at: withUnsafeMutablePointer(to: &state) { $0 }, action) }
  }

  @inlinable func reduce(at state: UnsafeMutablePointer<ParentState>, _ action: ParentAction) -> Effect<ParentAction> {
    switch instruct(action) {
    case .run(let childAction): reduceChild(childAction, at: state, action)
    case .dismiss: reduceDismissal(at: state, action)
    case .none: reduceForeign(at: state, action)
    }
  }

  @inlinable func reduceChild(
    _ childAction: Child.Action,
    at state: UnsafeMutablePointer<ParentState>,
    _ action: ParentAction
  ) -> Effect<ParentAction> {
    guard let borrowed = place.borrow(from: state) else {
      reportMissing(action, at: state)
      return reduceParent(at: state, action, before: .none)
    }
    let (before, isLeaving) = identify(borrowed.address, childAction)
    let reportCount = owner.reportCount
    let effect = run(at: borrowed.address, childAction)
    return reduceParent(at: state, action, before: before, borrowed, reportCount, isLeaving: isLeaving, effect)
  }

  @inlinable func identify(
    _ state: UnsafeMutablePointer<Child.State>,
    _ action: Child.Action
  ) -> (before: ChildID, isLeaving: Bool) {
    if !owner.isTransient, !identity.mayBeEphemeral { return (.none, false) }
    let before = identity(state)
    return (before, identity.isEphemeral(before, action))
  }

  @inlinable func reduceForeign(
    at state: UnsafeMutablePointer<ParentState>,
    _ action: ParentAction
  ) -> Effect<ParentAction> {
    reduceParent(at: state, action, before: owner.isTransient ? id(at: state) : .none)
  }

  @inlinable func run(at state: UnsafeMutablePointer<Child.State>, _ action: Child.Action) -> Effect<Child.Action> {
    guard let presentation, !presentation.areBound else { return child(&state.pointee, action) }
    return runPresented(at: state, action, presentation)
  }

  @inlinable func runPresented(
    at state: UnsafeMutablePointer<Child.State>,
    _ action: Child.Action,
    _ presentation: PresentedDependencies
  ) -> Effect<Child.Action> {
    presentation.bind { child(&state.pointee, action) }
  }

  @inlinable func reduceDismissal(
    at state: UnsafeMutablePointer<ParentState>,
    _ action: ParentAction
  ) -> Effect<ParentAction> {
    let before = id(at: state)
    if before == .none { reportMissing(action, at: state) }
    return reduceParent(at: state, action, before: before, isLeaving: before != .none)
  }

  /// - Parameters:
  ///   - before: Which child existed before the action. An operator that is not transient passes it only if the child
  ///     is to be removed, because its owner knows which children have effects in flight.
  ///   - borrowed: The child's state, if the child has run.
  ///   - reportCount: The number of reports before the child ran.
  ///   - isLeaving: Whether the child is to be removed if it still exists.
  ///   - childEffect: The effect that the child returned.
  @inlinable func reduceParent(
    at state: UnsafeMutablePointer<ParentState>,
    _ action: ParentAction,
    before: ChildID,
    _ borrowed: Borrow<Child.State>? = nil,
    _ reportCount: Int = 0,
    isLeaving: Bool = false,
    _ childEffect: Effect<Child.Action> = .none
  ) -> Effect<ParentAction> {
    var after = ChildID.none
    if let borrowed {
      let hasReports = owner.reportCount > reportCount
      if !childEffect.isNone || hasReports { after = identity(borrowed.address) }
      place.restore(borrowed, to: state)
      if hasReports { owner.complete(since: reportCount, by: after.element(of: owner)) }
    }
    let effect = parent(&state.pointee, action)
    // Finding out which child exists may copy the state. It does not matter if no child has effects in flight.
    guard isLeaving || before != .none || after != .none || owner.isLive else { return effect }
    var now = id(at: state)
    if isLeaving, now == before, place.remove(from: state) { now = .none }
    owner.report(before: before, now: now)
    if childEffect.isNone { return effect }
    return childEffect.map(embed)
      .scoped(after.element(of: owner), isGone: after != now, dismissal: dismissal)
      .merge(with: effect)
  }

  /// Not inlined, because it copies the state to the stack.
  @inline(never) @usableFromInline func reportMissing(
    _ action: ParentAction,
    at state: UnsafeMutablePointer<ParentState>
  ) {
    report(action, state.pointee)
  }

  @inlinable func id(at state: UnsafeMutablePointer<ParentState>) -> ChildID {
    var id = ChildID.none
    _ = place.look(at: state) { id = identity($0) }
    return id
  }
}
