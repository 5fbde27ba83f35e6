extension StoreHandle where State: Sendable {
  /// The current state, then each different state that the store has whenever its queue of actions is empty.
  ///
  /// ```swift
  /// for await state in handle.states {
  ///   await socket.write(state.summary)
  /// }
  /// ```
  ///
  /// See ``states(_:)``.
  public var states: some AsyncSequence<State, Never> & Sendable {
    states(\.self)
  }
}

extension StoreHandle {
  /// The current value of a key path, then each different value that it has whenever the store's queue of actions is
  /// empty, read from any actor.
  ///
  /// Does what ``Store/states(_:)`` does. The first value is the one that the state has when the loop asks for it.
  public func states<Value: Sendable>(
    _ keyPath: any KeyPath<State, Value> & Sendable
  ) -> some AsyncSequence<Value, Never> & Sendable {
    HandleStates { await subscribe($0, to: keyPath) }
  }
}

private struct HandleStates<Value: Sendable>: AsyncSequence, Sendable {
  let subscribe: @Sendable (StateSubscription<Value>) async -> Void

  func makeAsyncIterator() -> Iterator {
    Iterator(subscribe: subscribe)
  }

  struct Iterator: AsyncIteratorProtocol {
    /// Called once, when the first value is asked for.
    var subscribe: (@Sendable (StateSubscription<Value>) async -> Void)?
    let subscription = StateSubscription<Value>()

    mutating func next() async -> Value? {
      await next(isolation: #isolation)
    }

    mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
      if let subscribe {
        self.subscribe = nil
        await subscribe(subscription)
      }
      return await subscription.next(isolation: actor)
    }
  }
}
