import Synchronization

extension Core {
  // Always inlined, because the compiler can then read the property that a literal key path names without making the
  // key path.
  @inline(__always) @inlinable func read<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    let access = beginReading()
    let value = if let storage { storage.pointee[keyPath: keyPath] } else { readScoped(keyPath) }
    endReading(access)
    return value
  }

  @inline(__always) @inlinable func readScoped<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    readState { $0.pointee[keyPath: keyPath] }
  }

  /// Returns a copy of the state that never changes, because it does not share values with others.
  @inlinable func snapshot() -> State {
    if let storage, !StateSnapshot.isAnythingShared.load(ordering: .relaxed) {
      let access = beginReading()
      defer { endReading(access) }
      return storage.pointee
    }
    return snapshotOfParts()
  }

  @usableFromInline func snapshotOfParts() -> State {
    let access = beginReading()
    defer { endReading(access) }
    return StateSnapshot().detached(readState { $0.pointee })
  }

  /// Returns whether this read happens under observation tracking. If the value has a cell, this also registers the
  /// observer. The store then belongs to the observer's actor, if it has none yet.
  @inlinable func isTracked(_ keyPath: AnyKeyPath, _ aspect: ObservedAspect = .value) -> Bool {
    checkIsolation()
    if let cell = observation?.cell(identifiedBy: keyPath, aspect) { return cell.access() }
    guard runtime.gate.isTracking else { return false }
    adoptActor()
    return true
  }

  /// Reads a value for an observer. Call this only if `isTracked` returned `true`.
  @inlinable func track<Value>(_ keyPath: KeyPath<State, Value>, isEqual: ((Value, Value) -> Bool)?) -> Value {
    let cell = cell(at: keyPath, .value) {
      ValueCell(
        keyPath: keyPath,
        gate: runtime.gate,
        value: StateSnapshot().detached(read(keyPath)),
        refresh: Self.refresh(keyPath, isEqual: isEqual)
      )
    }
    // Don't use a cell with a snapshot: the reader needs the shared value itself, not a copy.
    guard let cell = cell as? ValueCell<State, Value>, !cell.isUpdating, !cell.isSnapshot else { return read(keyPath) }
    return cell.lastValue
  }

  /// Tracks an aspect of the value, such as whether it is `nil`.
  @inlinable func track<Value: Equatable>(
    _ keyPath: AnyKeyPath,
    _ aspect: ObservedAspect,
    read: @escaping (UnsafePointer<State>) -> Value
  ) {
    let access = beginReading()
    let value = readState(read)
    endReading(access)
    let cell = cell(at: keyPath, aspect) {
      ValueCell(keyPath: keyPath, aspect: aspect, gate: runtime.gate, value: value) { state, lastValue in
        var value = read(state)
        let isChanged = value != lastValue
        swap(&value, &lastValue)
        return isChanged
      }
    }
    // A state that no longer exists has no parts.
    if aspect == .presence, let cell = cell as? ValueCell<State, Bool>, !withState({ _ in }) { cell.lastValue = false }
  }

  /// Returns the cell for a tracked read and registers the observer.
  @inlinable func cell(
    at keyPath: AnyKeyPath,
    _ aspect: ObservedAspect,
    orInsert make: () -> StateCell<State>
  ) -> StateCell<State> {
    let cell: StateCell<State>
    if let known = observation?.cell(identifiedBy: keyPath, aspect) {
      cell = known
    } else {
      let node = observationNode()
      if let known = node.cell(at: keyPath, aspect) {
        cell = known
      } else {
        cell = make()
        node.insert(cell)
      }
      _ = cell.access()
    }
    // The cell may already differ from what earlier readers saw. Keep `isChanged`, so that they are still notified.
    let access = beginReading()
    defer { endReading(access) }
    readState {
      if cell.update(from: $0) && cell.isArmed { cell.isChanged = true }
      // Armed before this returns, because actions that `==` sent during the update are reduced when it returns.
      cell.isArmed = true
    }
    cell.isArmed = true
    return cell
  }

  /// Returns a function that reads the value, compares it with the last one, and replaces that if they differ.
  @inlinable static func refresh<Value>(
    _ keyPath: KeyPath<State, Value>,
    isEqual: ((Value, Value) -> Bool)?
  ) -> Refresh<State, Value> {
    if StateSnapshot.canShare(Value.self) {
      // A shared value in the last value changes together with the state. A snapshot of it does not.
      return { state, lastValue in
        var value = StateSnapshot().detached(state.pointee[keyPath: keyPath])
        if let isEqual, isEqual(lastValue, value) { return false }
        swap(&value, &lastValue)
        return true
      }
    }
    let place = StatePlace(reading: keyPath)
    if place.offset != nil {
      return { state, lastValue in
        guard let value = place.address(in: state) else { return false }
        if let isEqual, isEqual(lastValue, value.pointee) { return false }
        // Swapped, so that the old value is released last: its `deinit` may run user code.
        var last = value.pointee
        swap(&last, &lastValue)
        return true
      }
    }
    return { state, lastValue in
      var value = state.pointee[keyPath: keyPath]
      if let isEqual, isEqual(lastValue, value) { return false }
      swap(&value, &lastValue)
      return true
    }
  }
}
