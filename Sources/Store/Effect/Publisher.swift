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
    /// The store subscribes on its actor when it starts the effect, and cancels the subscription with the effect. What is
    /// emitted before the store has reduced the last action waits its turn.
    ///
    /// - Parameter createPublisher: Makes the publisher, at once. Its actions must not be used elsewhere after they have
    ///   been emitted.
    public static func publisher(
      _ createPublisher: () -> some Publisher<Action, Never>,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) -> Self {
      // A publisher is a description; it is subscribed to on the store's actor alone. Its actions are handed over.
      let publisher = UncheckedSendable(createPublisher().eraseToAnyPublisher())
      return .run(
        operation: { send in
          // What is emitted within the subscription is sent at once. A stream would leave the actor first.
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
          // Sending is sound because nobody else has the action: see `createPublisher`.
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
