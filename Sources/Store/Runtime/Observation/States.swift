extension Store {
  /// The current state, then each different state that the store has whenever its queue of actions is empty.
  ///
  /// ```swift
  /// for await state in store.states {
  ///   render(state)
  /// }
  /// ```
  ///
  /// Does what ``states(_:bufferingPolicy:)`` does for the entire state. Each state that waits to be read is a copy, so
  /// an action that changes a large array has to copy the array first. Where that matters, read only the part that you
  /// need.
  public var states: StoreStates<State> {
    states(\.self)
  }

  /// The current state, then each different state that the store has whenever its queue of actions is empty;
  /// `bufferingPolicy` limits how many are kept for a slow reader. See ``states(_:bufferingPolicy:)``.
  public func states(
    bufferingPolicy: AsyncStream<State>.Continuation.BufferingPolicy
  ) -> StoreStates<State> {
    states(\.self, bufferingPolicy: bufferingPolicy)
  }

  /// The current value of a key path, then each different value that it has whenever the store's queue of actions is
  /// empty.
  ///
  /// ```swift
  /// for await query in store.states(\.query, bufferingPolicy: .bufferingNewest(1)) {
  ///   search(query)
  /// }
  /// ```
  ///
  /// A value is delivered when the store has reduced all waiting actions, if the value differs from the one before (if
  /// it is not `Equatable`, after every action). The loop ends when its task is cancelled or the store is released; for
  /// a scoped store, when its state no longer exists or the store that it was scoped from is released. Nothing has to
  /// hold the scoped store itself.
  ///
  /// The sequence belongs to the store's actor, but does not keep the store alive. Code on other actors uses
  /// ``StoreHandle/states(_:bufferingPolicy:)``.
  ///
  /// - Parameters:
  ///   - keyPath: The value to read.
  ///   - bufferingPolicy: Which values are kept if they arrive faster than they are read: all of them, the newest, or
  ///     the oldest. A limit below 1 counts as 1.
  public func states<Value>(
    _ keyPath: KeyPath<State, Value>,
    bufferingPolicy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded
  ) -> StoreStates<Value> {
    StoreStates(bufferingPolicy: bufferingPolicy) { [reference = core.reference()] buffer in
      guard let core = reference.core else { return buffer.reader.finish() }
      core.adoptActor()
      core.deliverStates(at: keyPath, to: buffer)
    }
  }
}

/// The values of a store's state, one after the other. See ``Store/states(_:bufferingPolicy:)``.
public struct StoreStates<State>: AsyncSequence {
  public typealias Element = State
  public typealias Failure = Never

  let bufferingPolicy: AsyncStream<State>.Continuation.BufferingPolicy
  let subscribe: (StateBuffer<State>) -> Void

  /// Returns an iterator, which begins with the value at the time of this call.
  public func makeAsyncIterator() -> Iterator {
    let buffer = StateBuffer<State>(bufferingPolicy)
    subscribe(buffer)
    return Iterator(buffer: buffer)
  }

  /// The iterator of the sequence.
  public struct Iterator: AsyncIteratorProtocol {
    let buffer: StateBuffer<State>

    /// Waits for the next state. Returns `nil` when the store has been released or the task is cancelled.
    public func next() async -> State? {
      await next(isolation: #isolation)
    }

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

/// States that wait for one reader. Used on the store's actor, except for `reader`.
final class StateBuffer<State> {
  let reader = StateReader()
  private let policy: AsyncStream<State>.Continuation.BufferingPolicy
  // States are moved out before they are released, because releasing one may run user code that calls this buffer.
  private var states = Queue<State>()

  init(_ policy: AsyncStream<State>.Continuation.BufferingPolicy) {
    self.policy = policy
  }

  func append(_ state: State) {
    switch policy {
    case .bufferingOldest(let limit) where states.count >= max(1, limit):
      return
    case .bufferingNewest(let limit) where states.count >= max(1, limit):
      let oldest = popFirst()
      states.append(state)
      withExtendedLifetime(oldest) {}
    default:
      states.append(state)
    }
    reader.signal()
  }

  func popFirst() -> State? { states.popFirst() }

  /// Ends the sequence and releases the unread states. Called when the reader stops.
  func cancel() {
    let unread = states
    states = Queue()
    reader.finish()
    withExtendedLifetime(unread) {}
  }

  deinit {
    reader.finish()
  }
}

/// A cell that passes every new value to a reader.
private final class StatesCell<State, Value>: StateCell<State> {
  private weak var buffer: StateBuffer<Value>?
  private let refresh: (UnsafePointer<State>, inout Value) -> Bool
  private var lastValue: Value

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
    // Only the reader has to be notified, and `append` has done that.
    return false
  }

  override func stateIsGone() {
    isArmed = false
    buffer?.reader.finish()
  }
}

extension Core {
  func deliverStates<Value>(at keyPath: KeyPath<State, Value>, to buffer: StateBuffer<Value>) {
    let isThere = withState { state in
      let current = state.pointee[keyPath: keyPath]
      buffer.append(current)
      // An invalidated or halted store has no further states.
      if runtime.flags.contains(.halted) { return buffer.reader.finish() }
      let refresh = Self.refresh(keyPath, isEqual: dynamicEquality(of: Value.self))
      // Before the end of the reading, after which the actions are reduced that the getter has sent.
      observationNode().insert(
        StatesCell(buffer: buffer, value: StateSnapshot().detached(current), gate: runtime.gate, refresh: refresh)
      )
    }
    if !isThere { buffer.reader.finish() }
  }
}
