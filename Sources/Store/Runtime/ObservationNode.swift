/// What is observed of one state, and of states that were scoped from it.
///
/// After an action the store goes through the tree of nodes, which holds only what is observed, with the address of the
/// state at hand, and finds the cells whose values have changed.
@usableFromInline final class ObservationNode<State> {
  @exclusivity(unchecked) @usableFromInline var cells: [StateCell<State>] = []
  @exclusivity(unchecked) @usableFromInline var children: [ChildObservation<State>] = []

  @usableFromInline init() {}

  /// The cell that was made for a read with this very key path object. A place in the source uses the same one each
  /// time.
  @inlinable func cell(identifiedBy keyPath: AnyKeyPath, _ aspect: ObservedAspect) -> StateCell<State>? {
    for cell in cells where cell.keyPath === keyPath && cell.aspect == aspect { return cell }
    return nil
  }

  /// The cell for a key path, made when it is not there.
  @inlinable func cell(
    at keyPath: AnyKeyPath,
    _ aspect: ObservedAspect,
    orInsert make: () -> StateCell<State>
  ) -> StateCell<State> {
    for cell in cells where cell.aspect == aspect && cell.keyPath == keyPath { return cell }
    let cell = make()
    cells.append(cell)
    return cell
  }

  @inlinable func collectChanges(from state: UnsafePointer<State>, into changes: inout [ObservationCell]) {
    for index in cells.indices where cells[index].isArmed {
      if cells[index].isChanged || cells[index].update(from: state) { changes.append(cells[index]) }
    }
    if !children.isEmpty { collectChildrensChanges(from: state, into: &changes) }
  }

  @usableFromInline func collectChildrensChanges(
    from state: UnsafePointer<State>,
    into changes: inout [ObservationCell]
  ) {
    for child in children where !child.isAbandoned {
      child.collectChanges(from: state, into: &changes)
    }
    children.removeAll(where: \.isAbandoned)
  }

  @usableFromInline func stateIsGone() {
    for cell in cells { cell.stateIsGone() }
    for child in children { child.stateIsGone() }
  }
}

/// The node of a scoped state, seen from its parent's.
@usableFromInline class ChildObservation<ParentState> {
  /// Whether the stores that the node was made for are gone.
  @usableFromInline var isAbandoned: Bool { true }
  @usableFromInline func collectChanges(from state: UnsafePointer<ParentState>, into changes: inout [ObservationCell]) {
  }
  @usableFromInline func stateIsGone() {}
}

/// A child observation that knows the way from the parent's state to the child's.
final class ScopedObservation<ParentState, State>: ChildObservation<ParentState> {
  private var node: ObservationNode<State>
  private let project: (UnsafePointer<ParentState>, (UnsafePointer<State>) -> Void) -> Bool

  init(
    node: ObservationNode<State>,
    project: @escaping (UnsafePointer<ParentState>, (UnsafePointer<State>) -> Void) -> Bool
  ) {
    self.node = node
    self.project = project
  }

  // The core of the scoped store owns the node too. Counting owners works from any thread, unlike a message from the
  // core's `deinit`, which can run anywhere.
  override var isAbandoned: Bool { isKnownUniquelyReferenced(&node) }

  override func collectChanges(from state: UnsafePointer<ParentState>, into changes: inout [ObservationCell]) {
    let isThere = project(state) { node.collectChanges(from: $0, into: &changes) }
    if !isThere { node.stateIsGone() }
  }

  override func stateIsGone() {
    node.stateIsGone()
  }
}
