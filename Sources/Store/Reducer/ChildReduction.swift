import Dependencies

/// What an operator does with its child for an action.
@usableFromInline enum ChildInstruction<ID, Action> {
  /// Runs a child with an action of its own.
  case run(ID, Action)
  /// Removes a child, after the parent has run.
  case dismiss(ID)
  /// Nothing: the action is not for a child.
  case none
}

/// The reduction of an operator with children that do not always exist: it runs the child, then the parent, then
/// reports children that are gone.
///
/// Functions that need much of the stack return before the child runs, because a feature may contain itself hundreds
/// of times.
@usableFromInline final class ChildReduction<Siblings: Children, ParentAction, Child: Reducer>
where Siblings.ChildState == Child.State {
  @usableFromInline typealias ParentState = Siblings.ParentState
  @usableFromInline typealias Instruction = ChildInstruction<Siblings.ID, Child.Action>

  @usableFromInline let parent: Reduction<ParentState, ParentAction>
  @usableFromInline let child: LazyReduction<Child>
  @usableFromInline let children: Siblings
  @usableFromInline let instruct: (inout ParentState, ParentAction) -> Instruction
  @usableFromInline let embed: (Siblings.ID) -> @Sendable (Child.Action) -> ParentAction
  /// Returns the action that a child's effects send to end its presentation, if the children are presented.
  @usableFromInline let dismissal: ((Siblings.ID) -> ParentAction)?
  /// Reports an action for a child that does not exist.
  @usableFromInline let reportMissing: (ParentAction, ParentState) -> Void
  @usableFromInline let owner: ScopeOwner
  @usableFromInline let presentation: PresentedDependencies?

  @inlinable init(
    parent: @escaping Reduction<ParentState, ParentAction>,
    child: Child,
    owner: ScopeOwner,
    children: Siblings,
    instruct: @escaping (inout ParentState, ParentAction) -> Instruction,
    embed: @escaping (Siblings.ID) -> @Sendable (Child.Action) -> ParentAction,
    dismissal: ((Siblings.ID) -> ParentAction)? = nil,
    reportMissing: @escaping (ParentAction, ParentState) -> Void
  ) {
    self.parent = parent
    presentation = dismissal.map { _ in PresentedDependencies() }
    self.child = LazyReduction(child, in: owner, presentation: presentation)
    self.owner = owner
    self.children = children
    self.instruct = instruct
    self.embed = embed
    self.dismissal = dismissal
    self.reportMissing = reportMissing
  }

  @inlinable var reduction: Reduction<ParentState, ParentAction> {
    { state, action in self.reduce(&state, action) }
  }

  @inlinable func reduce(_ state: inout ParentState, _ action: ParentAction) -> Effect<ParentAction> {
    switch instruct(&state, action) {
    case .run(let id, let childAction):
      reduceChild(id, childAction, &state, action)
    case .dismiss(let id):
      reduceDismissal(id, &state, action)
    case .none:
      reduceParent(&state, action, children.begin(&state), idsIfTransient(&state))
    }
  }

  @inlinable func reduceChild(
    _ id: Siblings.ID,
    _ childAction: Child.Action,
    _ state: inout ParentState,
    _ action: ParentAction
  ) -> Effect<ParentAction> {
    let start = children.begin(&state)
    let before = idsIfTransient(&state)
    let reportCount = owner.reportCount
    var ephemeral: Siblings.ID?
    var ran: Siblings.ID?
    let effect = children.modify(id, in: &state) { child in
      ephemeral = children.idIfEphemeral(&child, childAction)
      let effect = run(&child, childAction)
      if !effect.isNone || owner.reportCount > reportCount { ran = children.id(of: &child, id) }
      return effect
    }
    guard let effect else {
      report(action, &state)
      return reduceParent(&state, action, start, before)
    }
    if let ran { complete(since: reportCount, by: ran) }
    return reduceParent(&state, action, start, before, removing: ephemeral, effect, of: ran)
  }

  /// Not inlined, so that it takes no room on the stack while a child runs.
  @inline(never) @usableFromInline func complete(since reportCount: Int, by id: Siblings.ID) {
    owner.complete(since: reportCount, by: children.element(id, of: owner))
  }

  @inlinable func run(_ state: inout Child.State, _ action: Child.Action) -> Effect<Child.Action> {
    guard let presentation, !presentation.areBound else { return child(&state, action) }
    return runPresented(&state, action, presentation)
  }

  @inlinable func runPresented(
    _ state: inout Child.State,
    _ action: Child.Action,
    _ presentation: PresentedDependencies
  ) -> Effect<Child.Action> {
    presentation.bind { child(&state, action) }
  }

  @inlinable func reduceDismissal(
    _ id: Siblings.ID,
    _ state: inout ParentState,
    _ action: ParentAction
  ) -> Effect<ParentAction> {
    let start = children.begin(&state)
    let isThere = children.contains(id, in: children.ids(in: &state))
    if !isThere { report(action, &state) }
    return reduceParent(&state, action, start, idsIfTransient(&state), removing: isThere ? id : nil)
  }

  /// - Parameters:
  ///   - before: The children before the action, if the operator is transient. Otherwise its owner knows which children
  ///     have effects in flight.
  ///   - leavingID: The id of a child to remove, if it still exists.
  ///   - childEffect: The effect that a child returned.
  ///   - ran: The child that returned it, if there is something to do for it.
  @inlinable func reduceParent(
    _ state: inout ParentState,
    _ action: ParentAction,
    _ start: Siblings.Start,
    _ before: Siblings.IDs?,
    removing leavingID: Siblings.ID? = nil,
    _ childEffect: Effect<Child.Action> = .none,
    of ran: Siblings.ID? = nil
  ) -> Effect<ParentAction> {
    let effect = parent(&state, action)
    children.finish(&state, start, removing: leavingID)
    // Finding out which children exist may copy the state. It does not matter if none has effects in flight.
    guard ran != nil || before != nil || owner.isLive else { return effect }
    let now = children.ids(in: &state)
    children.report(before: before, now: now, to: owner)
    guard let ran, !childEffect.isNone else { return effect }
    return childEffect.map(embed(ran))
      .scoped(children.element(ran, of: owner), isGone: !children.contains(ran, in: now), dismissal: dismissal?(ran))
      .merge(with: effect)
  }

  /// Not inlined, because it copies the state to the stack.
  @inline(never) @usableFromInline func report(_ action: ParentAction, _ state: inout ParentState) {
    reportMissing(action, state)
  }

  @inlinable func idsIfTransient(_ state: inout ParentState) -> Siblings.IDs? {
    owner.isTransient ? children.ids(in: &state) : nil
  }
}
