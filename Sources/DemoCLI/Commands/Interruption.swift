import Dispatch
import Foundation

/// Tells of Ctrl-C instead of ending the process. A second Ctrl-C ends it at once, in case the first is not heeded.
final class Interruption {
  private let source: any DispatchSourceSignal

  init(_ handler: @escaping @Sendable () -> Void) {
    signal(SIGINT, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler {
      signal(SIGINT, SIG_DFL)
      handler()
    }
    // Registered in the background: until that is done a signal would be lost.
    let registered = DispatchSemaphore(value: 0)
    source.setRegistrationHandler { registered.signal() }
    source.resume()
    registered.wait()
  }

  deinit {
    source.cancel()
    signal(SIGINT, SIG_DFL)
  }
}
