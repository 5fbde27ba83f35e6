import Dependencies

/// The elements of a navigation stack, which `forEach` runs.
@usableFromInline struct StackElements<ParentState, ChildState>: Children {
  @usableFromInline typealias ID = StackElementID

  @usableFromInline let place: StatePlace<ParentState, StackState<ChildState>>
  @usableFromInline let owner: ScopeOwner
  @usableFromInline let location: IssueLocation
  let identity = ChildIdentity<ChildState>()

  @inlinable init(
    _ place: StatePlace<ParentState, StackState<ChildState>>,
    of owner: ScopeOwner,
    _ location: IssueLocation
  ) {
    self.place = place
    self.owner = owner
    self.location = location
  }

  @inlinable func modify<Result>(
    _ id: StackElementID,
    in parent: inout ParentState,
    _ body: (inout ChildState) -> Result
  ) -> Result? {
    guard let stack = place.address(in: &parent) else { return modifyCopy(id, in: &parent, body) }
    guard let position = stack.pointee._ids.firstIndex(of: id) else { return nil }
    return body(&stack.pointee._elements[position])
  }

  /// Changes a copy, so that the element may read what holds the stack, such as an object.
  @inline(never) @usableFromInline func modifyCopy<Result>(
    _ id: StackElementID,
    in parent: inout ParentState,
    _ body: (inout ChildState) -> Result
  ) -> Result? {
    var stack = place.look(at: &parent) { $0.pointee }
    guard let position = stack._ids.firstIndex(of: id) else { return nil }
    let result = body(&stack._elements[position])
    place.set(stack, in: &parent)
    return result
  }

  @usableFromInline func look(
    for id: StackElementID,
    at parent: UnsafePointer<ParentState>,
    _ body: (UnsafePointer<ChildState>) -> Void
  ) -> Bool {
    place.look(at: parent) { stack in
      // Without a lineage, another stack has taken the place of the one that the element was in.
      stack.pointee._lineage != nil && stack.pointee.look(for: id, body)
    }
  }

  @inlinable func ids(in parent: UnsafePointer<ParentState>) -> OrderedIDs<StackElementID> {
    place.look(at: parent) { $0.pointee._ids }
  }

  @usableFromInline func series(at parent: UnsafePointer<ParentState>) -> ChildSeries {
    place.look(at: parent) { stack in
      guard let lineage = stack.pointee._lineage, stack.pointee.isSettled else { return .unsettled }
      return .stack(lineage)
    }
  }

  /// Gives the stack a lineage and makes its ids final. Reports elements that were replaced from outside.
  ///
  /// - Returns: What the stack is then.
  @inlinable func begin(_ parent: inout ParentState) -> (lineage: StackLineage, nextID: Int) {
    // Looked at first, because changing a computed property calls its setter.
    let settled = place.look(at: &parent) { stack in
      stack.pointee.isSettled ? stack.pointee._lineage.map { (lineage: $0, nextID: stack.pointee._nextID) } : nil
    }
    return settled ?? place.modify(&parent, beginUnsettled)
  }

  @usableFromInline func beginUnsettled(_ stack: inout StackState<ChildState>) -> (lineage: StackLineage, nextID: Int) {
    // A new stack replaced another one whose elements have effects in flight.
    if stack._lineage == nil { owner.report(before: .none, now: .none) }
    reportEphemeralElements(of: stack, from: stack._lineage == nil ? 0 : stack._settledID)
    return (stack.settle(), stack._nextID)
  }

  @inlinable func finish(
    _ parent: inout ParentState,
    _ start: (lineage: StackLineage, nextID: Int),
    removing id: StackElementID?
  ) {
    let isChanged = place.look(at: &parent) { stack in
      stack.pointee._lineage !== start.lineage || stack.pointee._settledID != start.nextID
        || stack.pointee._nextID != start.nextID
    }
    if id != nil || isChanged { place.modify(&parent) { settle(&$0, start, removing: id) } }
  }

  @usableFromInline func settle(
    _ stack: inout StackState<ChildState>,
    _ start: (lineage: StackLineage, nextID: Int),
    removing id: StackElementID?
  ) {
    stack.settle(after: start.lineage, nextID: start.nextID)
    if let id { stack.pop(from: id) }
    reportEphemeralElements(of: stack, from: start.nextID)
  }

  /// Adds an element with the id that the sender has chosen. Reports an id that can't be used.
  @usableFromInline func push(_ element: ChildState, id: StackElementID, in parent: inout ParentState) {
    _ = begin(&parent)
    place.modify(&parent) { stack in
      guard stack.canPush(id) else { return reportUnfitPush(id, stack, at: location) }
      if id != stack.nextID { reportEarlyPush(id, stack, at: location) }
      stack.append(element, id: id)
    }
  }

  /// Reports alerts and dialogs among the elements whose ids are not lower than `firstID`.
  private func reportEphemeralElements(of stack: StackState<ChildState>, from firstID: Int) {
    guard identity.isAlwaysEphemeral || !identity.isPresence else { return }
    for (id, element) in zip(stack.ids, stack) where id.generation >= firstID {
      var element = element
      let isEphemeral = identity.isAlwaysEphemeral || identity(&element).ephemeralAction != nil
      if isEphemeral { reportEphemeralElement(element, id, at: location) }
    }
  }
}
