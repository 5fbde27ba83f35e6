/// What the states of scoped stores were before the reducer that runs now, so that a store whose state the reducer
/// removes can read what it was last.
///
/// Nobody can tell which reducer will remove a child, and afterwards the child's state is gone. So before a reducer runs,
/// the states below it that have stores and may go are copied: as many as there are stores at the next level, whatever is
/// in them. While such a copy exists, a change in place of the original has to copy what both share. A child's own
/// reducer must not pay for that. It can't remove its own state, so the operators that run it release the copy before and
/// take it again after, for the reducers of the parents. A reducer that is run without the operators works as well; its
/// changes copy what they change.
///
/// `@unchecked Sendable`: it is bound as a task-local value while a reducer is built, and used on the store's actor.
@usableFromInline final class StateCaptures: @unchecked Sendable {
  /// The captures of the store whose reducer is being built.
  @usableFromInline static let local = TaskLocal<StateCaptures?>(wrappedValue: nil)

  /// A place whose state was copied, and how operators find it.
  private struct Entry {
    let place: ScopedState
    /// The address of the state; `nil` if it has none, because it is computed or in an enum.
    let address: UnsafeRawPointer?
    let parent: UnsafeRawPointer
  }

  /// A child that is being run.
  private struct Frame {
    let place: ScopedState
    /// Further stores of the same child.
    let others: [ScopedState]
    /// The id of the child, if it is an element of a collection.
    let id: AnyHashable?
    let outerStart: Int
  }

  @exclusivity(unchecked) private var entries: [Entry] = []
  /// The first entry of the innermost child that is being run.
  @exclusivity(unchecked) private var start = 0
  @exclusivity(unchecked) private var frames: [Frame] = []
  /// Whether there is a copy that an operator may have to release.
  @exclusivity(unchecked) @usableFromInline private(set) var isActive = false

  @usableFromInline init() {}

  @usableFromInline func add(_ place: ScopedState, at address: UnsafeRawPointer?, in parent: UnsafeRawPointer) {
    entries.append(Entry(place: place, address: address, parent: parent))
    isActive = true
  }

  /// Called by an operator before it runs a child. Releases the copy of the child's state, or of the collection that the
  /// child is an element of, if there is one.
  ///
  /// - Parameters:
  ///   - address: The address of the child's state or of the collection, which may be a copy.
  ///   - parent: The address of the parent's state.
  ///   - type: The type of the child's state or of the collection.
  ///   - id: The id of the element.
  /// - Returns: Whether there was a copy. Then the operator has to call `begin`, `settle` and `leave`.
  @usableFromInline func enter(
    _ address: UnsafeRawPointer,
    in parent: UnsafeRawPointer,
    _ type: ObjectIdentifier,
    id: AnyHashable? = nil
  ) -> Bool {
    var found: ScopedState?
    var others: [ScopedState] = []
    var countOfComputed = 0
    for index in start..<entries.count where entries[index].place.type == type {
      if entries[index].address == nil, entries[index].parent == parent {
        countOfComputed += 1
      } else if entries[index].address != address {
        continue
      }
      if found == nil { found = entries[index].place } else { others.append(entries[index].place) }
    }
    // Which of several places is meant can't be told if they have no addresses. Their copies stay.
    guard let found, countOfComputed <= 1 else { return false }
    found.release()
    for other in others { other.release() }
    frames.append(Frame(place: found, others: others, id: id, outerStart: start))
    start = entries.count
    isActive = false
    return true
  }

  /// Does what `enter` does for the collection at a place.
  @inline(never) @inlinable func enter<ParentState, Elements>(
    _ place: StatePlace<ParentState, Elements>,
    in parent: UnsafeMutablePointer<ParentState>,
    id: AnyHashable
  ) -> Bool {
    place.look(at: parent) {
      enter(UnsafeRawPointer($0), in: UnsafeRawPointer(parent), ObjectIdentifier(Elements.self), id: id)
    }
  }

  /// Does what `enter` does for the child at a place, if there is one.
  @inline(never) @inlinable func enter<Place: ChildPlace>(
    _ place: Place,
    in parent: UnsafeMutablePointer<Place.ParentState>
  ) -> Bool {
    var isCaptured = false
    _ = place.look(at: parent) {
      isCaptured = enter(UnsafeRawPointer($0), in: UnsafeRawPointer(parent), ObjectIdentifier(Place.ChildState.self))
    }
    return isCaptured
  }

  /// Called when the child's state is where its reducer will change it.
  @inlinable func begin<State>(at state: UnsafeMutablePointer<State>) { begin(UnsafeRawPointer(state)) }

  /// Called when the child's reducer has returned.
  @inlinable func settle<State>(at state: UnsafeMutablePointer<State>) { settle(UnsafeRawPointer(state)) }

  /// Called before a reducer of the parent runs. Takes the copy again.
  @inlinable func leave<State>(from state: UnsafeMutablePointer<State>) { leave(UnsafeRawPointer(state)) }

  @usableFromInline func begin(_ state: UnsafeRawPointer) {
    forEachParent { $0.captureChildren(at: state, by: self) }
  }

  @usableFromInline func settle(_ state: UnsafeRawPointer) {
    if let frame = frames.last {
      frame.place.elementHasChanged(id: frame.id, at: state)
      for other in frame.others { other.elementHasChanged(id: frame.id, at: state) }
    }
    forEachParent { $0.settleChildren(at: state) }
  }

  /// Calls a closure with what has the children of the child that is being run.
  private func forEachParent(_ body: (LastState) -> Void) {
    guard let frame = frames.last else { return }
    if let parent = frame.place.parentOfChildren(id: frame.id), !parent.children.isEmpty { body(parent) }
    for other in frame.others {
      if let parent = other.parentOfChildren(id: frame.id), !parent.children.isEmpty { body(parent) }
    }
  }

  @usableFromInline func leave(_ state: UnsafeRawPointer) {
    guard let frame = frames.popLast() else { return }
    frame.place.retake(from: state)
    for other in frame.others { other.retake(from: state) }
    endFrame(from: frame.outerStart)
  }

  /// Forgets the entries of the innermost frame.
  @usableFromInline func endFrame(from outerStart: Int = 0) {
    entries.removeLast(entries.count - start)
    start = outerStart
    isActive = entries.count > start
  }
}
