#if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
  import Foundation

  /// Calls a handler at Ctrl-C, or at another signal, in place of the signal's action. A second signal has its original
  /// action again, so that it ends the process if the handler does not.
  package final class Interruption {
    private let watch: SignalWatch

    package init(of number: Int32 = SIGINT, _ handler: @escaping @Sendable () -> Void) {
      watch = SignalWatch(number) { disposition in
        disposition.restore()
        handler()
      }
    }
  }
#endif
