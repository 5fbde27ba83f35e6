extension StoreHandle where State: Sendable {
  /// The current state, then each different state that the store has whenever its queue of actions is empty.
  ///
  /// ```swift
  /// for await state in handle.states {
  ///   await socket.write(state.summary)
  /// }
  /// ```
  ///
  /// See ``states(_:bufferingPolicy:)``.
  public var states: some AsyncSequence<State, Never> & Sendable {
    states(bufferingPolicy: .unbounded)
  }

  /// The current state, then each different state that the store has whenever its queue of actions is empty;
  /// `bufferingPolicy` limits how many are kept for a slow reader. See ``states(_:bufferingPolicy:)``.
  public func states(
    bufferingPolicy: AsyncStream<State>.Continuation.BufferingPolicy
  ) -> some AsyncSequence<State, Never> & Sendable {
    states(\.self, bufferingPolicy: bufferingPolicy)
  }
}

extension StoreHandle {
  /// The current value of a key path, then each different value that it has whenever the store's queue of actions is
  /// empty, read from any actor.
  ///
  /// Does what ``Store/states(_:bufferingPolicy:)`` does. The first value is the one that the state has when the loop
  /// asks for it.
  public func states<Value: Sendable>(
    _ keyPath: any KeyPath<State, Value> & Sendable,
    bufferingPolicy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded
  ) -> some AsyncSequence<Value, Never> & Sendable {
    HandleStates(
      bufferingPolicy: bufferingPolicy,
      subscribe: { await subscribe($0, to: keyPath) },
      popFirst: { await popFirst(of: $0) }
    )
  }
}

/// The buffer of a reader on another actor.
///
/// `@unchecked`: only functions that run on the store's actor use the buffer, except for its `reader`, which is
/// `Sendable`.
struct RemoteStateBuffer<Value: Sendable>: @unchecked Sendable {
  let buffer: StateBuffer<Value>
}

private struct HandleStates<Value: Sendable>: AsyncSequence, Sendable {
  let bufferingPolicy: AsyncStream<Value>.Continuation.BufferingPolicy
  let subscribe: @Sendable (RemoteStateBuffer<Value>) async -> Void
  let popFirst: @Sendable (RemoteStateBuffer<Value>) async -> Value?

  func makeAsyncIterator() -> Iterator {
    Iterator(states: self, buffer: RemoteStateBuffer(buffer: StateBuffer(bufferingPolicy)))
  }

  struct Iterator: AsyncIteratorProtocol {
    let states: HandleStates
    let buffer: RemoteStateBuffer<Value>
    var hasBegun = false

    mutating func next() async -> Value? {
      await next(isolation: #isolation)
    }

    mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
      if !hasBegun {
        hasBegun = true
        await states.subscribe(buffer)
      }
      while !Task.isCancelled {
        if let value = await states.popFirst(buffer) { return value }
        if await !buffer.buffer.reader.wait() { break }
      }
      return Task.isCancelled ? nil : await states.popFirst(buffer)
    }
  }
}
