#if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
  import Foundation

  /// The action of a signal at one time, for restoring it later: the default action, none, or a handler.
  ///
  /// `@unchecked Sendable`: the action may contain a function pointer, which is constant and which only the system
  /// calls.
  package struct SignalDisposition: @unchecked Sendable {
    /// The signals of crashes, such as an invalid memory access or a trap.
    package static let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV]
    /// All numbers that signals can have.
    package static let numbers: Range<Int32> = 1..<65

    package let number: Int32
    private var action = sigaction()

    /// Reads the current action of a signal.
    package init(of number: Int32) {
      self.number = number
      sigaction(number, nil, &action)
    }

    /// Returns the current actions of all signals, by number. The memory is never freed, so that signal handlers can
    /// read it.
    package static func all() -> UnsafeMutablePointer<SignalDisposition> {
      let places = UnsafeMutablePointer<SignalDisposition>.allocate(capacity: Int(numbers.upperBound))
      for number in 0..<numbers.upperBound { (places + Int(number)).initialize(to: SignalDisposition(of: number)) }
      return places
    }

    package var isDefault: Bool { handler == 0 }
    /// Whether this is the signal's current action.
    package var isInForce: Bool { SignalDisposition(of: number).handler == handler }
    package var isIgnored: Bool { handler == Int(bitPattern: unsafeBitCast(SIG_IGN, to: UnsafeRawPointer.self)) }

    /// The address of the handler, which is the first field of `sigaction` on each of these systems.
    private var handler: Int { withUnsafeBytes(of: action) { $0.load(as: Int.self) } }

    /// Restores this action of the signal.
    package func restore() {
      var action = action
      sigaction(number, &action, nil)
    }

    /// Restores this action of the signal and raises the signal on this thread. Unblocks it for that, because threads
    /// of Dispatch block signals.
    package func obey() {
      restore()
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, number)
      var before = sigset_t()
      pthread_sigmask(SIG_UNBLOCK, &signals, &before)
      raise(number)
      pthread_sigmask(SIG_SETMASK, &before, nil)
    }
  }
#endif
