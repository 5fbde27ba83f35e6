import Dependencies

/// The newest value that the reader of a sequence of states has not read yet.
final class StateSubscription<Value>: Sendable {
  // `UncheckedSendable`, because a value that is not `Sendable` never leaves the store's actor: its reader is there, too.
  private let newest = Locked<UncheckedSendable<Value>?>(nil)
  /// An element for each value that arrives. Several at a time count as one, since only the newest value waits.
  private let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation

  init() {
    (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  func send(_ value: Value) {
    var unread = Optional(UncheckedSendable(value))
    newest.withLock { swap(&$0, &unread) }
    signal.yield()
    // Released without the lock, because that may run user code.
    withExtendedLifetime(unread) {}
  }

  /// Ends the sequence after the value that waits.
  func finish() {
    signal.finish()
  }

  func next(isolation: isolated (any Actor)?) async -> Value? {
    for await _ in signals where !Task.isCancelled {
      if let value = takeNewest() { return value }
    }
    if Task.isCancelled { _ = takeNewest() }
    return nil
  }

  private func takeNewest() -> Value? {
    var unread: UncheckedSendable<Value>?
    newest.withLock { swap(&$0, &unread) }
    return unread?.value
  }
}

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
  func deliverStates<Value>(at keyPath: KeyPath<State, Value>, to subscription: StateSubscription<Value>) {
    let isThere = withState { state in
      let current = state.pointee[keyPath: keyPath]
      subscription.send(current)
      // An invalidated or halted store has no further states.
      if runtime.flags.contains(.halted) { return subscription.finish() }
      let cell = StatesCell<State, Value>(
        subscription: subscription,
        value: StateSnapshot().detached(current),
        gate: runtime.gate,
        refresh: Self.refresh(keyPath, isEqual: dynamicEquality(of: Value.self))
      )
      // Before the end of the reading, after which the actions are reduced that the getter has sent.
      observationNode().insert(cell)
    }
    if !isThere { subscription.finish() }
  }
}
