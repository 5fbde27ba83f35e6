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
@usableFromInline final class ChildReduction<Siblings: Children, ParentAction, Child: Reducer>: ChildOperator
where Siblings.ChildState == Child.State {
  @usableFromInline typealias ParentState = Siblings.ParentState
  @usableFromInline typealias Instruction = ChildInstruction<Siblings.ID, Child.Action>

  @usableFromInline let parent: Reduction<ParentState, ParentAction>
  @usableFromInline let child: LazyReduction<Child>
  @usableFromInline let children: Siblings
  @usableFromInline let instruct: (inout ParentState, ParentAction) -> Instruction
  /// Returns the child's action in one of the parent's, if there is one.
  @usableFromInline let extract: (ParentAction) -> Child.Action?
  @usableFromInline let embed: (Siblings.ID) -> @Sendable (Child.Action) -> ParentAction
  /// Returns the action that a child's effects send to end its presentation, if the children are presented.
  @usableFromInline let dismissal: ((Siblings.ID) -> ParentAction)?
  /// Reports an action for a child that does not exist.
  @usableFromInline let reportMissing: (ParentAction, ParentState) -> Void
  @usableFromInline let owner: ScopeOwner
  @usableFromInline let action: AnyKeyPath

  @inlinable init(
    parent: @escaping Reduction<ParentState, ParentAction>,
    child: Child,
    owner: ScopeOwner,
    action: AnyKeyPath,
    children: Siblings,
    instruct: @escaping (inout ParentState, ParentAction) -> Instruction,
    extract: @escaping (ParentAction) -> Child.Action?,
    embed: @escaping (Siblings.ID) -> @Sendable (Child.Action) -> ParentAction,
    dismissal: ((Siblings.ID) -> ParentAction)? = nil,
    reportMissing: @escaping (ParentAction, ParentState) -> Void
  ) {
    self.parent = parent
    self.child = LazyReduction(child, in: owner, presentation: dismissal.map { _ in PresentedDependencies() })
    self.owner = owner
    self.action = action
    self.children = children
    self.instruct = instruct
    self.extract = extract
    self.embed = embed
    self.dismissal = dismissal
    self.reportMissing = reportMissing
  }

  /// The operator as a function. It is made once, when the parent is built.
  @inlinable var reduction: Reduction<ParentState, ParentAction> {
    ScopeOwner.levelBeingBuilt(of: ParentState.self, ParentAction.self)?.add(self)
    return { state, action in self.reduce(&state, action) }
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
    return lifted(childEffect, of: ran, now).merge(with: effect)
  }

  /// Returns the effect of a child as one of the parent.
  @inlinable func lifted(
    _ effect: Effect<Child.Action>,
    of id: Siblings.ID,
    _ now: Siblings.IDs
  ) -> Effect<ParentAction> {
    effect.map(embed(id)) { self.accessExtension(to: id) }
      .scoped(children.element(id, of: owner), isGone: !children.contains(id, in: now), dismissal: dismissal?(id))
  }

  /// Not inlined, because it copies the state to the stack.
  @inline(never) @usableFromInline func report(_ action: ParentAction, _ state: inout ParentState) {
    reportMissing(action, state)
  }

  // MARK: Changes by effects

  /// Extends the way to the parent's state by that to a child's.
  @usableFromInline func accessExtension(to id: Siblings.ID) -> AccessExtension<ParentAction, Child.Action> {
    AccessExtension { [self] parent in
      ChildAccess(
        parent: parent,
        embed: embed(id),
        look: { [self] in children.look(for: id, at: $0, $1) },
        modify: { [self] in modify(id, in: &$0, cause: $1, isDirect: $2, $3) }
      )
    }
  }

  private func modify(
    _ id: Siblings.ID,
    in state: inout ParentState,
    cause: ParentAction?,
    isDirect: Bool,
    _ change: StateChange<Child.State, Child.Action>
  ) -> Effect<ParentAction>? {
    let reportCount = owner.reportCount
    // A stack that somebody else has replaced reports that all its elements are gone, be their ids the same.
    _ = children.begin(&state)
    let before = children.ids(in: &state)
    guard owner.reportCount == reportCount, children.contains(id, in: before) else { return nil }
    let cause = cause.flatMap(extract)
    var idNow = id
    let effect: Effect<Child.Action>?? = children.modify(id, in: &state) { child in
      let effect = self.child.bindingPresentation {
        owner.apply({ change(&$0, cause) }, to: &child, isDirect: isDirect, cause: cause)
      }
      idNow = children.id(of: &child, id)
      return effect
    }
    guard case .some(.some(let effect)) = effect else { return nil }
    complete(since: reportCount, by: idNow)
    let now = children.ids(in: &state)
    children.report(before: owner.isTransient ? before : nil, now: now, to: owner)
    return effect.isNone ? Effect.none : lifted(effect, of: idNow, now)
  }

  @usableFromInline var isAlwaysThere: Bool { false }

  @usableFromInline func element(_ id: AnyHashable?, at state: UnsafePointer<ParentState>) -> ScopeElement? {
    if let id { return ScopeElement(owner: owner, id: id) }
    return children.all(children.ids(in: state)).first.map { children.element($0, of: owner) }
  }

  @usableFromInline var isLive: Bool { owner.isLive }

  @usableFromInline func apply(
    _ change: (inout ParentState) -> Effect<ParentAction>?,
    to state: inout ParentState
  ) -> Effect<ParentAction>? {
    let start = children.begin(&state)
    let effect = change(&state)
    children.finish(&state, start, removing: nil)
    if isLive { reportGone(in: &state) }
    return effect
  }

  @usableFromInline func reportGone(in state: inout ParentState) {
    _ = children.begin(&state)
    let ids = children.ids(in: &state)
    children.report(before: nil, now: ids, to: owner)
    guard let level = owner.level(of: Child.State.self, Child.Action.self), level.isLive else { return }
    for id in children.live(in: ids, of: owner) {
      let reportCount = owner.reportCount
      _ = children.modify(id, in: &state) { level.reportGone(in: &$0) }
      complete(since: reportCount, by: id)
    }
  }
}
