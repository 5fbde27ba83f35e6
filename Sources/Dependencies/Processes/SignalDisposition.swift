#if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
  import Foundation

  /// What a signal does to the process at some time, to be had again later: the default, nothing, or what somebody else has
  /// said.
  //
  // The function pointer in it is the system's, is called by the system only, and is a constant.
  package struct SignalDisposition: @unchecked Sendable {
    /// The signals that the system sends to a thread that has made a mistake.
    package static let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV]
    /// All numbers that signals can have.
    package static let numbers: Range<Int32> = 1..<65

    package let number: Int32
    private var action = sigaction()

    /// What the signal does now.
    package init(of number: Int32) {
      self.number = number
      sigaction(number, nil, &action)
    }

    /// What each signal does now, by its number: in memory of its own, which signal handlers can read, and which stays.
    package static func all() -> UnsafeMutablePointer<SignalDisposition> {
      let places = UnsafeMutablePointer<SignalDisposition>.allocate(capacity: Int(numbers.upperBound))
      for number in 0..<numbers.upperBound { (places + Int(number)).initialize(to: SignalDisposition(of: number)) }
      return places
    }

    package var isDefault: Bool { handler == 0 }
    package var isIgnored: Bool { handler == Int(bitPattern: unsafeBitCast(SIG_IGN, to: UnsafeRawPointer.self)) }

    /// The address of the function that is called, which `sigaction` begins with on every system.
    private var handler: Int { withUnsafeBytes(of: action) { $0.load(as: Int.self) } }

    /// Has the signal do this from now on.
    package func restore() {
      var action = action
      sigaction(number, &action, nil)
    }

    /// Has the signal do this, and now. Threads of Dispatch, such as this one may be, are sent no signals otherwise.
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
