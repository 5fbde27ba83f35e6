extension Store {
  /// The state now, and then every other state that the store comes to rest in.
  ///
  /// ```swift
  /// for await state in store.states {
  ///   render(state)
  /// }
  /// ```
  ///
  /// The same as ``states(_:bufferingPolicy:)`` of the whole state. Each state that waits to be read is a copy, so that an
  /// action that changes a large array has to copy it first: read the part that matters where that counts.
  public var states: StoreStates<State> {
    states(\.self)
  }

  /// The state now, and then every other state that the store comes to rest in, as many of them as the policy keeps for a
  /// slow reader. See ``states(_:bufferingPolicy:)``.
  public func states(
    bufferingPolicy: AsyncStream<State>.Continuation.BufferingPolicy
  ) -> StoreStates<State> {
    states(\.self, bufferingPolicy: bufferingPolicy)
  }

  /// The value of a key path now, and then every other value that it has when the store comes to rest.
  ///
  /// ```swift
  /// for await query in store.states(\.query, bufferingPolicy: .bufferingNewest(1)) {
  ///   search(query)
  /// }
  /// ```
  ///
  /// A value is delivered when the store has reduced all actions that wait, if it is not equal to the one before (if it
  /// is not `Equatable`, after every action). The loop ends when its task is cancelled or the store goes away; for a
  /// scoped store, when its state or the store that it was scoped from does. Nobody has to hold the scoped store itself.
  ///
  /// The sequence belongs to the store's actor, but does not keep the store; ``StoreHandle/states(_:bufferingPolicy:)`` is
  /// for other actors.
  ///
  /// - Parameters:
  ///   - keyPath: What to read.
  ///   - bufferingPolicy: What becomes of values that come faster than they are read: all of them wait, only the newest,
  ///     or only the oldest. A limit below 1 counts as 1.
  public func states<Value>(
    _ keyPath: KeyPath<State, Value>,
    bufferingPolicy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded
  ) -> StoreStates<Value> {
    StoreStates(bufferingPolicy: bufferingPolicy) { [reference = core.reference()] buffer in
      guard let core = reference.core else { return buffer.reader.finish() }
      core.deliverStates(at: keyPath, to: buffer)
    }
  }
}

/// The states of a store, one after the other. See ``Store/states(_:bufferingPolicy:)``.
public struct StoreStates<State>: AsyncSequence {
  public typealias Element = State
  public typealias Failure = Never

  let bufferingPolicy: AsyncStream<State>.Continuation.BufferingPolicy
  let subscribe: (StateBuffer<State>) -> Void

  public func makeAsyncIterator() -> Iterator {
    let buffer = StateBuffer<State>(bufferingPolicy)
    subscribe(buffer)
    return Iterator(buffer: buffer)
  }

  /// Reads the states.
  public struct Iterator: AsyncIteratorProtocol {
    let buffer: StateBuffer<State>

    /// The next state, or `nil` when the store is gone or the task is cancelled.
    public func next() async -> State? {
      await next(isolation: #isolation)
    }

    /// The next state, or `nil` when the store is gone or the task is cancelled.
    public func next(isolation actor: isolated (any Actor)?) async -> State? {
      while !Task.isCancelled {
        if let state = buffer.popFirst() { return state }
        if await !buffer.reader.wait() { break }
      }
      if Task.isCancelled { buffer.cancel() }
      return buffer.popFirst()
    }
  }
}

/// States that wait for one reader. Used on the store's actor, but for `reader`.
final class StateBuffer<State> {
  let reader = StateReader()
  private let policy: AsyncStream<State>.Continuation.BufferingPolicy
  // States are moved out before they are released, because that may run user code that calls this.
  private var states: [State?] = []
  private var head = 0

  init(_ policy: AsyncStream<State>.Continuation.BufferingPolicy) {
    self.policy = policy
  }

  private var count: Int { states.count - head }

  func append(_ state: State) {
    switch policy {
    case .bufferingOldest(let limit) where count >= max(1, limit):
      return
    case .bufferingNewest(let limit) where count >= max(1, limit):
      let oldest = popFirst()
      states.append(state)
      withExtendedLifetime(oldest) {}
    default:
      states.append(state)
    }
    reader.signal()
  }

  func popFirst() -> State? {
    guard count > 0 else { return nil }
    let state = states[head].take()
    head += 1
    if head == states.count || head >= 64 && head * 2 > states.count {
      states.removeFirst(head)
      head = 0
    }
    return state
  }

  /// The reader wants no more.
  func cancel() {
    let unread = states
    states = []
    head = 0
    reader.finish()
    withExtendedLifetime(unread) {}
  }

  deinit {
    reader.finish()
  }
}

/// A cell that hands every new value to a reader.
private final class StatesCell<State, Value>: StateCell<State> {
  private weak var buffer: StateBuffer<Value>?
  private let refresh: (UnsafePointer<State>, inout Value) -> Bool
  @exclusivity(unchecked) private var lastValue: Value

  init(
    buffer: StateBuffer<Value>,
    value: Value,
    gate: ObservationGate,
    refresh: @escaping (UnsafePointer<State>, inout Value) -> Bool
  ) {
    self.buffer = buffer
    self.refresh = refresh
    lastValue = value
    super.init(keyPath: \State.self, aspect: .states, gate: gate)
    isArmed = true
  }

  override var isObserved: Bool { isArmed && buffer != nil }

  override func update(from state: UnsafePointer<State>) -> Bool {
    guard let buffer else {
      isArmed = false
      return false
    }
    if refresh(state, &lastValue) { buffer.append(lastValue) }
    // Nobody has to be told but the reader.
    return false
  }

  override func stateIsGone() {
    isArmed = false
    buffer?.reader.finish()
  }
}

extension Core {
  func deliverStates<Value>(at keyPath: KeyPath<State, Value>, to buffer: StateBuffer<Value>) {
    var current: Value?
    guard withState({ current = $0.pointee[keyPath: keyPath] }), let current else { return buffer.reader.finish() }
    buffer.append(current)
    // A store that was ended has no further states.
    if runtime.flags.contains(.halted) { return buffer.reader.finish() }
    let refresh = Self.refresh(keyPath, isEqual: dynamicEquality(of: Value.self))
    observationNode().insert(
      StatesCell(buffer: buffer, value: StateSnapshot().detached(current), gate: runtime.gate, refresh: refresh)
    )
  }
}
