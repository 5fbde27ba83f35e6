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
    source.resume()
  }

  deinit {
    source.cancel()
    signal(SIGINT, SIG_DFL)
  }
}
