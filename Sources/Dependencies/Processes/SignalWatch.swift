#if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
  import Dispatch
  import Foundation

  /// Calls a handler for each signal of a kind, in place of the signal's action, until the watch is released. Several
  /// watches of one signal replace its action until the last one is released.
  package final class SignalWatch {
    private let source: any DispatchSourceSignal
    /// The action of the signal before the watch.
    package let disposition: SignalDisposition

    private struct WatchedSignal {
      let disposition: SignalDisposition
      var watchCount = 0
    }

    private static let watched = Locked<[Int32: WatchedSignal]>([:])

    /// - Parameter handler: Called on a queue of its own, with the action of the signal before the watch.
    package init(_ number: Int32, _ handler: @escaping @Sendable (SignalDisposition) -> Void) {
      let disposition = Self.watched.withLock { watched in
        var watchedSignal = watched[number] ?? WatchedSignal(disposition: SignalDisposition(of: number))
        watchedSignal.watchCount += 1
        watched[number] = watchedSignal
        signal(number, SIG_IGN)
        return watchedSignal.disposition
      }
      self.disposition = disposition
      // A queue of its own, because effects may occupy all threads that other queues share.
      let queue = DispatchQueue(label: "SignalWatch")
      source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { handler(disposition) }
      // Dispatch registers the source in the background. A signal before the registration would be lost.
      let registered = DispatchSemaphore(value: 0)
      source.setRegistrationHandler { registered.signal() }
      source.resume()
      registered.wait()
    }

    deinit {
      source.cancel()
      Self.watched.withLock { watched in
        watched[disposition.number]?.watchCount -= 1
        guard watched[disposition.number]?.watchCount == 0 else { return }
        watched[disposition.number] = nil
        disposition.restore()
      }
    }

    /// Raises the signal with its action before the watch. If the process continues, so does the watch.
    package func obey() {
      disposition.obey()
      signal(disposition.number, SIG_IGN)
    }
  }
#endif
