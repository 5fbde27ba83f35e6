/// The children that an operator runs: where their states are, and how they are told apart.
///
/// Parameters that are addresses take `&state`: nothing is copied to the call stack, because a feature may contain
/// itself hundreds of times.
@usableFromInline protocol Children<ParentState, ChildState> {
  associatedtype ParentState
  associatedtype ChildState
  /// Identifies one of the children.
  associatedtype ID
  /// The ids of all children that exist.
  associatedtype IDs: Equatable
  /// What the operator remembers until the parent has run.
  associatedtype Start = Void

  /// Called before a child and the parent run.
  func begin(_ parent: inout ParentState) -> Start

  /// Changes a child's state in place. Returns `nil` if there is no such child.
  func modify<Result>(_ id: ID, in parent: inout ParentState, _ body: (inout ChildState) -> Result) -> Result?

  /// Calls a closure with the address of a child's state to read it, or returns `false` if there is no such child.
  func look(for id: ID, at parent: UnsafePointer<ParentState>, _ body: (UnsafePointer<ChildState>) -> Void) -> Bool

  /// Returns the id of the child if it has to be removed after this action, because it is ``EphemeralState``.
  func idIfEphemeral<Action>(_ child: inout ChildState, _ action: Action) -> ID?

  /// Returns the id of a child that has run.
  ///
  /// - Parameter id: The id that the action was for.
  func id(of child: inout ChildState, _ id: ID) -> ID

  /// Called after the parent has run. Removes a child, if it still exists.
  func finish(_ parent: inout ParentState, _ start: Start, removing id: ID?)

  /// Returns the ids of all children.
  func ids(in parent: UnsafePointer<ParentState>) -> IDs

  /// Returns each id.
  func all(_ ids: IDs) -> [ID]

  /// What the ids belong to: after another one has taken its place, the same ids mean other children.
  func series(at parent: UnsafePointer<ParentState>) -> ChildSeries

  func contains(_ id: ID, in ids: IDs) -> Bool

  /// Returns the children that exist and have effects in flight.
  func live(in ids: IDs, of owner: ScopeOwner) -> [ID]

  /// Returns what the effects of a child belong to.
  func element(_ id: ID, of owner: ScopeOwner) -> ScopeElement

  /// Reports children that are gone.
  ///
  /// - Parameter before: The ids before the action, if the operator is transient.
  func report(before: IDs?, now: IDs, to owner: ScopeOwner)
}

extension Children where Start == Void {
  @inlinable func begin(_ parent: inout ParentState) {}

  @usableFromInline func series(at parent: UnsafePointer<ParentState>) -> ChildSeries { .only }
}

/// What the ids of children belong to.
@usableFromInline enum ChildSeries {
  /// Ids mean the same children forever.
  case only
  /// The ids of one stack.
  case stack(StackLineage)
  /// The ids of a stack that is new or was changed from outside. They have to be settled first.
  case unsettled

  var lineage: StackLineage? {
    if case .stack(let lineage) = self { lineage } else { nil }
  }
}

// The elements of a collection, which have their ids in it.
extension Children where ID: Hashable, IDs == OrderedIDs<ID> {
  @inlinable func idIfEphemeral<Action>(_ child: inout ChildState, _ action: Action) -> ID? { nil }

  @inlinable func id(of child: inout ChildState, _ id: ID) -> ID { id }

  @inlinable func contains(_ id: ID, in ids: IDs) -> Bool { ids.contains(id) }

  @usableFromInline func all(_ ids: IDs) -> [ID] { ids.ids }

  @usableFromInline func live(in ids: IDs, of owner: ScopeOwner) -> [ID] {
    owner.liveIDs.compactMap { $0.base as? ID }.filter { ids.contains($0) }
  }

  @inlinable func element(_ id: ID, of owner: ScopeOwner) -> ScopeElement {
    ScopeElement(owner: owner, id: AnyHashable(id))
  }

  @inlinable func report(before: IDs?, now: IDs, to owner: ScopeOwner) { owner.report(before: before, now: now) }
}
