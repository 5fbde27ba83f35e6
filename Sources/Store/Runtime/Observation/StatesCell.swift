/// A cell that passes every new value to a reader.
private final class StatesCell<State, Value>: StateCell<State> {
  private weak var subscription: StateSubscription<Value>?
  private let refresh: (UnsafePointer<State>, inout Value) -> Bool
  private var lastValue: Value

  init(
    subscription: StateSubscription<Value>,
    value: Value,
    gate: ObservationGate,
    refresh: @escaping (UnsafePointer<State>, inout Value) -> Bool
  ) {
    self.subscription = subscription
    self.refresh = refresh
    lastValue = value
    super.init(keyPath: \State.self, aspect: .states, gate: gate)
    isArmed = true
  }

  override var isObserved: Bool { isArmed && subscription != nil }

  override func update(from state: UnsafePointer<State>) -> Bool {
    guard let subscription else {
      isArmed = false
      return false
    }
    if refresh(state, &lastValue) { subscription.send(lastValue) }
    // Only the reader has to be notified, and `send` has done that.
    return false
  }

  override func stateIsGone() {
    isArmed = false
    subscription?.finish()
  }
}

extension Core {
  /// Delivers the value of a key path, and then each value that differs from the one before.
  func deliverStates<Value>(at keyPath: KeyPath<State, Value>, to subscription: StateSubscription<Value>) {
    let refresh = Self.refresh(keyPath, isEqual: dynamicEquality(of: Value.self))
    deliver({ $0.pointee[keyPath: keyPath] }, refresh, to: subscription)
  }

  /// Does the same for a value that no key path leads to. Ends the subscription when it is `nil`.
  func deliverStates<Value>(_ read: @escaping StateReading<State, Value?>, to subscription: StateSubscription<Value>) {
    let isEqual = dynamicEquality(of: Value.self)
    let refresh: Refresh<State, Value> = { [weak subscription] state, lastValue in
      guard let value = read(state) else {
        subscription?.finish()
        return false
      }
      if let isEqual, isEqual(lastValue, value) { return false }
      lastValue = StateSnapshot().detached(value)
      return true
    }
    deliver(read, refresh, to: subscription)
  }

  private func deliver<Value>(
    _ read: StateReading<State, Value?>,
    _ refresh: @escaping Refresh<State, Value>,
    to subscription: StateSubscription<Value>
  ) {
    let isThere = withState { state in
      guard let current = read(state) else { return subscription.finish() }
      subscription.send(current)
      // An invalidated or halted store has no further states.
      if runtime.flags.contains(.halted) { return subscription.finish() }
      let cell = StatesCell<State, Value>(
        subscription: subscription,
        value: StateSnapshot().detached(current),
        gate: runtime.gate,
        refresh: refresh
      )
      // Before the end of the reading, after which the actions are reduced that the getter has sent.
      observationNode().insert(cell)
    }
    if !isThere { subscription.finish() }
  }
}
