import Dispatch
import Foundation

/// Tells of a signal, each time that it comes, instead of what it does by itself.
final class SignalWatch {
  private let number: Int32
  private let source: any DispatchSourceSignal

  init(_ number: Int32, _ handler: @escaping @Sendable () -> Void) {
    self.number = number
    signal(number, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler(handler: handler)
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
