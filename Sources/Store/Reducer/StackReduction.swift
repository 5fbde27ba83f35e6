import Dependencies

/// The reduction of `forEach` on a stack: it runs the element, then the parent, then reports elements that are
/// gone.
///
/// As in `ChildReduction`, functions that need much of the call stack return before an element runs, because elements
/// may contain stacks themselves.
@usableFromInline final class StackReduction<ParentState, ParentAction, Destination: Reducer> {
  @usableFromInline typealias Stack = StackState<Destination.State>

  @usableFromInline let parent: Reduction<ParentState, ParentAction>
  @usableFromInline let destination: LazyReduction<Destination>
  @usableFromInline let stack: StatePlace<ParentState, Stack>
  @usableFromInline let path: AnyCasePath<ParentAction, StackAction<Destination.State, Destination.Action>>
  @usableFromInline let location: IssueLocation
  @usableFromInline let identity = ChildIdentity<Destination.State>()
  @usableFromInline let owner: ScopeOwner
  @usableFromInline let presentation = PresentedDependencies()
  /// The ids of the elements before the action, if the operator is made again for each action.
  @usableFromInline var idsBefore: OrderedIDs<StackElementID>?

  @inlinable init(
    parent: @escaping Reduction<ParentState, ParentAction>,
    destination: Destination,
    owner: ScopeOwner,
    stack: StatePlace<ParentState, Stack>,
    path: AnyCasePath<ParentAction, StackAction<Destination.State, Destination.Action>>,
    location: IssueLocation
  ) {
    self.parent = parent
    self.destination = LazyReduction(destination, in: owner, presentation: presentation)
    self.owner = owner
    self.stack = stack
    self.path = path
    self.location = location
  }

  /// What the stack was before the parent ran.
  @usableFromInline typealias Before = (lineage: StackLineage, nextID: Int)

  @inlinable var reduction: Reduction<ParentState, ParentAction> {
    // The pointer is valid, because it is used during this call, which has exclusive access to the state.
    { state, action in self.reduce(at: withUnsafeMutablePointer(to: &state) { $0 }, action) }
  }

  @inlinable func reduce(at state: UnsafeMutablePointer<ParentState>, _ action: ParentAction) -> Effect<ParentAction> {
    let before = begin(at: state)
    return switch path.extract(from: action) {
    case .element(let id, let elementAction): reduceElement(id, elementAction, at: state, action, before)
    case .popFrom(let id): reducePop(id, at: state, action, before)
    case .push: reducePush(at: state, action)
    case nil: reduceParent(at: state, action, before)
    }
  }

  @inlinable func reduceElement(
    _ id: StackElementID,
    _ elementAction: Destination.Action,
    at state: UnsafeMutablePointer<ParentState>,
    _ action: ParentAction,
    _ before: Before
  ) -> Effect<ParentAction> {
    let borrowed = borrow(from: state)
    guard let position = borrowed.address.pointee._ids.firstIndex(of: id) else {
      borrowed.end()
      reportMissing(action, at: state)
      return reduceParent(at: state, action, before)
    }
    let reportCount = owner.reportCount
    let effect = run(&borrowed.address.pointee._elements[position], elementAction)
    restore(borrowed, to: state)
    if owner.reportCount > reportCount { complete(since: reportCount, by: id) }
    if effect.isNone { return reduceParent(at: state, action, before) }
    return reduceParent(at: state, action, before, (effect, id))
  }

  /// Not inlined, so that it takes no room on the stack while an element runs.
  @inline(never) @usableFromInline func complete(since reportCount: Int, by id: StackElementID) {
    owner.complete(since: reportCount, by: ScopeElement(owner: owner, id: AnyHashable(id)))
  }

  @inlinable func run(_ state: inout Destination.State, _ action: Destination.Action) -> Effect<Destination.Action> {
    guard presentation.areBound else { return runPresented(&state, action) }
    return destination(&state, action)
  }

  @inlinable func runPresented(
    _ state: inout Destination.State,
    _ action: Destination.Action
  ) -> Effect<Destination.Action> {
    presentation.bind { destination(&state, action) }
  }

  @inlinable func reducePop(
    _ id: StackElementID,
    at state: UnsafeMutablePointer<ParentState>,
    _ action: ParentAction,
    _ before: Before
  ) -> Effect<ParentAction> {
    let borrowed = borrow(from: state)
    let isThere = borrowed.address.pointee._ids.contains(id)
    if !isThere { reportUnfitPop(id, borrowed.address.pointee, at: location) }
    borrowed.end()
    return reduceParent(at: state, action, before, popping: isThere ? id : nil)
  }

  @inlinable func reducePush(
    at state: UnsafeMutablePointer<ParentState>,
    _ action: ParentAction
  ) -> Effect<ParentAction> {
    push(action, at: state)
    return reduceParent(at: state, action, begin(at: state))
  }

  /// - Parameters:
  ///   - sent: The effect that an element returned, and the element's id.
  ///   - poppedID: The id of an element to remove after the parent has run, if it still exists.
  @inlinable func reduceParent(
    at state: UnsafeMutablePointer<ParentState>,
    _ action: ParentAction,
    _ before: Before,
    _ sent: (effect: Effect<Destination.Action>, id: StackElementID)? = nil,
    popping poppedID: StackElementID? = nil
  ) -> Effect<ParentAction> {
    let effect = parent(&state.pointee, action)
    if poppedID != nil || isChanged(at: state, since: before) { settle(at: state, before, popping: poppedID) }
    guard sent != nil || owner.isLive || idsBefore != nil else { return effect }
    let borrowed = borrow(from: state)
    defer { borrowed.end() }
    let ids = borrowed.address.pointee._ids
    owner.report(before: idsBefore, now: ids)
    guard let sent else { return effect }
    let (embed, id) = (path._embed, sent.id)
    return sent.effect.map { embed(.element(id: id, action: $0)) }
      .scoped(
        ScopeElement(owner: owner, id: AnyHashable(id)),
        isGone: !ids.contains(id),
        dismissal: embed(.popFrom(id: id))
      )
      .merge(with: effect)
  }

  // MARK: The stack

  // Separate functions, so that a copy of `stack` is not on the call stack while an element runs.

  @inlinable func borrow(from state: UnsafeMutablePointer<ParentState>) -> Borrow<Stack> { stack.borrow(from: state) }

  @inlinable func restore(_ borrowed: Borrow<Stack>, to state: UnsafeMutablePointer<ParentState>) {
    stack.restore(borrowed, to: state)
  }

  /// Gives the stack a lineage and makes its ids final. Reports elements that were replaced from outside.
  ///
  /// - Returns: What the stack is then.
  @inlinable func begin(at state: UnsafeMutablePointer<ParentState>) -> Before {
    let borrowed = borrow(from: state)
    guard borrowed.address.pointee.isSettled, let lineage = borrowed.address.pointee._lineage else {
      borrowed.end()
      return beginUnsettled(at: state)
    }
    defer { borrowed.end() }
    if owner.isTransient { idsBefore = borrowed.address.pointee._ids }
    return (lineage, borrowed.address.pointee._nextID)
  }

  @usableFromInline func beginUnsettled(at state: UnsafeMutablePointer<ParentState>) -> Before {
    let borrowed = borrow(from: state)
    let elements = borrowed.address
    // A new stack replaced another one whose elements have effects in flight.
    if elements.pointee._lineage == nil { owner.report(before: .none, now: .none) }
    reportEphemeralElements(
      of: elements.pointee,
      from: elements.pointee._lineage == nil ? 0 : elements.pointee._settledID
    )
    let lineage = elements.pointee.settle()
    let before: Before = (lineage, elements.pointee._nextID)
    if owner.isTransient { idsBefore = elements.pointee._ids }
    restore(borrowed, to: state)
    return before
  }

  @inlinable func isChanged(at state: UnsafeMutablePointer<ParentState>, since before: Before) -> Bool {
    let borrowed = borrow(from: state)
    defer { borrowed.end() }
    let elements = borrowed.address
    return elements.pointee._lineage !== before.lineage || elements.pointee._settledID != before.nextID
      || elements.pointee._nextID != before.nextID
  }

  @usableFromInline func settle(
    at state: UnsafeMutablePointer<ParentState>,
    _ before: Before,
    popping poppedID: StackElementID?
  ) {
    let borrowed = borrow(from: state)
    let elements = borrowed.address
    elements.pointee.settle(after: before.lineage, nextID: before.nextID)
    if let poppedID { elements.pointee.pop(from: poppedID) }
    reportEphemeralElements(of: elements.pointee, from: before.nextID)
    restore(borrowed, to: state)
  }

  /// Not inlined, because it copies the element's state to the stack.
  @inline(never) @usableFromInline func push(_ action: ParentAction, at state: UnsafeMutablePointer<ParentState>) {
    guard case .push(let id, let element) = path._extract(action) else { return }
    let borrowed = borrow(from: state)
    guard borrowed.address.pointee.canPush(id) else {
      reportUnfitPush(id, borrowed.address.pointee, at: location)
      return borrowed.end()
    }
    if id != borrowed.address.pointee.nextID { reportEarlyPush(id, borrowed.address.pointee, at: location) }
    borrowed.address.pointee.append(element, id: id)
    restore(borrowed, to: state)
  }

  // MARK: Mistakes

  /// Not inlined, because it copies the state to the stack.
  @inline(never) @usableFromInline func reportMissing(
    _ action: ParentAction,
    at state: UnsafeMutablePointer<ParentState>
  ) {
    reportMissingChild("forEach", action: action, state: state.pointee, in: .collection, at: location)
  }

  /// Reports alerts and dialogs among the elements whose ids are not lower than `firstID`.
  private func reportEphemeralElements(of stack: Stack, from firstID: Int) {
    guard identity.isAlwaysEphemeral || !identity.isPresence else { return }
    for (id, element) in zip(stack.ids, stack) where id.generation >= firstID {
      let isEphemeral =
        identity.isAlwaysEphemeral || withUnsafePointer(to: element) { identity($0).ephemeralAction != nil }
      if isEphemeral { reportEphemeralElement(element, id, at: location) }
    }
  }
}
