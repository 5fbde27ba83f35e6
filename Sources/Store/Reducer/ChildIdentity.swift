/// Identifies the child that a state belongs to: by its id if it is `Identifiable`; if it is an enum, by its case and,
/// if it has case paths, the payload's id. All other states belong to the same child.
@usableFromInline struct ChildIdentity<State> {
  private enum Kind {
    case presence
    case id((UnsafePointer<State>) -> AnyHashable)
    case enumCase((UnsafePointer<State>) -> CaseIdentity)
  }

  private let kind: Kind
  /// Whether all states of this type belong to the same child.
  @usableFromInline let isPresence: Bool
  @usableFromInline let isAlwaysEphemeral = State.self is any EphemeralState.Type
  /// Whether an action may end the child, because its state is or contains ``EphemeralState``.
  @usableFromInline let mayBeEphemeral: Bool

  init() {
    if let id = identifier(of: State.self) {
      kind = .id(id)
    } else if let identity = caseIdentity(of: State.self) {
      kind = .enumCase(identity)
    } else if EnumCaseName.isEnum(State.self) {
      kind = .id { AnyHashable(EnumCaseName(of: $0)) }
    } else {
      kind = .presence
    }
    if case .presence = kind { isPresence = true } else { isPresence = false }
    if case .enumCase = kind { mayBeEphemeral = true } else { mayBeEphemeral = isAlwaysEphemeral }
  }

  @inlinable func callAsFunction(_ state: UnsafePointer<State>) -> ChildID {
    isPresence ? .only : id(state)
  }

  @usableFromInline func id(_ state: UnsafePointer<State>) -> ChildID {
    switch kind {
    case .presence: .only
    case .id(let id): .id(id(state))
    case .enumCase(let identity): .id(AnyHashable(identity(state)))
    }
  }

  /// Returns whether this action ends the child, because the child is ``EphemeralState``.
  @inlinable func isEphemeral<Action>(_ child: ChildID, _ action: Action) -> Bool {
    isPresence ? isAlwaysEphemeral : endsEphemeral(child, action)
  }

  @usableFromInline func endsEphemeral<Action>(_ child: ChildID, _ action: Action) -> Bool {
    guard let expected = child.ephemeralAction else { return isAlwaysEphemeral }
    // An action in another case of the enum does not belong to the alert.
    guard let identity = caseIdentity(of: Action.self) else { return true }
    return withUnsafePointer(to: action) { identity($0).payloadType == expected }
  }
}

/// Returns a function that identifies the case of a value and its payload, or `nil` if the type's case paths do not
/// provide that.
private func caseIdentity<Root>(of type: Root.Type) -> ((UnsafePointer<Root>) -> CaseIdentity)? {
  func paths<Enum: CasePathable>(_: Enum.Type) -> Any { Enum.allCasePaths }
  func identity<Paths: IdentifiedCases>(_ paths: Paths) -> ((UnsafePointer<Root>) -> CaseIdentity)? {
    guard Paths.RootOfCases.self == Root.self else { return nil }
    return { paths.identity(of: $0.known(as: Paths.RootOfCases.self).pointee) }
  }
  guard let type = Root.self as? any CasePathable.Type, let paths = paths(type) as? any IdentifiedCases else {
    return nil
  }
  return identity(paths)
}

extension ChildID {
  /// The type of the actions of the child, if it is ``EphemeralState`` in a case of an enum.
  var ephemeralAction: (any Any.Type)? {
    guard case .id(let id) = self else { return nil }
    return (id.base as? CaseIdentity)?.ephemeralAction
  }
}
