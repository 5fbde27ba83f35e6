import Observation

/// One thing that somebody reads under observation. Its registrar knows who.
@usableFromInline class ObservationCell: Observable {
  /// The property that observers of the cell are registered for. It has no content.
  @usableFromInline final var content: Void { () }
  @usableFromInline final let registrar = ObservationRegistrar()
  /// Whether the value was read since it was last announced: observers are told once.
  @usableFromInline final var isArmed = false

  @usableFromInline init() {}

  @inlinable final func access() {
    isArmed = true
    registrar.access(self, keyPath: \.content)
  }

  /// Tells the observers. They see the new state, as it is there already.
  func announce() {
    isArmed = false
    registrar.withMutation(of: self, keyPath: \.content) {}
  }
}

/// A cell that looks at some state for its value.
@usableFromInline class StateCell<State>: ObservationCell {
  /// What is read: finds the cell again.
  @usableFromInline final let keyPath: AnyKeyPath

  @usableFromInline init(keyPath: AnyKeyPath) {
    self.keyPath = keyPath
  }

  /// Whether the value is another one than it was last time.
  @usableFromInline func update(from state: UnsafePointer<State>) -> Bool { false }

  /// Called when the state has gone.
  func stateIsGone() {}
}

/// A cell for the value at a key path.
@usableFromInline final class ValueCell<State, Value>: StateCell<State> {
  @usableFromInline var lastValue: Value
  /// Reads the value, and says whether it is another one than `lastValue`.
  @usableFromInline let refresh: (UnsafePointer<State>, inout Value) -> Bool

  @usableFromInline init(
    keyPath: AnyKeyPath,
    value: Value,
    refresh: @escaping (UnsafePointer<State>, inout Value) -> Bool
  ) {
    lastValue = value
    self.refresh = refresh
    super.init(keyPath: keyPath)
  }

  @usableFromInline override func update(from state: UnsafePointer<State>) -> Bool {
    refresh(state, &lastValue)
  }
}
