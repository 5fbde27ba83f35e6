extension TestStore: TimeoutInNanoseconds {
  /// Sets ``StoreTesting/TestStore/timeout``.
  public func setTimeout(_ timeout: Duration) { self.timeout = timeout }
}

/// Has a timeout that is a number of nanoseconds, as in the Composable Architecture before 1.24: `store.timeout = 1`.
///
/// An extension of a protocol, so that ``StoreTesting/TestStore/timeout``, a `Duration`, is found first.
public protocol TimeoutInNanoseconds: AnyObject {
  /// Sets the timeout.
  func setTimeout(_ timeout: Duration)
}

extension TimeoutInNanoseconds {
  /// The timeout in nanoseconds, which can only be set.
  public var timeout: UInt64 {
    @available(*, unavailable, message: "Read 'timeout' as a 'Duration'.")
    get { 0 }
    set { setTimeout(.nanoseconds(Int64(clamping: newValue))) }
  }
}
