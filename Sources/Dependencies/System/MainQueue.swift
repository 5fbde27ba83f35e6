#if canImport(Dispatch)
  import Dispatch

  /// The main queue, on which the main actor runs. After `dispatchMain()` that need not be on the main thread.
  package enum MainQueue {
    private static let key: DispatchSpecificKey<Void> = {
      let key = DispatchSpecificKey<Void>()
      DispatchQueue.main.setSpecific(key: key, value: ())
      return key
    }()

    /// Whether the current code runs on the main queue.
    package static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }
  }
#else
  /// All code runs on the only thread that there is.
  package enum MainQueue {
    package static var isCurrent: Bool { true }
  }
#endif
