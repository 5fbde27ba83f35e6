/// Tells whether the state of a child that comes and goes is still that of the same child: by its id if it is
/// `Identifiable`, else by being there.
@usableFromInline struct ChildIdentity<State> {
  @usableFromInline let id: ((UnsafePointer<State>) -> AnyHashable)?
  @usableFromInline let isEphemeral = State.self is any EphemeralState.Type

  @usableFromInline init() {
    func identify<I: Identifiable>(_: I.Type) -> (UnsafePointer<State>) -> AnyHashable {
      // `I` is `State`: the compiler can't see it.
      { AnyHashable(UnsafeRawPointer($0).assumingMemoryBound(to: I.self).pointee.id) }
    }
    id = (State.self as? any Identifiable.Type).map { identify($0) }
  }

  /// Whether the state is to go when it has handled this action.
  @inlinable func isEphemeral<Action>(_ state: UnsafePointer<State>, _ action: Action) -> Bool {
    isEphemeral
  }

  @inlinable func callAsFunction(_ state: UnsafePointer<State>) -> ChildID {
    if let id { .id(id(state)) } else { .only }
  }
}

/// Which child is there.
@usableFromInline enum ChildID: Equatable {
  case none
  /// One that has no id.
  case only
  case id(AnyHashable)

  /// The element that the effects of this child belong to.
  @usableFromInline func element(of owner: ScopeOwner) -> ScopeElement {
    if case .id(let id) = self { return ScopeElement(owner: owner, id: id) }
    return ScopeElement(owner: owner, id: AnyHashable(0))
  }

  @inlinable static func == (lhs: Self, rhs: Self) -> Bool {
    switch (lhs, rhs) {
    case (.none, .none), (.only, .only): true
    case (.id(let lhs), .id(let rhs)): lhs == rhs
    default: false
    }
  }
}
