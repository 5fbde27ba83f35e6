/// What is observed of one state, and of states that were scoped from it.
///
/// After an action the store goes through the tree of nodes, which holds only what is observed, with the address of the
/// state at hand, and finds the cells whose values have changed.
///
/// A node belongs to the node of the parent's state, not to the store through which something was read: it stays for as
/// long as somebody holds that store, or is registered for what was read.
///
/// Looking for changes runs code of users: the getters of what is observed, `==`, and the `deinit` of values that were
/// replaced. It may read under observation, and so come back here. Meanwhile arrays only grow; they are replaced when the
/// loop over them is over.
@usableFromInline final class ObservationNode<State> {
  @exclusivity(unchecked) @usableFromInline var cells: [StateCell<State>] = []
  /// The nodes of states that were scoped from this one. Collections come first.
  @exclusivity(unchecked) @usableFromInline var children: [ChildObservation<State>] = []
  /// Finds cells when there are many, as there can be of key paths with a subscript.
  @exclusivity(unchecked) @usableFromInline var index: CellIndex<State>?

  @usableFromInline init() {}

  /// The cell that was made for a read with this very key path object. A place in the source uses the same one each
  /// time.
  @inlinable func cell(identifiedBy keyPath: AnyKeyPath, _ aspect: ObservedAspect) -> StateCell<State>? {
    guard index == nil else { return nil }
    for cell in cells where cell.keyPath === keyPath && cell.aspect == aspect { return cell }
    return nil
  }

  /// The cell for a key path.
  @usableFromInline func cell(at keyPath: AnyKeyPath, _ aspect: ObservedAspect) -> StateCell<State>? {
    let candidates = if let index { index.cells[keyPath.hashValue] ?? [] } else { cells }
    return candidates.first { $0.aspect == aspect && $0.keyPath == keyPath }
  }

  @usableFromInline func insert(_ cell: StateCell<State>) {
    // Not while a loop goes through the cells.
    if cells.count >= index?.sweepCount ?? CellIndex<State>.threshold, !cell.gate.isCollecting { sweep() }
    // Cells of `states` are never looked up.
    if index == nil || cell.aspect == .states { return cells.append(cell) }
    let hash = cell.keyPath.hashValue
    cells.append(cell)
    index?.insert(cell, hash: hash)
  }

  /// Removes the cells without observers.
  func sweep() {
    // What is let go of may run code, and so may hashing a key path. Everything is in its place by then; a cell that is
    // missing from the index is made again.
    let all = cells
    cells = all.filter { $0.isObserved }
    index = nil
    if cells.count >= CellIndex<State>.threshold { index = CellIndex(cells) }
    withExtendedLifetime(all) {}
  }

  @inlinable func collectChanges(from state: UnsafePointer<State>, into changes: inout [ObservationCell]) {
    // Cells that are added meanwhile are up to date.
    for cell in cells where cell.isArmed && (cell.isChanged || cell.update(from: state)) { changes.append(cell) }
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
  }

  /// Whether somebody is registered for something in this state, or in one that was scoped from it.
  @usableFromInline var isObserved: Bool {
    !children.isEmpty || cells.contains { $0.isObserved }
  }

  @usableFromInline func stateIsGone() {
    for cell in cells { cell.stateIsGone() }
    for child in children { child.stateIsGone() }
  }

  /// Called while the state is gone and nobody holds a store that reads it. The first time observers are told, as
  /// nothing keeps the node, and with it what they are registered for.
  /// - Returns: Whether there are observers still: those whose closures ran when the state went.
  @usableFromInline func abandon(isTold: Bool, _ changes: inout [ObservationCell]) -> Bool {
    let observed = cells.filter { $0.isObserved }
    if !isTold { changes += observed as [ObservationCell] }
    let all = children
    for child in all { child.isAbandoned = !child.abandon(isTold: isTold, &changes) }
    children = children.filter { !$0.isAbandoned }
    return !observed.isEmpty || !children.isEmpty
  }
}

/// The cells of a node by the hashes of their key paths. Hashes are computed by the caller, as that may run code of the
/// values in a key path.
@usableFromInline final class CellIndex<State> {
  /// Fewer cells than this are faster to compare one by one.
  @usableFromInline static var threshold: Int { 16 }

  private(set) var cells: [Int: [StateCell<State>]] = [:]
  /// When to look for cells that nobody is registered for: their number has doubled since the last time.
  let sweepCount: Int

  init(_ cells: [StateCell<State>]) {
    sweepCount = cells.count * 2
    for cell in cells where cell.aspect != .states { insert(cell, hash: cell.keyPath.hashValue) }
  }

  func insert(_ cell: StateCell<State>, hash: Int) {
    cells[hash, default: []].append(cell)
  }
}
