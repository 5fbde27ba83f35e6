import Dependencies

/// The reduction of `forEach` on a stack: the element, then the parent, then what follows from elements' coming and going.
///
/// As in `ChildReduction`, what needs room on the call stack has returned before an element runs: elements may have
/// stacks of their own.
@usableFromInline final class StackReduction<ParentState, ParentAction, Destination: Reducer> {
  @usableFromInline typealias Stack = StackState<Destination.State>

  @usableFromInline let parent: Reduction<ParentState, ParentAction>
  @usableFromInline let destination: LazyReduction<Destination>
  @usableFromInline let stack: WritableProjection<ParentState, Stack>
  @usableFromInline let path: AnyCasePath<ParentAction, StackAction<Destination.State, Destination.Action>>
  @usableFromInline let location: IssueLocation
  @usableFromInline let identity = ChildIdentity<Destination.State>()
  @usableFromInline let owner = ScopeOwner()
  @usableFromInline let presentation = PresentedDependencies()

  @inlinable init(
    parent: @escaping Reduction<ParentState, ParentAction>,
    destination: Destination,
    stack: WritableProjection<ParentState, Stack>,
    path: AnyCasePath<ParentAction, StackAction<Destination.State, Destination.Action>>,
    location: IssueLocation
  ) {
    self.parent = parent
    self.destination = LazyReduction(destination)
    self.stack = stack
    self.path = path
    self.location = location
  }

  /// The stack as it was before the parent ran.
  @usableFromInline struct Before {
    @usableFromInline let lineage: StackLineage
    @usableFromInline let nextID: Int

    @inlinable init(lineage: StackLineage, nextID: Int) {
      self.lineage = lineage
      self.nextID = nextID
    }
  }

  @inlinable func callAsFunction(_ state: inout ParentState, _ action: ParentAction) -> Effect<ParentAction> {
    var outdated = Effect<ParentAction>.none
    let before = begin(&state, &outdated)
    let effect: Effect<ParentAction>
    switch path.extract(from: action) {
    case .element(let id, let elementAction):
      effect = reduceElement(id, elementAction, &state, action, before)
    case .popFrom(let id):
      effect = reducePop(id, &state, action, before)
    case .push(let id, let element):
      effect = reducePush(element, id, &state, action)
    case nil:
      effect = reduceParent(&state, action, before)
    }
    return outdated.isNone ? effect : outdated.merge(with: effect)
  }

  @inlinable func reduceElement(
    _ id: StackElementID,
    _ elementAction: Destination.Action,
    _ state: inout ParentState,
    _ action: ParentAction,
    _ before: Before
  ) -> Effect<ParentAction> {
    let elementEffect = stack.modify(&state) { stack in
      stack._ids.firstIndex(of: id).map { run(&stack._elements[$0], elementAction) }
    }
    guard let elementEffect else {
      reportMissing(action, state)
      return reduceParent(&state, action, before)
    }
    guard !elementEffect.isNone else { return reduceParent(&state, action, before) }
    let embed = path._embed
    let effect =
      elementEffect
      .map { embed(.element(id: id, action: $0)) }
      .scoped(ScopeElement(owner: owner, id: AnyHashable(id)), dismissal: embed(.popFrom(id: id)))
    return reduceParent(&state, action, before, effect, of: id)
  }

  @inlinable func run(_ state: inout Destination.State, _ action: Destination.Action) -> Effect<Destination.Action> {
    PresentedDependencies.areBound
      ? destination(&state, action) : presentation.bind { destination(&state, action) }
  }

  @inlinable func reducePop(
    _ id: StackElementID,
    _ state: inout ParentState,
    _ action: ParentAction,
    _ before: Before
  ) -> Effect<ParentAction> {
    let isThere = stack.look(at: &state) { $0._ids.contains(id) }
    if !isThere { reportMissingPop(id, &state) }
    return reduceParent(&state, action, before, popping: isThere ? id : nil)
  }

  @inlinable func reducePush(
    _ element: Destination.State,
    _ id: StackElementID,
    _ state: inout ParentState,
    _ action: ParentAction
  ) -> Effect<ParentAction> {
    push(element, id, &state)
    var none = Effect<ParentAction>.none
    return reduceParent(&state, action, begin(&state, &none))
  }

  /// - Parameters:
  ///   - effect: What an element returned.
  ///   - id: The id of that element.
  ///   - poppedID: The id of an element that is to go if it is there still.
  @inlinable func reduceParent(
    _ state: inout ParentState,
    _ action: ParentAction,
    _ before: Before,
    _ effect: Effect<ParentAction> = .none,
    of id: StackElementID? = nil,
    popping poppedID: StackElementID? = nil
  ) -> Effect<ParentAction> {
    let effect = effect.merge(with: parent(&state, action))
    let isChanged = stack.look(at: &state) {
      $0._lineage !== before.lineage || $0._settledID != before.nextID || !$0.isSettled || poppedID != nil
    }
    if isChanged { settle(&state, before, popping: poppedID) }
    guard id != nil || !owner.liveElements.isEmpty else { return effect }
    let gone = gone(id, &state)
    return gone.isEmpty ? effect : effect.merge(with: .cancelScopes(gone))
  }

  // MARK: Implementation

  /// Sees to it that the stack has a lineage, and that its ids are final.
  ///
  /// - Parameter outdated: Gets what cancels the effects of elements that were replaced from outside.
  @inlinable func begin(_ state: inout ParentState, _ outdated: inout Effect<ParentAction>) -> Before {
    let before = stack.look(at: &state) { stack in
      stack.isSettled ? stack._lineage.map { Before(lineage: $0, nextID: stack._nextID) } : nil
    }
    return before ?? beginUnsettled(&state, &outdated)
  }

  @usableFromInline func beginUnsettled(
    _ state: inout ParentState,
    _ outdated: inout Effect<ParentAction>
  ) -> Before {
    stack.modify(&state) { stack in
      // A stack that was made anew, while elements of one that was there before have effects in flight. (If that is
      // another parent's, cancelling what this parent's elements do cancels nothing.)
      if stack._lineage == nil, !owner.liveElements.isEmpty {
        outdated = .cancelScopes(owner.liveElements.keys.map { ScopeElement(owner: owner, id: $0) })
      }
      reportEphemeralElements(of: stack, from: stack._lineage == nil ? 0 : stack._settledID)
      let lineage = stack.settle()
      return Before(lineage: lineage, nextID: stack._nextID)
    }
  }

  @usableFromInline func settle(_ state: inout ParentState, _ before: Before, popping poppedID: StackElementID?) {
    stack.modify(&state) { stack in
      stack.settle(after: before.lineage, nextID: before.nextID)
      if let poppedID { stack.pop(from: poppedID) }
      reportEphemeralElements(of: stack, from: before.nextID)
    }
  }

  @usableFromInline func push(_ element: Destination.State, _ id: StackElementID, _ state: inout ParentState) {
    stack.modify(&state) { stack in
      guard stack.canPush(id) else { return reportUnfitPush(id, stack, at: location) }
      stack.append(element, id: id)
    }
  }

  /// Elements that have gone, of those that have effects in flight or have just returned one.
  @inlinable func gone(_ newID: StackElementID?, _ state: inout ParentState) -> [ScopeElement] {
    var gone: [ScopeElement] = []
    stack.look(at: &state) { stack in
      if let newID, !stack._ids.contains(newID) { gone.append(ScopeElement(owner: owner, id: AnyHashable(newID))) }
      for liveID in owner.liveElements.keys {
        guard let id = liveID.base as? StackElementID, id != newID, !stack._ids.contains(id) else { continue }
        gone.append(ScopeElement(owner: owner, id: liveID))
      }
    }
    return gone
  }

  /// A function of its own, as it copies the state.
  @inline(never) @usableFromInline func reportMissing(_ action: ParentAction, _ state: ParentState) {
    reportMissingChild("forEach", action: action, state: state, place: .collection, at: location)
  }

  @usableFromInline func reportMissingPop(_ id: StackElementID, _ state: inout ParentState) {
    stack.look(at: &state) { reportUnfitPop(id, $0, at: location) }
  }

  /// Reports alerts and dialogs among the elements that came last.
  private func reportEphemeralElements(of stack: Stack, from firstID: Int) {
    guard identity.isAlwaysEphemeral || !identity.isPresence else { return }
    for (id, element) in zip(stack.ids, stack) where id.generation >= firstID {
      let isEphemeral = identity.isAlwaysEphemeral || withUnsafePointer(to: element) { identity($0).isEphemeralCase }
      if isEphemeral { reportEphemeralElement(element, id, at: location) }
    }
  }
}

extension ChildID {
  fileprivate var isEphemeralCase: Bool {
    guard case .id(let id) = self else { return false }
    return (id.base as? CaseIdentity)?.ephemeralAction != nil
  }
}
