#if !canImport(Darwin)
  public import Foundation

  extension NotificationCenter {
    /// Returns a sequence of the notifications with a name. Foundation has this method on Apple's systems only.
    ///
    /// - Parameters:
    ///   - name: The name of the notifications.
    ///   - object: The object that posts the notifications; `nil` for any object.
    public func notifications(named name: Notification.Name, object: AnyObject? = nil) -> Notifications {
      let (stream, continuation) = AsyncStream<UncheckedSendable<Notification>>.makeStream()
      // Observes from now on, so that notifications that are posted before the loop begins are not lost.
      let token = UncheckedSendable(
        addObserver(forName: name, object: object, queue: nil) { continuation.yield(UncheckedSendable($0)) }
      )
      continuation.onTermination = { [self] _ in removeObserver(token.value) }
      return Notifications(stream: stream)
    }

    /// An asynchronous sequence of notifications, in the order in which they are posted.
    public struct Notifications: AsyncSequence {
      /// The type of the elements.
      public typealias Element = Notification
      /// The sequence throws no errors.
      public typealias Failure = Never

      let stream: AsyncStream<UncheckedSendable<Notification>>

      /// Returns an iterator, which begins with the notifications that were posted since the sequence was made.
      public func makeAsyncIterator() -> Iterator { Iterator(base: stream.makeAsyncIterator()) }

      /// The iterator of the sequence.
      public struct Iterator: AsyncIteratorProtocol {
        var base: AsyncStream<UncheckedSendable<Notification>>.Iterator

        /// Waits for the next notification. Returns `nil` when the task is cancelled.
        public mutating func next() async -> Notification? {
          await base.next(isolation: #isolation)?.value
        }

        /// Waits for the next notification. Returns `nil` when the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Notification? {
          await base.next(isolation: actor)?.value
        }
      }
    }
  }
#endif
