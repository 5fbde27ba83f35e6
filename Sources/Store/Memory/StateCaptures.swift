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
    let place: CapturedState
    /// The address of the state; `nil` if it has none, because it is computed or in an enum.
    let address: UnsafeRawPointer?
    let parent: UnsafeRawPointer
  }

  /// A child that is being run.
  private struct Frame {
    let place: CapturedState
    /// Further stores of the same child.
    let others: [CapturedState]
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

  @usableFromInline func add(_ place: CapturedState, at address: UnsafeRawPointer?, in parent: UnsafeRawPointer) {
    entries.append(Entry(place: place, address: address, parent: parent))
    isActive = true
  }

  /// Called by an operator before it runs a child. Releases the copy of the child's state, or of the collection that the
  /// child is an element of, if there is one.
  ///
  /// - Parameters:
  ///   - state: The child's state or the collection, which may be a copy.
  ///   - parent: The parent's state.
  ///   - id: The id of the element.
  /// - Returns: Whether there was a copy. Then the operator has to call `begin`, `settle` and `leave`.
  @usableFromInline func enter<State, ParentState>(
    _ state: UnsafePointer<State>,
    in parent: UnsafePointer<ParentState>,
    id: AnyHashable? = nil
  ) -> Bool {
    let (address, parent, type) = (UnsafeRawPointer(state), UnsafeRawPointer(parent), ObjectIdentifier(State.self))
    var found: CapturedState?
    var others: [CapturedState] = []
    var countOfComputed = 0
    for entry in entries[start...] where entry.place.type == type {
      if entry.address == nil, entry.parent == parent {
        countOfComputed += 1
      } else if entry.address != address {
        continue
      }
      if found == nil { found = entry.place } else { others.append(entry.place) }
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
  @inline(never) @usableFromInline func enter<ParentState, Elements>(
    _ place: StatePlace<ParentState, Elements>,
    in parent: UnsafeMutablePointer<ParentState>,
    id: AnyHashable
  ) -> Bool {
    place.look(at: parent) { enter($0, in: UnsafePointer(parent), id: id) }
  }

  /// Does what `enter` does for the child at a place, if there is one.
  @inline(never) @usableFromInline func enter<Place: ChildPlace>(
    _ place: Place,
    in parent: UnsafeMutablePointer<Place.ParentState>
  ) -> Bool {
    var isCaptured = false
    _ = place.look(at: parent) { isCaptured = enter($0, in: UnsafePointer(parent)) }
    return isCaptured
  }

  /// Called when the child's state is where its reducer will change it.
  @usableFromInline func begin<State>(at state: UnsafeMutablePointer<State>) {
    let address = UnsafeMutableRawPointer(state)
    guard let frame = frames.last else { return }
    frame.place.captureChildren(at: address, id: frame.id, by: self)
    for other in frame.others { other.captureChildren(at: address, id: frame.id, by: self) }
  }

  /// Called when the child's reducer has returned.
  @usableFromInline func settle<State>(at state: UnsafeMutablePointer<State>) {
    let address = UnsafeMutableRawPointer(state)
    guard let frame = frames.last else { return }
    frame.place.settleChildren(at: address, id: frame.id)
    for other in frame.others { other.settleChildren(at: address, id: frame.id) }
  }

  /// Called before a reducer of the parent runs. Takes the copy again.
  @usableFromInline func leave<State>(from state: UnsafeMutablePointer<State>) {
    let address = UnsafeMutableRawPointer(state)
    guard let frame = frames.popLast() else { return }
    frame.place.retake(from: address)
    for other in frame.others { other.retake(from: address) }
    endFrame(from: frame.outerStart)
  }

  /// Forgets the entries of the innermost frame.
  @usableFromInline func endFrame(from outerStart: Int = 0) {
    entries.removeSubrange(start...)
    start = outerStart
    isActive = entries.count > start
  }
}

/// A place in a state that stores read, and whose state can be copied before a reducer runs.
@usableFromInline class CapturedState {
  /// The type at the address that operators know.
  let type: ObjectIdentifier

  @usableFromInline init(_ type: Any.Type) {
    self.type = ObjectIdentifier(type)
  }

  /// Releases the copy, while the state is changed by its own reducer.
  @usableFromInline func release() {}
  /// Copies the state again.
  @usableFromInline func retake(from address: UnsafeMutableRawPointer) {}
  @usableFromInline func captureChildren(
    at address: UnsafeMutableRawPointer,
    id: AnyHashable?,
    by captures: StateCaptures
  ) {}
  @usableFromInline func settleChildren(at address: UnsafeMutableRawPointer, id: AnyHashable?) {}
}
