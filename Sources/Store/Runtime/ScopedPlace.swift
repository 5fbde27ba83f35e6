/// A place that a `ScopedCore` reads.
///
/// Owned by the `LastState` of the parent. Whether its stores are gone shows in who owns `last`, which works from any
/// thread, unlike a message from the core's `deinit`, which can run anywhere.
@usableFromInline final class ScopedPlace: ScopedState {
  @exclusivity(unchecked) private var last: LastState
  private let project: (UnsafeRawPointer, (UnsafeRawPointer) -> Void) -> Bool
  /// Whether the state is there whenever the parent's is.
  private let isAlwaysThere: Bool
  /// Whether the state has an address in the parent's.
  private let isInPlace: Bool
  /// Whether only the store's reducers change the state.
  private let isOwn: Bool
  @exclusivity(unchecked) private var isCaptured = false

  @usableFromInline init(
    _ type: Any.Type,
    last: LastState,
    isAlwaysThere: Bool,
    isInPlace: Bool,
    isOwn: Bool,
    project: @escaping (UnsafeRawPointer, (UnsafeRawPointer) -> Void) -> Bool
  ) {
    self.last = last
    self.isAlwaysThere = isAlwaysThere
    self.isInPlace = isInPlace
    self.isOwn = isOwn
    self.project = project
    super.init(type)
  }

  override var isUsed: Bool { !isKnownUniquelyReferenced(&last) }

  override func capture(in parent: UnsafeRawPointer, isInPlace isParentInPlace: Bool, by captures: StateCaptures) {
    let last = last
    let isInPlace = isInPlace
    if isAlwaysThere {
      guard !last.children.isEmpty else { return }
      _ = project(parent) { last.captureChildren(at: $0, isInPlace: isParentInPlace && isInPlace, by: captures) }
      return
    }
    isCaptured = project(parent) { state in
      last.keep(state)
      if isParentInPlace { captures.add(self, at: isInPlace ? state : nil, in: parent) }
    }
  }

  override func settle(in parent: UnsafeRawPointer) {
    let last = last
    if isAlwaysThere {
      if !last.children.isEmpty { _ = project(parent) { last.settleChildren(at: $0) } }
      return
    }
    guard isCaptured else { return }
    isCaptured = false
    let isThere = project(parent) { last.keepChildren(from: last.storage, to: $0) }
    if !isThere { last.keepChildren(from: last.storage, to: nil) } else if isOwn { last.release() }
  }

  override func keep(from before: UnsafeRawPointer, to after: UnsafeRawPointer?) {
    let last = last
    _ = project(before) { state in
      var isThere = false
      if let after { isThere = project(after) { last.keepChildren(from: state, to: $0) } }
      if isThere { return }
      last.keep(state)
      last.keepChildren(from: state, to: nil)
    }
  }

  override func release() {
    last.release()
  }

  override func retake(from address: UnsafeRawPointer) {
    last.keep(address)
  }

  override func parentOfChildren(id: AnyHashable?) -> LastState? { last }
}
