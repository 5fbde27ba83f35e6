import Observation

/// A value that is observed.
@usableFromInline class ObservationCell {
  @usableFromInline final let gate: ObservationGate
  /// The key path that observers are registered for. They keep it alive as long as they are registered.
  @exclusivity(unchecked) @usableFromInline final var registration: KeyPath<ObservationGate, Void>
  /// Whether the value was read since it was last announced: observers are told once.
  @exclusivity(unchecked) @usableFromInline final var isArmed = false
  /// Whether the value has changed since observers read it who have not been told yet.
  @exclusivity(unchecked) @usableFromInline final var isChanged = false

  @usableFromInline init(gate: ObservationGate) {
    self.gate = gate
    registration = gate.makeCellKeyPath()
  }

  /// Registers the observer under which the value is read.
  /// - Returns: Whether there is one.
  @inlinable final func access() -> Bool {
    // Whoever was registered has been told by something else that was read, such as a shared value. This reader sees what
    // has changed meanwhile, and is not to be told of it.
    if isArmed, !isObserved {
      isArmed = false
      isChanged = false
    }
    return gate.access(registration)
  }

  /// Whether there is anybody to be told, now or when the closure that has read the value returns.
  ///
  /// The Observation framework holds the key path for each observer: from the read on in the list of what was read, and
  /// then in the registrar, until the observer was told of this change or of any other.
  @usableFromInline var isObserved: Bool { !isKnownUniquelyReferenced(&registration) }

  /// Tells the observers, after the state has changed.
  final func announce() {
    isArmed = false
    isChanged = false
    gate.registrar.withMutation(of: gate, keyPath: registration) {}
    // A closure that has read the value and is still running, as it may have caused the change, is registered when it
    // returns. It has missed this change, as it would have missed that of any other observable, but no further one.
    if isObserved { isArmed = true }
  }
}

/// The aspect of a value that is observed.
@usableFromInline enum ObservedAspect: UInt8 {
  case value
  /// Whether there is one.
  case presence
  /// The ids of its elements.
  case ids
  /// All states, one after the other.
  case states
  /// Which case of an enum it is in, and whose payload that is.
  case caseIdentity
}

/// A cell whose value is read from a state.
@usableFromInline class StateCell<State>: ObservationCell {
  /// What is read: finds the cell again.
  @usableFromInline final let keyPath: AnyKeyPath
  @usableFromInline final let aspect: ObservedAspect

  @inlinable init(keyPath: AnyKeyPath, aspect: ObservedAspect, gate: ObservationGate) {
    self.keyPath = keyPath
    self.aspect = aspect
    super.init(gate: gate)
  }

  /// Whether the value is another one than it was last time.
  @usableFromInline func update(from state: UnsafePointer<State>) -> Bool { false }

  /// Called when the state has gone.
  func stateIsGone() {}
}

/// A cell for the value at a key path.
@usableFromInline final class ValueCell<State, Value>: StateCell<State> {
  @exclusivity(unchecked) @usableFromInline var lastValue: Value
  /// Whether `lastValue` is a snapshot, as the value can show what is shared.
  @usableFromInline let isSnapshot: Bool
  /// Whether the value is being compared, which may run code of its type: nothing may replace `lastValue` then.
  @exclusivity(unchecked) @usableFromInline var isUpdating = false
  /// Reads the value, and says whether it is another one than `lastValue`.
  @usableFromInline let refresh: (UnsafePointer<State>, inout Value) -> Bool

  @inlinable init(
    keyPath: AnyKeyPath,
    aspect: ObservedAspect = .value,
    gate: ObservationGate,
    value: Value,
    refresh: @escaping (UnsafePointer<State>, inout Value) -> Bool
  ) {
    lastValue = value
    isSnapshot = StateSnapshot.canShare(Value.self)
    self.refresh = refresh
    super.init(keyPath: keyPath, aspect: aspect, gate: gate)
  }

  @inlinable override func update(from state: UnsafePointer<State>) -> Bool {
    guard !isUpdating else { return false }
    isUpdating = true
    defer { isUpdating = false }
    return refresh(state, &lastValue)
  }
}
