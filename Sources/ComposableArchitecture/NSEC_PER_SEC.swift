#if !canImport(Darwin)
  // Dispatch declares these constants on Apple's systems only.

  /// The number of nanoseconds in a second: `Task.sleep(nanoseconds: NSEC_PER_SEC / 2)`.
  public let NSEC_PER_SEC: UInt64 = 1_000_000_000

  /// The number of nanoseconds in a millisecond.
  public let NSEC_PER_MSEC: UInt64 = 1_000_000

  /// The number of nanoseconds in a microsecond.
  public let NSEC_PER_USEC: UInt64 = 1_000
#endif
