import Dispatch
import Foundation

/// Tells of Ctrl-C, or of another signal, instead of ending the process. A second one ends it at once, in case the first
/// is not heeded.
package final class Interruption {
  private let number: Int32
  private let source: any DispatchSourceSignal

  package init(of number: Int32 = SIGINT, _ handler: @escaping @Sendable () -> Void) {
    self.number = number
    signal(number, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler {
      signal(number, SIG_DFL)
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
    signal(number, SIG_DFL)
  }
}
