#if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
  import Foundation

  /// Tells of Ctrl-C, or of another signal, instead of ending the process. A second one does what it would have done, in
  /// case the first is not heeded.
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
