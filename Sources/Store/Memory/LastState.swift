/// The state of a store on the heap, and the places below it that other stores were scoped to.
///
/// For a root store it is the state. For a scoped store it is a copy of the state in the root, which is read when that is
/// gone: see ``StateCaptures``.
@usableFromInline final class LastState<State> {
  @usableFromInline let storage: UnsafeMutablePointer<State>
  /// Whether there is a copy. There always is when the state is gone, and also when no reducer runs and the state may go
  /// without one: where it is not in place, but computed from something that others change.
  @exclusivity(unchecked) @usableFromInline var isKept = true
  /// The places that stores were scoped to.
  @exclusivity(unchecked) @usableFromInline var children: [ScopedState<State>] = []

  @inlinable init(_ state: State) {
    storage = .allocate(state)
  }

  deinit {
    if isKept { storage.deinitialize(count: 1) }
    storage.deallocate()
  }

  @usableFromInline func add(_ child: ScopedState<State>) {
    children.append(child)
  }

  @inlinable func keep(_ state: UnsafePointer<State>) {
    guard isKept else {
      storage.initialize(to: state.pointee)
      return isKept = true
    }
    // Swapped, so that the old state is released last: its `deinit` may run user code.
    var state = state.pointee
    swap(&state, &storage.pointee)
  }

  @inlinable func release() {
    guard isKept else { return }
    isKept = false
    // Moved out, because the `deinit` of a value may run user code.
    _ = storage.move()
  }

  // MARK: Below this state

  @inlinable func captureChildren(at state: UnsafePointer<State>, isInPlace: Bool = true, by captures: StateCaptures) {
    var hasUnused = false
    for child in children {
      if child.isUsed { child.capture(in: state, isInPlace: isInPlace, by: captures) } else { hasUnused = true }
    }
    if hasUnused { removeUnused() }
  }

  @usableFromInline func removeUnused() {
    let all = children
    children = all.filter { $0.isUsed }
    withExtendedLifetime(all) {}
  }

  @inlinable func settleChildren(at state: UnsafePointer<State>) {
    for child in children { child.settle(in: state) }
  }

  /// Keeps the states below this one that are in it before a change and not after it.
  @inlinable func keepChildren(from before: UnsafePointer<State>, to after: UnsafePointer<State>?) {
    guard !children.isEmpty, after.map({ before.hasSameBytes(as: $0) }) != true else { return }
    for child in children { child.keep(from: before, to: after) }
  }
}

/// A place in a parent's state that stores were scoped to.
@usableFromInline class ScopedState<ParentState>: CapturedState {
  /// Identifies a collection among the places of its parent.
  @usableFromInline var scope: AnyObject? { nil }
  /// Whether a store reads the place, or an observer of one is registered.
  @usableFromInline var isUsed: Bool { false }
  /// Copies the state before a reducer of a parent runs.
  ///
  /// - Parameter isInPlace: Whether the parent's state has an address.
  @usableFromInline func capture(in parent: UnsafePointer<ParentState>, isInPlace: Bool, by captures: StateCaptures) {}
  /// Called after that reducer has returned: keeps the copy if the state is gone.
  @usableFromInline func settle(in parent: UnsafePointer<ParentState>) {}
  /// Keeps a state that was there before a change and is not after it.
  @usableFromInline func keep(from before: UnsafePointer<ParentState>, to after: UnsafePointer<ParentState>?) {}
}

extension UnsafePointer {
  /// Whether two values consist of the same bytes. Then they are equal, because neither has changed what it refers to
  /// since one was copied from the other: a buffer that two values refer to is not changed in place.
  @usableFromInline func hasSameBytes(as other: Self) -> Bool {
    let (first, second) = (UnsafeRawPointer(self), UnsafeRawPointer(other))
    let size = MemoryLayout<Pointee>.size
    var offset = 0
    while offset + 8 <= size {
      let isSame =
        first.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        == second.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if !isSame { return false }
      offset += 8
    }
    while offset < size {
      if first.load(fromByteOffset: offset, as: UInt8.self) != second.load(fromByteOffset: offset, as: UInt8.self) {
        return false
      }
      offset += 1
    }
    return true
  }
}
