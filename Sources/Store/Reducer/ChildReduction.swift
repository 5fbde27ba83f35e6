import Dependencies

/// What an action is for a child.
@usableFromInline enum ChildInstruction<Action> {
  /// The child handles it.
  case run(Action)
  /// It ends the child.
  case dismiss
  /// It is not for the child.
  case none
}

/// Where an operator finds the state of a child that comes and goes.
@usableFromInline protocol ChildAccess<ParentState, ChildState> {
  associatedtype ParentState
  associatedtype ChildState

  /// The child's state, to look at, or `nil` when there is none.
  func look(at parent: UnsafeMutablePointer<ParentState>) -> ChildLoan<ChildState>?
  /// The child's state, to change, or `nil` when there is none.
  func borrow(from parent: UnsafeMutablePointer<ParentState>) -> ChildLoan<ChildState>?
  /// Puts a changed state back.
  func restore(_ loan: ChildLoan<ChildState>, to parent: UnsafeMutablePointer<ParentState>)
  /// Sets the child's state to `nil`.
  func remove(from parent: UnsafeMutablePointer<ParentState>)
}

/// A child's state while somebody looks at it or changes it: where it is, or a copy on the heap if it has no address.
@usableFromInline struct ChildLoan<State> {
  @usableFromInline let address: UnsafeMutablePointer<State>
  @usableFromInline let isCopy: Bool

  /// The state itself.
  @inlinable init(at address: UnsafeMutablePointer<State>) {
    self.address = address
    isCopy = false
  }

  @usableFromInline init(copying state: State) {
    address = .allocate(capacity: 1)
    address.initialize(to: state)
    isCopy = true
  }

  @inlinable func end() {
    if isCopy { discard() }
  }

  @usableFromInline func discard() {
    address.deinitialize(count: 1)
    address.deallocate()
  }

  /// Ends the loan of a copy with its value.
  @usableFromInline func move() -> State {
    defer { address.deallocate() }
    return address.move()
  }
}

/// The reduction of an operator with a child that comes and goes: it runs the child, then the parent, then cancels the
/// effects of a child that is gone.
///
/// It works on addresses, and functions that need much of the stack return before the child runs, because a feature may
/// contain itself hundreds of times.
@usableFromInline final class ChildReduction<Access: ChildAccess, ParentAction, Child: Reducer>
where Access.ChildState == Child.State {
  @usableFromInline typealias ParentState = Access.ParentState

  @usableFromInline let parent: Reduction<ParentState, ParentAction>
  @usableFromInline let child: LazyReduction<Child>
  @usableFromInline let access: Access
  @usableFromInline let instruct: (ParentAction) -> ChildInstruction<Child.Action>
  @usableFromInline let embed: @Sendable (Child.Action) -> ParentAction
  /// What the child's effects send to end its presentation, if it is presented.
  @usableFromInline let dismissal: ParentAction?
  @usableFromInline let report: (ParentAction, ParentState) -> Void
  @usableFromInline let identity = ChildIdentity<Child.State>()
  @usableFromInline let owner: ScopeOwner
  @usableFromInline let presentation: PresentedDependencies?

  @inlinable init(
    parent: @escaping Reduction<ParentState, ParentAction>,
    child: Child,
    owner: ScopeOwner,
    access: Access,
    instruct: @escaping (ParentAction) -> ChildInstruction<Child.Action>,
    embed: @escaping @Sendable (Child.Action) -> ParentAction,
    dismissal: ParentAction? = nil,
    report: @escaping (ParentAction, ParentState) -> Void
  ) {
    self.parent = parent
    presentation = dismissal.map { _ in PresentedDependencies() }
    self.child = LazyReduction(child, isKept: owner.isKept, presentation: presentation)
    self.owner = owner
    self.access = access
    self.instruct = instruct
    self.embed = embed
    self.dismissal = dismissal
    self.report = report
  }

  @inlinable func callAsFunction(_ state: inout ParentState, _ action: ParentAction) -> Effect<ParentAction> {
    // The pointer is used while this call has exclusive access to the state, whose address it is. To do so in a closure
    // would cost two frames of the stack at each level.
    reduce(at: withUnsafeMutablePointer(to: &state) { $0 }, action)
  }

  @inlinable func reduce(at state: UnsafeMutablePointer<ParentState>, _ action: ParentAction) -> Effect<ParentAction> {
    switch instruct(action) {
    case .run(let childAction): reduceChild(childAction, at: state, action)
    case .dismiss: reduceDismissal(at: state, action)
    case .none: reduceParent(at: state, action, before: id(at: state))
    }
  }

  @inlinable func reduceChild(
    _ childAction: Child.Action,
    at state: UnsafeMutablePointer<ParentState>,
    _ action: ParentAction
  ) -> Effect<ParentAction> {
    guard let loan = access.borrow(from: state) else {
      reportMissing(action, at: state)
      return reduceParent(at: state, action, before: .none)
    }
    let before = identity(loan.address)
    let isLeaving = identity.isEphemeral(before, childAction)
    let effect = run(at: loan.address, childAction)
    return reduceParent(at: state, action, before: before, loan: loan, isLeaving: isLeaving, effect)
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
    return reduceParent(at: state, action, before: before, isLeaving: true)
  }

  /// - Parameters:
  ///   - before: Which child there was at first.
  ///   - loan: The child's state, if it has run.
  ///   - isLeaving: Whether the child is to go if it is there still.
  ///   - childEffect: What the child returned.
  @inlinable func reduceParent(
    at state: UnsafeMutablePointer<ParentState>,
    _ action: ParentAction,
    before: ChildID,
    loan: ChildLoan<Child.State>? = nil,
    isLeaving: Bool = false,
    _ childEffect: Effect<Child.Action> = .none
  ) -> Effect<ParentAction> {
    guard before != .none || owner.isLive else { return parent(&state.pointee, action) }
    var after = before
    var effect = Effect<ParentAction>.none
    if let loan {
      after = identity(loan.address)
      access.restore(loan, to: state)
      if !childEffect.isNone {
        effect = childEffect.map(embed).scoped(after.element(of: owner), dismissal: dismissal)
      }
    }
    effect = effect.merge(with: parent(&state.pointee, action))
    var now = id(at: state)
    if isLeaving, now == before {
      access.remove(from: state)
      now = .none
    }
    if now == after, after == before, !owner.hasLiveElement(besides: now) { return effect }
    return effect.merge(with: owner.removal([before, after], now: now))
  }

  /// A function of its own, because it copies the state to the stack.
  @inline(never) @usableFromInline func reportMissing(
    _ action: ParentAction,
    at state: UnsafeMutablePointer<ParentState>
  ) {
    report(action, state.pointee)
  }

  @inlinable func id(at state: UnsafeMutablePointer<ParentState>) -> ChildID {
    guard let loan = access.look(at: state) else { return .none }
    defer { loan.end() }
    return identity(loan.address)
  }
}

extension Effect {
  /// Makes the effect that of a child, to be cancelled with it.
  ///
  /// - Parameter dismissal: What ends the child's presentation, if it is presented.
  @inlinable func scoped(_ element: ScopeElement, dismissal: Action? = nil) -> Self {
    Self(.scoped(self, element, dismissal: dismissal))
  }

  @inlinable static func cancelScopes(_ elements: [ScopeElement]) -> Self {
    Self(.cancelScopes(elements))
  }
}
