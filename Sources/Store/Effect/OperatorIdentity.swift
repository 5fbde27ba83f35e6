/// Identifies a reducer operator that is made again for each action, as under a reducer that calls another one's
/// `reduce(into:action:)`. Two values identify the same operator if their types, lines, columns and key paths are
/// equal.
///
/// Such an operator does not know which of its children have effects in flight. It compares its children before and
/// after the action instead.
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

  /// Leaves out the key paths, which take long to hash and hardly ever differ where all else is equal.
  @usableFromInline func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    hasher.combine(line)
    hasher.combine(column)
  }
}

/// Identifies a `Scope`. A `Scope` cancels no effects, but may be the only difference between two operators that are
/// otherwise equal: one in it, one in another `Scope`.
@usableFromInline enum ScopeQualifier: Hashable {
  /// A scope that its store has built once.
  case kept(ScopeOwner)
  /// A scope that is made again for each action.
  case made(OperatorIdentity)
}

extension Effect {
  /// Adds a `Scope` to the identities of the operators that were made for this action and whose children the effect
  /// belongs to, so that they differ from operators in another `Scope`.
  @inlinable func qualified(by qualifier: ScopeQualifier) -> Self {
    switch operation {
    case .none, .send, .run, .cancel, .retainScopes: self
    default: isOfMadeOperators ? requalified(by: qualifier) : self
    }
  }

  @usableFromInline var isOfMadeOperators: Bool {
    switch operation {
    // These are returned only by operators that are kept.
    case .none, .send, .run, .cancel, .retainScopes: false
    case .merge(let effects), .concatenate(let effects): effects.contains { $0.isOfMadeOperators }
    case .cancellable(let effect, _), .rateLimited(let effect, _, _):
      effect.isOfMadeOperators
    // The owners of effects inside this one are distinguished by it.
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
    case .cancellable(let effect, let marks):
      Self(.cancellable(effect.requalified(by: qualifier), marks))
    case .rateLimited(let effect, let id, let limit):
      Self(.rateLimited(effect.requalified(by: qualifier), id: id, limit))
    case .scoped(let effect, let element, let dismissal):
      Self(.scoped(effect, element.qualified(by: qualifier), dismissal: dismissal))
    case .cancelScopes(let elements):
      Self(.cancelScopes(elements.map { $0.qualified(by: qualifier) }))
    }
  }
}
