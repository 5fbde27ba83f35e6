import Observation

/// An observed value.
///
/// Used on the store's actor only. Accesses to its variables call no other code, except for the comparison in
/// ``ValueCell``, which `isUpdating` keeps from overlapping another one.
@usableFromInline class ObservationCell: ObservationFlags {
  @usableFromInline final let gate: ObservationGate
  /// The key path that observers are registered for. Each registration keeps it alive, which is how `isObserved` counts
  /// them.
  @usableFromInline final var registration: KeyPath<ObservationGate, Void>

  @usableFromInline init(gate: ObservationGate) {
    self.gate = gate
    registration = gate.makeCellKeyPath()
  }

  /// What is read.
  var readKeyPath: AnyKeyPath? { nil }

  /// Registers the observer of the current read.
  /// - Returns: Whether there is an observer.
  @inlinable final func access() -> Bool {
    // The observers that were registered have been notified through something else that they read, such as a shared
    // value. This reader sees the current value, so it must not be notified of changes before it.
    if isArmed, !isObserved {
      isArmed = false
      isChanged = false
    }
    return gate.access(registration)
  }

  /// Whether there is an observer to notify, now or when the closure that has read the value returns.
  ///
  /// The Observation framework holds the key path for each observer: from the read on in the list of what the closure
  /// read, then in the registrar, until the observer was notified of a change of this or any other value.
  @usableFromInline var isObserved: Bool { !isKnownUniquelyReferenced(&registration) }

  /// Notifies the observers, after the state has changed.
  final func announce() {
    isArmed = false
    isChanged = false
    gate.registrar.withMutation(of: gate, keyPath: registration) {}
    // A closure that has read the value and is still running - its code may have caused this change - is registered
    // only when it returns. It has missed this change, as it would with any other observable, but must not miss the
    // next one.
    if isObserved { isArmed = true }
  }
}

@usableFromInline enum ObservedAspect: UInt8 {
  case value
  /// Whether it is `nil`.
  case presence
  /// The ids of its elements.
  case ids
  /// Each new state, for `states`.
  case states
  /// Which case of an enum the value is in, and the identity of the child in that case.
  case caseIdentity
  /// Whether an effect is running under an id.
  case effects
}

/// A cell whose value is read from a state.
@usableFromInline class StateCell<State>: ObservationCell {
  /// What is read. Used to find the cell again.
  @usableFromInline final let keyPath: AnyKeyPath
  @usableFromInline final let aspect: ObservedAspect

  @inlinable init(keyPath: AnyKeyPath, aspect: ObservedAspect, gate: ObservationGate) {
    self.keyPath = keyPath
    self.aspect = aspect
    super.init(gate: gate)
  }

  override var readKeyPath: AnyKeyPath? { keyPath }

  /// Reads the value, and returns whether it differs from the one before.
  @usableFromInline func update(from state: UnsafePointer<State>) -> Bool { false }

  /// Called when the state no longer exists.
  func stateIsGone() {}
}

/// Reads a value, replaces the last one if it differs, and returns whether it does.
@usableFromInline typealias Refresh<State, Value> = (UnsafePointer<State>, inout Value) -> Bool

/// A cell for the value at a key path.
@usableFromInline final class ValueCell<State, Value>: StateCell<State> {
  @usableFromInline var lastValue: Value
  /// Whether `lastValue` is a snapshot, because values of its type can contain shared values.
  @usableFromInline let isSnapshot: Bool
  @usableFromInline let refresh: Refresh<State, Value>

  @inlinable init(
    keyPath: AnyKeyPath,
    aspect: ObservedAspect = .value,
    gate: ObservationGate,
    value: Value,
    refresh: @escaping Refresh<State, Value>
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
