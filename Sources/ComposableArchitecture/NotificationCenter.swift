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
      public typealias Element = Notification
      public typealias Failure = Never

      let stream: AsyncStream<UncheckedSendable<Notification>>

      public func makeAsyncIterator() -> Iterator { Iterator(base: stream.makeAsyncIterator()) }

      public struct Iterator: AsyncIteratorProtocol {
        var base: AsyncStream<UncheckedSendable<Notification>>.Iterator

        public mutating func next() async -> Notification? {
          await base.next(isolation: #isolation)?.value
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> Notification? {
          await base.next(isolation: actor)?.value
        }
      }
    }
  }
#endif
