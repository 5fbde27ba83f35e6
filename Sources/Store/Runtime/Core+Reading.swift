extension Core {
  @inlinable func read<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    let access = beginReading()
    defer { endReading(access) }
    if isRoot { return storage.pointee[keyPath: keyPath] }
    var value: Value?
    if findState({ value = $0.pointee[keyPath: keyPath] }), let value { return value }
    return storage.pointee[keyPath: keyPath]
  }

  /// Whether a read of this value happens under observation tracking. If it was observed before, the observer is
  /// registered already.
  @inlinable func isTracked(_ keyPath: AnyKeyPath, _ aspect: ObservedAspect = .value) -> Bool {
    if let cell = observation?.cell(identifiedBy: keyPath, aspect) { return cell.access() }
    return runtime.gate.isTracking
  }

  /// Reads a value for somebody who wants to be told when it changes, and has been found by `isTracked`.
  @inlinable func track<Value>(_ keyPath: KeyPath<State, Value>, isEqual: ((Value, Value) -> Bool)?) -> Value {
    let cell = cell(at: keyPath, .value) {
      ValueCell(
        keyPath: keyPath,
        gate: runtime.gate,
        value: read(keyPath),
        refresh: Self.refresh(keyPath, isEqual: isEqual)
      )
    }
    // Where the state is gone, what was last seen of it is better than what it was at first.
    return (cell as? ValueCell<State, Value>)?.lastValue ?? read(keyPath)
  }

  /// Tracks something other than the value itself, such as whether there is one.
  @inlinable func track<Value: Equatable>(
    _ keyPath: AnyKeyPath,
    _ aspect: ObservedAspect,
    read: @escaping (UnsafePointer<State>) -> Value
  ) {
    var value: Value?
    guard withState({ value = read($0) }), let value else { return }
    _ = cell(at: keyPath, aspect) {
      ValueCell(keyPath: keyPath, aspect: aspect, gate: runtime.gate, value: value) { state, lastValue in
        let value = read(state)
        defer { lastValue = value }
        return value != lastValue
      }
    }
  }

  /// The cell for what somebody reads under observation tracking, with that somebody registered.
  @inlinable func cell(
    at keyPath: AnyKeyPath,
    _ aspect: ObservedAspect,
    orInsert make: () -> StateCell<State>
  ) -> StateCell<State> {
    let cell: StateCell<State>
    if let known = observation?.cell(identifiedBy: keyPath, aspect) {
      cell = known
    } else {
      cell = observationNode().cell(at: keyPath, aspect, orInsert: make)
      _ = cell.access()
    }
    // Those who read the value before and have not been told of a change since must not miss it for this reader's sake.
    _ = withState { if cell.update(from: $0) && cell.isArmed { cell.isChanged = true } }
    cell.isArmed = true
    return cell
  }

  /// A function that reads the value and compares it with the last one.
  @inlinable static func refresh<Value>(
    _ keyPath: KeyPath<State, Value>,
    isEqual: ((Value, Value) -> Bool)?
  ) -> (UnsafePointer<State>, inout Value) -> Bool {
    if let offset = MemoryLayout<State>.offset(of: keyPath) {
      // A stored property has an address, which is faster to find than going through the key path.
      return { state, lastValue in
        let value = UnsafeRawPointer(state).advanced(by: offset).assumingMemoryBound(to: Value.self)
        if let isEqual, isEqual(lastValue, value.pointee) { return false }
        lastValue = value.pointee
        return true
      }
    }
    return { state, lastValue in
      let value = state.pointee[keyPath: keyPath]
      if let isEqual, isEqual(lastValue, value) { return false }
      lastValue = value
      return true
    }
  }
}

/// How to compare values of a type that is not known to be `Equatable` where it is used, if it is.
@usableFromInline func dynamicEquality<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
  func equality<E: Equatable>(_: E.Type) -> (Value, Value) -> Bool {
    // `E` is `Value`: the compiler can't see it.
    { unsafeBitCast($0, to: E.self) == unsafeBitCast($1, to: E.self) }
  }
  return (type as? any Equatable.Type).map { equality($0) }
}
