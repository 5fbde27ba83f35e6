/// The child of `ifLet` and `ifCaseLet`, of which there is one at a time.
@usableFromInline struct OnlyChild<Place: ChildPlace>: Children {
  @usableFromInline let place: Place
  @usableFromInline let identity = ChildIdentity<Place.ChildState>()

  @inlinable init(_ place: Place) {
    self.place = place
  }

  @inlinable func modify<Result>(
    _ id: ChildID,
    in parent: inout Place.ParentState,
    _ body: (inout Place.ChildState) -> Result
  ) -> Result? {
    place.modify(&parent, body)
  }

  @usableFromInline func look(
    for id: ChildID,
    at parent: UnsafePointer<Place.ParentState>,
    _ body: (UnsafePointer<Place.ChildState>) -> Void
  ) -> Bool {
    var isThere = false
    _ = place.look(at: parent) { child in
      isThere = identity(child) == id
      if isThere { body(child) }
    }
    return isThere
  }

  @inlinable func idIfEphemeral<Action>(_ child: inout Place.ChildState, _ action: Action) -> ChildID? {
    guard identity.mayBeEphemeral else { return nil }
    let id = identity(&child)
    return identity.isEphemeral(id, action) ? id : nil
  }

  @inlinable func id(of child: inout Place.ChildState, _ id: ChildID) -> ChildID { identity(&child) }

  @inlinable func finish(_ parent: inout Place.ParentState, _: Void, removing id: ChildID?) {
    if let id, id == ids(in: &parent) { place.remove(from: &parent) }
  }

  @inlinable func ids(in parent: UnsafePointer<Place.ParentState>) -> ChildID {
    var id = ChildID.none
    _ = place.look(at: parent) { id = identity($0) }
    return id
  }

  @inlinable func contains(_ id: ChildID, in ids: ChildID) -> Bool { id != .none && id == ids }

  @usableFromInline func all(_ ids: ChildID) -> [ChildID] { ids == .none ? [] : [ids] }

  @usableFromInline func live(in ids: ChildID, of owner: ScopeOwner) -> [ChildID] { all(ids) }

  @inlinable func element(_ id: ChildID, of owner: ScopeOwner) -> ScopeElement { id.element(of: owner) }

  @inlinable func report(before: ChildID?, now: ChildID, to owner: ScopeOwner) {
    owner.report(before: before ?? .none, now: now)
  }
}
