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
    self.child = LazyReduction(child, in: owner, presentation: dismissal.map { _ in PresentedDependencies() })
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
    let instruction = instruct(&state, action)
    let start = children.begin(&state)
    let before = owner.isTransient ? children.ids(in: &state) : nil
    guard case .run(let id, let childAction) = instruction else {
      let leavingID = idToDismiss(instruction, &state, action)
      return reduceParent(&state, action, start, before, removing: leavingID)
    }
    let reportCount = owner.reportCount
    var ephemeralID: Siblings.ID?
    var ran: Siblings.ID?
    let effect = children.modify(id, in: &state) { child in
      ephemeralID = children.idIfEphemeral(&child, childAction)
      let effect = self.child(&child, childAction)
      if !effect.isNone || owner.reportCount > reportCount { ran = children.id(of: &child, id) }
      return effect
    }
    if let ran { complete(since: reportCount, by: ran) }
    if effect == nil { report(action, &state) }
    return reduceParent(&state, action, start, before, removing: ephemeralID, effect ?? .none, of: ran)
  }

  /// Not inlined, so that it takes no room on the stack while a child runs.
  @inline(never) @usableFromInline func complete(since reportCount: Int, by id: Siblings.ID) {
    owner.complete(since: reportCount, by: children.element(id, of: owner))
  }

  /// Returns the child that the instruction dismisses, if it exists.
  @inlinable func idToDismiss(
    _ instruction: Instruction,
    _ state: inout ParentState,
    _ action: ParentAction
  ) -> Siblings.ID? {
    guard case .dismiss(let id) = instruction else { return nil }
    if children.contains(id, in: children.ids(in: &state)) { return id }
    report(action, &state)
    return nil
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
}
