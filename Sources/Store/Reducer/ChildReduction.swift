import Dependencies

/// What an action means for a child that comes and goes.
@usableFromInline enum ChildInstruction<Action> {
  /// It is the child's.
  case run(Action)
  /// The child is to go.
  case dismiss
  /// It is somebody else's.
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

/// The reduction of an operator with a child that comes and goes: the child, then the parent, then what follows from the
/// child's going.
///
/// It works on addresses, and what needs room on the stack is in functions that have returned before the child runs: a
/// feature may contain itself hundreds of times.
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
  @usableFromInline let owner = ScopeOwner()
  @usableFromInline let presentation = PresentedDependencies()

  @inlinable init(
    parent: @escaping Reduction<ParentState, ParentAction>,
    child: Child,
    access: Access,
    instruct: @escaping (ParentAction) -> ChildInstruction<Child.Action>,
    embed: @escaping @Sendable (Child.Action) -> ParentAction,
    dismissal: ParentAction? = nil,
    report: @escaping (ParentAction, ParentState) -> Void
  ) {
    self.parent = parent
    self.child = LazyReduction(child)
    self.access = access
    self.instruct = instruct
    self.embed = embed
    self.dismissal = dismissal
    self.report = report
  }

  @inlinable func callAsFunction(_ state: inout ParentState, _ action: ParentAction) -> Effect<ParentAction> {
    withUnsafeMutablePointer(to: &state) { reduce(at: $0, action) }
  }

  @inlinable func reduce(at state: UnsafeMutablePointer<ParentState>, _ action: ParentAction) -> Effect<ParentAction> {
    switch instruct(action) {
    case .none:
      return reduceParent(at: state, action, ChildOutcome(before: id(at: state)))
    case .dismiss:
      let before = id(at: state)
      if before == .none { report(action, state.pointee) }
      return reduceParent(at: state, action, ChildOutcome(before: before, isLeaving: before != .none))
    case .run(let childAction):
      guard let loan = access.borrow(from: state) else {
        report(action, state.pointee)
        return parent(&state.pointee, action)
      }
      let before = identity(loan.address)
      let isLeaving = dismissal != nil && identity.isEphemeral(loan.address, childAction)
      let effect = run(at: loan.address, childAction)
      let outcome = outcome(of: effect, at: loan.address, before: before, isLeaving: isLeaving)
      access.restore(loan, to: state)
      return reduceParent(at: state, action, outcome)
    }
  }

  /// What is known of the child when the parent's turn comes.
  @usableFromInline struct ChildOutcome {
    /// Which child there was at first, and after it ran.
    @usableFromInline let before: ChildID
    @usableFromInline let after: ChildID
    @usableFromInline let isLeaving: Bool
    @usableFromInline let effect: Effect<ParentAction>

    @inlinable init(before: ChildID, isLeaving: Bool = false) {
      self.init(before: before, after: before, isLeaving: isLeaving, effect: .none)
    }

    @inlinable init(before: ChildID, after: ChildID, isLeaving: Bool, effect: Effect<ParentAction>) {
      self.before = before
      self.after = after
      self.isLeaving = isLeaving
      self.effect = effect
    }
  }

  @inlinable func run(at state: UnsafeMutablePointer<Child.State>, _ action: Child.Action) -> Effect<Child.Action> {
    guard dismissal != nil else { return child(&state.pointee, action) }
    return presentation.bind { child(&state.pointee, action) }
  }

  @inlinable func outcome(
    of effect: Effect<Child.Action>,
    at state: UnsafeMutablePointer<Child.State>,
    before: ChildID,
    isLeaving: Bool
  ) -> ChildOutcome {
    let after = identity(state)
    guard !effect.isNone else { return ChildOutcome(before: before, after: after, isLeaving: isLeaving, effect: .none) }
    return ChildOutcome(
      before: before,
      after: after,
      isLeaving: isLeaving,
      effect: effect.map(embed).scoped(after.element(of: owner), dismissal: dismissal)
    )
  }

  @inlinable func reduceParent(
    at state: UnsafeMutablePointer<ParentState>,
    _ action: ParentAction,
    _ outcome: ChildOutcome
  ) -> Effect<ParentAction> {
    let effect = outcome.effect.merge(with: parent(&state.pointee, action))
    return outcome.before == .none ? effect : finish(effect, outcome, at: state)
  }

  /// Takes the state of a child that leaves, and cancels the effects of one that has gone.
  @inlinable func finish(
    _ effect: Effect<ParentAction>,
    _ outcome: ChildOutcome,
    at state: UnsafeMutablePointer<ParentState>
  ) -> Effect<ParentAction> {
    var now = id(at: state)
    if outcome.isLeaving, now == outcome.before {
      access.remove(from: state)
      now = .none
    }
    guard now != outcome.after || outcome.after != outcome.before else { return effect }
    var gone: [ScopeElement] = []
    if outcome.after != outcome.before { gone.append(outcome.before.element(of: owner)) }
    if now != outcome.after { gone.append(outcome.after.element(of: owner)) }
    return effect.merge(with: .cancelScopes(gone))
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
