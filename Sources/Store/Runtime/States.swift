import Dependencies

extension Store {
  /// The state now, and then every other state that the store comes to rest in.
  ///
  /// ```swift
  /// for await state in store.states {
  ///   render(state)
  /// }
  /// ```
  ///
  /// A state is delivered when the store has reduced all actions that wait, if it is not equal to the one before (if it
  /// is not `Equatable`, after every action). Each loop gets all of them in order, however slow it is, up to
  /// ``StoreStates/bufferSize`` that it has not read; beyond that the oldest of those give way. The loop ends when the
  /// store goes away, or, for a scoped store, its state does.
  ///
  /// The sequence belongs to the store's actor, but does not keep the store.
  public var states: StoreStates<State> {
    StoreStates { [weak core] buffer in
      guard let core else { return buffer.reader.finish() }
      core.deliverStates(to: buffer)
    }
  }
}

/// The states of a store, one after the other. See ``Store/states``.
public struct StoreStates<State>: AsyncSequence {
  public typealias Element = State
  public typealias Failure = Never

  /// How many states wait for a slow reader at most.
  public static var bufferSize: Int { 1024 }

  let subscribe: (StateBuffer<State>) -> Void

  public func makeAsyncIterator() -> Iterator {
    let buffer = StateBuffer<State>(limit: Self.bufferSize)
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
      let reader = buffer.reader
      while true {
        if let state = buffer.popFirst() { return state }
        guard await reader.wait() else { return buffer.popFirst() }
      }
    }
  }
}

/// States that wait for one reader. Used on the store's actor, but for `reader`.
final class StateBuffer<State> {
  let reader = StateReader()
  private var states: [State] = []
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  func append(_ state: State) {
    if states.count == limit { states.removeFirst() }
    states.append(state)
    reader.signal()
  }

  func popFirst() -> State? {
    states.isEmpty ? nil : states.removeFirst()
  }

  deinit {
    reader.finish()
  }
}

/// What a reader waits on. A store can go away on any thread, so this part is locked.
final class StateReader: Sendable {
  private enum Phase {
    /// Nothing has come since the last wait.
    case idle
    /// Something has come, and nobody waited.
    case signalled
    case waiting(CheckedContinuation<Bool, Never>)
    /// Nothing will come any more.
    case finished
  }

  private let phase = Locked(Phase.idle)

  func signal() {
    let waiter: CheckedContinuation<Bool, Never>? = phase.withLock { phase in
      switch phase {
      case .idle, .signalled:
        phase = .signalled
        return nil
      case .waiting(let waiter):
        phase = .idle
        return waiter
      case .finished:
        return nil
      }
    }
    waiter?.resume(returning: true)
  }

  func finish() {
    let waiter: CheckedContinuation<Bool, Never>? = phase.withLock { phase in
      defer { phase = .finished }
      if case .waiting(let waiter) = phase { return waiter }
      return nil
    }
    waiter?.resume(returning: false)
  }

  /// Waits until something has come.
  /// - Returns: `false` if nothing will, or the task was cancelled.
  func wait() async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let result: Bool? = phase.withLock { phase in
          switch phase {
          case .signalled:
            phase = .idle
            return true
          case .finished:
            return false
          case .idle where !Task.isCancelled:
            phase = .waiting(continuation)
            return nil
          case .idle, .waiting:
            return false
          }
        }
        if let result { continuation.resume(returning: result) }
      }
    } onCancel: {
      cancelWait()
    }
  }

  private func cancelWait() {
    let waiter: CheckedContinuation<Bool, Never>? = phase.withLock { phase in
      guard case .waiting(let waiter) = phase else { return nil }
      phase = .idle
      return waiter
    }
    waiter?.resume(returning: false)
  }
}

/// A cell that hands every new state to a reader.
private final class StatesCell<State>: StateCell<State> {
  private weak var buffer: StateBuffer<State>?
  private let isEqual: ((State, State) -> Bool)?
  private var lastState: State

  init(buffer: StateBuffer<State>, state: State, gate: ObservationGate) {
    self.buffer = buffer
    isEqual = dynamicEquality(of: State.self)
    lastState = state
    super.init(keyPath: \State.self, aspect: .states, gate: gate)
    isArmed = true
  }

  override func update(from state: UnsafePointer<State>) -> Bool {
    guard let buffer else {
      isArmed = false
      return false
    }
    if isEqual?(lastState, state.pointee) != true {
      lastState = state.pointee
      buffer.append(lastState)
    }
    // Nobody has to be told but the reader.
    return false
  }

  override func stateIsGone() {
    isArmed = false
    buffer?.reader.finish()
  }
}

extension Core {
  fileprivate func deliverStates(to buffer: StateBuffer<State>) {
    var current: State?
    guard withState({ current = $0.pointee }), let current else { return buffer.reader.finish() }
    buffer.append(current)
    let node = observationNode()
    node.cells.removeAll { $0.aspect == .states && !$0.isArmed }
    node.cells.append(StatesCell(buffer: buffer, state: current, gate: runtime.gate))
  }
}
