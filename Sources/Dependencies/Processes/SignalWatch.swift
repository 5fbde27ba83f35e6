#if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
  import Dispatch
  import Foundation

  /// Tells of a signal, each time that it comes, instead of what it does by itself. That it does again as soon as the watch
  /// is over.
  package final class SignalWatch {
    private let source: any DispatchSourceSignal
    /// What the signal does without the watch.
    package let disposition: SignalDisposition

    /// - Parameter handler: Is given what the signal does without the watch.
    package init(_ number: Int32, _ handler: @escaping @Sendable (SignalDisposition) -> Void) {
      let disposition = SignalDisposition(of: number)
      self.disposition = disposition
      signal(number, SIG_IGN)
      // A queue of its own, as effects may keep all threads busy that the others share.
      let queue = DispatchQueue(label: "SignalWatch")
      source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { handler(disposition) }
      // Registered in the background: until that is done a signal would be lost.
      let registered = DispatchSemaphore(value: 0)
      source.setRegistrationHandler { registered.signal() }
      source.resume()
      registered.wait()
    }

    deinit {
      source.cancel()
      disposition.restore()
    }

    /// Has the signal do what it does without the watch, and goes on watching if the process is still there.
    package func obey() {
      disposition.obey()
      signal(disposition.number, SIG_IGN)
    }
  }
#endif
