/// Identifies a reducer operator that is made anew for each action, as under a reducer that calls another one's
/// `reduce(into:action:)`. Two are the same operator if their types, places in the source and key paths are equal.
///
/// Such an operator does not know which of its children have effects in flight, so it compares its children before and
/// after the action.
@usableFromInline struct OperatorIdentity: Hashable {
  private let type: ObjectIdentifier
  private let line: UInt
  private let column: UInt
  private let state: AnyKeyPath
  private let action: AnyKeyPath

  @usableFromInline init(_ type: Any.Type, state: AnyKeyPath, action: AnyKeyPath, line: UInt = 0, column: UInt = 0) {
    self.type = ObjectIdentifier(type)
    self.line = line
    self.column = column
    self.state = state
    self.action = action
  }

  /// Key paths take long to hash, and hardly ever differ where all else is equal.
  @usableFromInline func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    hasher.combine(line)
    hasher.combine(column)
  }
}

/// Identifies a `Scope`. It cancels no effects, but may be all that distinguishes the operators in it from those in
/// another.
@usableFromInline enum ScopeQualifier: Hashable {
  /// A scope that its store has built once.
  case kept(ScopeOwner)
  /// A scope that is made anew for each action.
  case made(OperatorIdentity)
}

extension Effect {
  /// Tells the operators that were made anew for an action, and whose children this effect belongs to, from those in
  /// another `Scope`.
  @inlinable func qualified(by qualifier: ScopeQualifier) -> Self {
    switch operation {
    case .none, .send, .run, .cancel, .retainScopes: self
    default: isOfMadeOperators ? requalified(by: qualifier) : self
    }
  }

  @usableFromInline var isOfMadeOperators: Bool {
    switch operation {
    // Returned only by operators that are kept.
    case .none, .send, .run, .cancel, .retainScopes: false
    case .merge(let effects), .concatenate(let effects): effects.contains(where: \.isOfMadeOperators)
    case .cancellable(let effect, _, _), .limited(let effect, _, _), .rateLimited(let effect, _, _):
      effect.isOfMadeOperators
    // Effects further in are qualified through this one.
    case .scoped(_, let element, _): !element.owner.isKept
    case .cancelScopes(let elements): elements.contains { !$0.owner.isKept }
    }
  }

  @usableFromInline func requalified(by qualifier: ScopeQualifier) -> Self {
    switch operation {
    case .none, .send, .run, .cancel, .retainScopes:
      self
    case .merge(let effects):
      Self(.merge(effects.map { $0.requalified(by: qualifier) }))
    case .concatenate(let effects):
      Self(.concatenate(effects.map { $0.requalified(by: qualifier) }))
    case .cancellable(let effect, let id, let cancelInFlight):
      Self(.cancellable(effect.requalified(by: qualifier), id: id, cancelInFlight: cancelInFlight))
    case .limited(let effect, let id, let limit):
      Self(.limited(effect.requalified(by: qualifier), id: id, limit))
    case .rateLimited(let effect, let id, let limit):
      Self(.rateLimited(effect.requalified(by: qualifier), id: id, limit))
    case .scoped(let effect, let element, let dismissal):
      Self(.scoped(effect, element.qualified(by: qualifier), dismissal: dismissal))
    case .cancelScopes(let elements):
      Self(.cancelScopes(elements.map { $0.qualified(by: qualifier) }))
    }
  }
}
