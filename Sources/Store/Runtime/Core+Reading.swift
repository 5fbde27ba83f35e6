extension Core {
  // Always inlined: where the compiler sees the key path, it reads the property and makes no key path.
  @inline(__always) @inlinable func read<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    let access = beginReading()
    let value = isRoot ? storage.pointee[keyPath: keyPath] : readScoped(keyPath)
    endReading(access)
    return value
  }

  @inline(__always) @inlinable func readScoped<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    var value: Value?
    if findState({ value = $0.pointee[keyPath: keyPath] }), let value { return value }
    // A copy, as what is kept may be replaced while a computed property reads.
    let last = storage.pointee
    return last[keyPath: keyPath]
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
    guard let cell = cell as? ValueCell<State, Value>, !cell.isUpdating else { return read(keyPath) }
    // Where the state is gone, what was last seen of it is better than what it was at first.
    return cell.lastValue
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
        var value = read(state)
        let isChanged = value != lastValue
        swap(&value, &lastValue)
        return isChanged
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
      let node = observationNode()
      if let known = node.cell(at: keyPath, aspect) {
        cell = known
      } else {
        cell = make()
        node.insert(cell)
      }
      _ = cell.access()
    }
    // Those who read the value before and have not been told of a change since must not miss it for this reader's sake.
    _ = withState {
      if cell.update(from: $0) && cell.isArmed { cell.isChanged = true }
      // By now, as what the comparison has sent is reduced when this returns.
      cell.isArmed = true
    }
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
        // What it was goes when all is in place, as that may run code.
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

/// How to compare values of a type that is not known to be `Equatable` where it is used, if it is.
@usableFromInline func dynamicEquality<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
  func equality<E: Equatable>(_: E.Type) -> (Value, Value) -> Bool {
    // `E` is `Value`: the compiler can't see it.
    { unsafeBitCast($0, to: E.self) == unsafeBitCast($1, to: E.self) }
  }
  return (type as? any Equatable.Type).map { equality($0) }
}
