import Dependencies

/// The elements of an identified array, which `forEach` runs.
@usableFromInline struct ArrayElements<ParentState, ID: Hashable, ChildState>: Children {
  @usableFromInline let place: StatePlace<ParentState, IdentifiedArray<ID, ChildState>>
  @usableFromInline let location: IssueLocation

  @inlinable init(
    _ place: StatePlace<ParentState, IdentifiedArray<ID, ChildState>>,
    _ location: IssueLocation
  ) {
    self.place = place
    self.location = location
  }

  @inlinable func modify<Result>(
    _ id: ID,
    in parent: inout ParentState,
    _ body: (inout ChildState) -> Result
  ) -> Result? {
    place.modify(&parent) { elements in
      guard let position = elements.index(id: id) else { return nil }
      return elements.modifyElement(at: position, location: location, body)
    }
  }

  @inlinable func finish(_ parent: inout ParentState, _: Void, removing id: ID?) {}

  @usableFromInline func look(
    for id: ID,
    at parent: UnsafePointer<ParentState>,
    _ body: (UnsafePointer<ChildState>) -> Void
  ) -> Bool {
    place.look(at: parent) { $0.pointee.look(for: id, body) }
  }

  @inlinable func ids(in parent: UnsafePointer<ParentState>) -> OrderedIDs<ID> {
    place.look(at: parent) { $0.pointee.ids }
  }
}
