#if !canImport(Darwin)
  public import Foundation

  extension NotificationCenter {
    /// The notifications of a name, as they are posted, which Foundation has on Apple's systems only.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - object: What posts them; `nil` for all.
    public func notifications(named name: Notification.Name, object: AnyObject? = nil) -> Notifications {
      let (stream, continuation) = AsyncStream<UncheckedSendable<Notification>>.makeStream()
      // Observed from now on, so that what is posted before the loop begins is not lost.
      let token = UncheckedSendable(
        addObserver(forName: name, object: object, queue: nil) { continuation.yield(UncheckedSendable($0)) }
      )
      continuation.onTermination = { [self] _ in removeObserver(token.value) }
      return Notifications(stream: stream)
    }

    /// Notifications, one after the other.
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
