/// The observed values of one state, and of states that were scoped from it.
///
/// After an action the store goes through the tree of nodes, which contains only observed values, passes each node the
/// address of its state, and collects the cells whose values have changed.
///
/// A node is owned by the node of the parent's state, not only by the store through which a value was read. It stays
/// for as long as something holds that store, or an observer is registered.
///
/// Looking for changes runs user code: the getters of observed values, `==`, and the `deinit` of values that were
/// replaced. User code may read under observation, and so call this node again. Until the loop over an array is over,
/// that array therefore only grows; then it is replaced.
@usableFromInline final class ObservationNode<State> {
  @usableFromInline var cells: [StateCell<State>] = []
  /// The nodes of states that were scoped from this one. Those of collections come first.
  @usableFromInline var children: [ChildObservation<State>] = []
  /// Finds cells when there are many of them, as there can be with key paths that have a subscript.
  @usableFromInline var index: CellIndex<State>?

  /// Weak, so that an observer does not keep the state of a store that was released.
  @usableFromInline private(set) weak var lastState: LastState<State>?

  init(lastState: LastState<State>?) {
    self.lastState = lastState
  }

  /// Returns the cell that was made for a read with this key path object. A place in the source uses the same object
  /// each time.
  @inlinable func cell(identifiedBy keyPath: AnyKeyPath, _ aspect: ObservedAspect) -> StateCell<State>? {
    guard index == nil else { return nil }
    for cell in cells where cell.keyPath === keyPath && cell.aspect == aspect { return cell }
    return nil
  }

  @usableFromInline func cell(at keyPath: AnyKeyPath, _ aspect: ObservedAspect) -> StateCell<State>? {
    let candidates = if let index { index.cells[keyPath.hashValue] ?? [] } else { cells }
    return candidates.first { $0.aspect == aspect && $0.keyPath == keyPath }
  }

  @usableFromInline func insert(_ cell: StateCell<State>) {
    if cells.count >= index?.sweepCount ?? CellIndex<State>.threshold { sweep() }
    // Cells of `states` are never looked up.
    if index == nil || cell.aspect == .states { return cells.append(cell) }
    let hash = cell.keyPath.hashValue
    cells.append(cell)
    index?.insert(cell, hash: hash)
  }

  /// Removes the cells without observers.
  func sweep() {
    // Releasing cells and hashing key paths may run user code. By then the arrays are in a consistent state; a cell
    // that is missing from the index is made again.
    let all = cells
    cells = all.filter { $0.isObserved }
    index = nil
    if cells.count >= CellIndex<State>.threshold { index = CellIndex(cells) }
    withExtendedLifetime(all) {}
  }

  @inlinable func collectChanges(from state: UnsafePointer<State>, into changes: inout [ObservationCell]) {
    let count = changes.count
    // Cells that are added during the loop are up to date.
    for cell in cells where cell.isArmed && (cell.isChanged || cell.update(from: state)) { changes.append(cell) }
    if changes.count > count { lastState?.update(from: state) }
    if index != nil { sweepIfMostAreUnused() }
    if !children.isEmpty { collectChildrensChanges(from: state, into: &changes) }
  }

  @usableFromInline func sweepIfMostAreUnused() {
    if cells.reduce(0, { $1.isArmed ? $0 + 1 : $0 }) * 2 < cells.count { sweep() }
  }

  @usableFromInline func collectChildrensChanges(
    from state: UnsafePointer<State>,
    into changes: inout [ObservationCell]
  ) {
    let all = children
    var hasAbandoned = false
    for child in all {
      child.isAbandoned = !child.collectChanges(from: state, into: &changes)
      if child.isAbandoned { hasAbandoned = true }
    }
    if hasAbandoned { children = children.filter { !$0.isAbandoned } }
    withExtendedLifetime(all) {}
  }

  /// Whether an observer is registered for a value in this state, or in one that was scoped from it.
  @usableFromInline var isObserved: Bool {
    !children.isEmpty || cells.contains { $0.isObserved }
  }

  @usableFromInline func stateIsGone() {
    for cell in cells { cell.stateIsGone() }
    for child in children { child.stateIsGone() }
  }

  /// Called when the state no longer exists and nothing holds a store that reads it. The first call passes `false` for
  /// `hasNotified` and notifies the observers, because nothing keeps the node and their registrations alive afterwards.
  /// - Returns: Whether there are still observers: closures that were running when the state disappeared.
  @usableFromInline func abandon(hasNotified: Bool, _ changes: inout [ObservationCell]) -> Bool {
    let observed = cells.filter { $0.isObserved }
    if !hasNotified { changes += observed as [ObservationCell] }
    let all = children
    for child in all { child.isAbandoned = !child.abandon(hasNotified: hasNotified, &changes) }
    children = children.filter { !$0.isAbandoned }
    withExtendedLifetime(all) {}
    return !observed.isEmpty || !children.isEmpty
  }
}

/// The cells of a node by the hashes of their key paths. Callers compute the hashes, because that may run user code of
/// the values in a key path.
@usableFromInline final class CellIndex<State> {
  /// Fewer cells than this are faster to compare one by one.
  static var threshold: Int { 16 }

  private(set) var cells: [Int: [StateCell<State>]] = [:]
  /// The number of cells at which those without observers are removed: twice the number that there was at the start.
  let sweepCount: Int

  init(_ cells: [StateCell<State>]) {
    sweepCount = cells.count * 2
    for cell in cells where cell.aspect != .states { insert(cell, hash: cell.keyPath.hashValue) }
  }

  func insert(_ cell: StateCell<State>, hash: Int) {
    cells[hash, default: []].append(cell)
  }
}
