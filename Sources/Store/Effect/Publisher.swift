#if canImport(Combine)
  import Combine
  import Dependencies

  extension Effect {
    /// An effect that sends what a publisher emits, until it completes.
    ///
    /// ```swift
    /// return .publisher { client.notifications.map(Action.received) }
    /// ```
    ///
    /// The store subscribes on its actor when it starts the effect, and cancels the subscription with the effect.
    /// Actions that are emitted before the store has reduced the last one wait their turn.
    ///
    /// - Parameter createPublisher: Returns the publisher. It is called once, immediately. The actions must not be used
    ///   elsewhere after the publisher has emitted them.
    public static func publisher(
      _ createPublisher: () -> some Publisher<Action, Never>,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) -> Self {
      // A publisher is a description that is only used to subscribe, on the store's actor. Its actions are handed over.
      let publisher = UncheckedSendable(createPublisher().eraseToAnyPublisher())
      return .run(
        operation: { send in
          // Actions that are emitted while subscribing are sent at once. Reading them from a stream would leave the
          // actor first.
          let emitted = LockIsolated<[UncheckedSendable<Action>]?>([])
          let (actions, continuation) = AsyncStream.makeStream(of: UncheckedSendable<Action>.self)
          let subscription = publisher.wrappedValue.sink(
            receiveCompletion: { _ in continuation.finish() },
            receiveValue: { action in
              let action = UncheckedSendable(action)
              guard emitted.withValue({ $0?.append(action) }) == nil else { return }
              continuation.yield(action)
            }
          )
          defer { subscription.cancel() }
          let first = emitted.withValue { actions in
            defer { actions = nil }
            return actions ?? []
          }
          // Sending is sound because no other code uses the action: see `createPublisher`.
          for action in first {
            nonisolated(unsafe) let action = action.wrappedValue
            await send(action)
          }
          for await action in actions {
            nonisolated(unsafe) let action = action.wrappedValue
            await send(action)
          }
        },
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
    }
  }
#endif
