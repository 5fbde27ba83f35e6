/// The elements of a collection that stores were made for. One object for all of them, because there can be very many.
///
/// Before a reducer runs, the collection is copied as a whole, which only adds a reference to its buffers. A reducer of a
/// parent that changes the collection then copies its elements. So that this takes no longer the more elements there are, a
/// large collection is not copied: the stores of its elements keep what these were after their own last actions.
@usableFromInline final class ScopedElements<ParentState, ID: Hashable & Sendable, State>: ScopedState {
  @usableFromInline typealias Elements = (elements: [State], ids: OrderedIDs<ID>)

  @usableFromInline override var scope: AnyObject? { elementScope }

  @usableFromInline let elementScope: AnyObject
  @usableFromInline let isInPlace: Bool
  @usableFromInline let look: (UnsafeRawPointer, (UnsafeRawPointer) -> Void) -> Void
  @usableFromInline let copy: (UnsafeRawPointer) -> Elements

  @usableFromInline var stores: [ID: LastState] = [:]
  /// The number of stores at which those that were released are removed.
  @usableFromInline var sweepCount = 16
  /// The number of changes since then. As many changes as there are stores pay for a sweep.
  @usableFromInline var changeCount = 0
  /// The elements below which other stores were scoped.
  @usableFromInline var parents: Set<ID> = []
  @usableFromInline var captured: Elements?
  /// Whether the collection has more elements than are copied.
  @usableFromInline var isLarge = false

  /// - Parameter scope: Identifies the collection among the places of its parent.
  @inlinable init<Collection: IdentifiedElements<ID, State>>(
    _ place: StatePlace<ParentState, Collection>,
    scope: AnyObject
  ) {
    elementScope = scope
    isInPlace = place.offset != nil
    look = { state, body in
      place.look(at: state.assumingMemoryBound(to: ParentState.self)) { body(UnsafeRawPointer($0)) }
    }
    copy = {
      let elements = $0.assumingMemoryBound(to: Collection.self)
      return (elements.pointee._elements, elements.pointee._ids)
    }
    super.init(Collection.self)
  }

  /// The last state of the element with an id: that of an earlier store, or a new one.
  @usableFromInline func last(_ id: ID, _ state: State) -> LastState {
    if let known = stores[id] { return known }
    if stores.count >= sweepCount { sweep() }
    let last = LastState(state)
    stores[id] = last
    return last
  }

  func addParent(_ id: ID) {
    parents.insert(id)
  }

  /// Removes the stores that were released.
  private func sweep() {
    // Moved out, and released last: the `deinit` of a state may run user code.
    var all = stores
    stores = [:]
    var used: [ID: LastState] = [:]
    // Not a loop over `indices`, which would hold all values, too.
    var index = all.startIndex
    while index != all.endIndex {
      if !isKnownUniquelyReferenced(&all.values[index]) { used[all.keys[index]] = all.values[index] }
      all.formIndex(after: &index)
    }
    stores = used
    parents = parents.filter { used[$0] != nil }
    sweepCount = max(16, used.count * 2)
    changeCount = 0
    withExtendedLifetime(all) {}
  }

  @usableFromInline override var isUsed: Bool { !stores.isEmpty }

  @usableFromInline override func capture(
    in parent: UnsafeRawPointer,
    isInPlace isParentInPlace: Bool,
    by captures: StateCaptures
  ) {
    look(parent) { collection in
      capture(collection)
      if isParentInPlace { captures.add(self, at: isInPlace ? collection : nil, in: parent) }
    }
  }

  @usableFromInline func capture(_ collection: UnsafeRawPointer) {
    let elements = copy(collection)
    isLarge = elements.elements.count > 1_000
    captured = isLarge ? nil : elements
  }

  @usableFromInline override func elementHasChanged(id: AnyHashable?, at address: UnsafeRawPointer) {
    guard isLarge, let id = id?.base as? ID else { return }
    stores[id]?.keep(address)
  }

  @usableFromInline override func settle(in parent: UnsafeRawPointer) {
    guard let before = captured.take() else { return }
    look(parent) { keep(from: before, to: copy($0)) }
    withExtendedLifetime(before) {}
  }

  @usableFromInline override func keep(from before: UnsafeRawPointer, to after: UnsafeRawPointer?) {
    look(before) { collection in
      let before = copy(collection)
      guard let after else { return keep(from: before, to: nil) }
      look(after) { keep(from: before, to: copy($0)) }
    }
  }

  private func keep(from before: Elements, to after: Elements?) {
    // Nothing in a buffer that both refer to was changed.
    if let after, after.ids.place == before.ids.place, after.elements.hasSameBuffer(as: before.elements) { return }
    // Most changes add elements or change some. Then as many changes as there are stores pay for a sweep. What is removed
    // is not kept for a store that was released.
    let isAnyGone =
      after.map { $0.ids.place != before.ids.place && !$0.ids.ids.starts(with: before.ids.ids) } ?? true
    changeCount += 1
    if isAnyGone || changeCount > stores.count { sweep() }
    before.elements.withUnsafeBufferPointer { elements in
      if isAnyGone {
        for (id, last) in stores where after?.ids.contains(id) != true {
          guard let position = before.ids.firstIndex(of: id), let state = elements.address(at: position) else {
            continue
          }
          last.keep(state)
          last.keepChildren(from: state, to: nil)
        }
      }
      guard let after else { return }
      after.elements.withUnsafeBufferPointer { changed in
        for id in parents {
          guard let last = stores[id], let position = before.ids.firstIndex(of: id),
            let state = elements.address(at: position),
            let newPosition = after.ids.firstIndex(of: id, hint: position)
          else { continue }
          last.keepChildren(from: state, to: changed.address(at: newPosition))
        }
      }
    }
  }

  @usableFromInline override func release() {
    captured = nil
  }

  @usableFromInline override func retake(from address: UnsafeRawPointer) {
    capture(address)
  }

  @usableFromInline override func parentOfChildren(id: AnyHashable?) -> LastState? {
    guard !parents.isEmpty, let id = id?.base as? ID, parents.contains(id) else { return nil }
    return stores[id]
  }
}

extension Array {
  fileprivate func hasSameBuffer(as other: Self) -> Bool {
    withUnsafeBufferPointer { buffer in other.withUnsafeBufferPointer { buffer.baseAddress == $0.baseAddress } }
  }
}
