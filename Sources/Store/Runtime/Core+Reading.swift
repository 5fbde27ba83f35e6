extension Core {
  @inlinable func read<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    if isRoot { return storage.pointee[keyPath: keyPath] }
    var value: Value?
    if withState({ value = $0.pointee[keyPath: keyPath] }), let value { return value }
    return storage.pointee[keyPath: keyPath]
  }

  /// Reads a value for somebody who wants to be told when it changes.
  @inlinable func track<Value>(_ keyPath: KeyPath<State, Value>, isEqual: ((Value, Value) -> Bool)?) -> Value {
    let cell = observationNode().cell(at: keyPath) {
      ValueCell(
        keyPath: keyPath,
        gate: runtime.gate,
        value: read(keyPath),
        refresh: Self.refresh(keyPath, isEqual: isEqual)
      )
    }
    guard let cell = cell as? ValueCell<State, Value> else { return read(keyPath) }
    // Those who read the value before and have not been told of a change since must not miss it for this reader's sake.
    _ = withState { if cell.update(from: $0) && cell.isArmed { cell.isChanged = true } }
    cell.access()
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
    let cell = observationNode().cell(at: keyPath, aspect) {
      ValueCell(keyPath: keyPath, aspect: aspect, gate: runtime.gate, value: value) { state, lastValue in
        let value = read(state)
        defer { lastValue = value }
        return value != lastValue
      }
    }
    _ = withState { if cell.update(from: $0) && cell.isArmed { cell.isChanged = true } }
    cell.access()
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
