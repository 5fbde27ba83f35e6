/// The values of a store's state, one after the other. See ``Store/states(_:)``.
public struct StoreStates<State>: AsyncSequence {
  public typealias Element = State
  public typealias Failure = Never

  /// What a reader waits for, if only the store of its own effect can end that.
  var reason: String?
  let subscribe: (StateSubscription<State>) -> Void

  /// Returns an iterator, which begins with the value at the time of this call.
  public func makeAsyncIterator() -> Iterator {
    let subscription = StateSubscription<State>(reason: reason)
    subscribe(subscription)
    return Iterator(subscription: subscription)
  }

  /// The iterator of the sequence.
  public struct Iterator: AsyncIteratorProtocol {
    let subscription: StateSubscription<State>

    /// Waits for the next state. Returns `nil` when the store has been released or the task is cancelled.
    public func next() async -> State? {
      await next(isolation: #isolation)
    }

    public func next(isolation actor: isolated (any Actor)?) async -> State? {
      await subscription.next(isolation: actor)
    }
  }
}
