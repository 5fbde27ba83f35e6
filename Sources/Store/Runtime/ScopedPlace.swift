/// A place that a `ScopedCore` reads.
///
/// Owned by the `LastState` of the parent. Whether its stores are gone shows in who owns `last`, which works from any
/// thread, unlike a message from the core's `deinit`, which can run anywhere.
@usableFromInline final class ScopedPlace<ParentState, State>: ScopedState<ParentState> {
  @exclusivity(unchecked) @usableFromInline var last: LastState<State>
  @usableFromInline let project: (UnsafePointer<ParentState>, (UnsafePointer<State>) -> Void) -> Bool
  /// Whether the state is there whenever the parent's is.
  @usableFromInline let isAlwaysThere: Bool
  /// Whether the state has an address in the parent's.
  @usableFromInline let isInPlace: Bool
  /// Whether only the store's reducers change the state.
  @usableFromInline let isOwn: Bool
  @exclusivity(unchecked) @usableFromInline var isCaptured = false

  @inlinable init(
    last: LastState<State>,
    isAlwaysThere: Bool,
    isInPlace: Bool,
    isOwn: Bool,
    project: @escaping (UnsafePointer<ParentState>, (UnsafePointer<State>) -> Void) -> Bool
  ) {
    self.last = last
    self.isAlwaysThere = isAlwaysThere
    self.isInPlace = isInPlace
    self.isOwn = isOwn
    self.project = project
    super.init(State.self)
  }

  @inlinable override var isUsed: Bool { !isKnownUniquelyReferenced(&last) }

  @inlinable override func capture(
    in parent: UnsafePointer<ParentState>,
    isInPlace isParentInPlace: Bool,
    by captures: StateCaptures
  ) {
    if isAlwaysThere {
      guard !last.children.isEmpty else { return }
      _ = project(parent) {
        last.captureChildren(at: $0, isInPlace: isParentInPlace && isInPlace, by: captures)
      }
      return
    }
    isCaptured = project(parent) { state in
      last.keep(state)
      if isParentInPlace { captures.add(self, at: isInPlace ? UnsafeRawPointer(state) : nil, in: parent) }
    }
  }

  @inlinable override func settle(in parent: UnsafePointer<ParentState>) {
    if isAlwaysThere {
      if !last.children.isEmpty { _ = project(parent) { last.settleChildren(at: $0) } }
      return
    }
    guard isCaptured else { return }
    isCaptured = false
    let isThere = project(parent) { last.keepChildren(from: last.storage, to: $0) }
    if !isThere { last.keepChildren(from: last.storage, to: nil) } else if isOwn { last.release() }
  }

  @inlinable override func keep(from before: UnsafePointer<ParentState>, to after: UnsafePointer<ParentState>?) {
    _ = project(before) { state in
      var isThere = false
      if let after { isThere = project(after) { last.keepChildren(from: state, to: $0) } }
      if isThere { return }
      last.keep(state)
      last.keepChildren(from: state, to: nil)
    }
  }

  // MARK: CapturedState

  @inlinable override func release() {
    last.release()
  }

  @inlinable override func retake(from address: UnsafeMutableRawPointer) {
    last.keep(address.assumingMemoryBound(to: State.self))
  }

  @inlinable override func captureChildren(
    at address: UnsafeMutableRawPointer,
    id: AnyHashable?,
    by captures: StateCaptures
  ) {
    last.captureChildren(at: address.assumingMemoryBound(to: State.self), by: captures)
  }

  @inlinable override func settleChildren(at address: UnsafeMutableRawPointer, id: AnyHashable?) {
    last.settleChildren(at: address.assumingMemoryBound(to: State.self))
  }
}
