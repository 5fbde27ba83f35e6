#if !canImport(Darwin)
  public import Foundation

  extension URL {
    /// The user's folder for documents. Foundation has this property on Apple's systems only.
    public static var documentsDirectory: URL {
      FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first
        ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: "Documents")
    }
  }
#endif

#if !canImport(Darwin)
  // Dispatch declares these constants on Apple's systems only.

  /// The number of nanoseconds in a second: `Task.sleep(nanoseconds: NSEC_PER_SEC / 2)`.
  public let NSEC_PER_SEC: UInt64 = 1_000_000_000

  /// The number of nanoseconds in a millisecond.
  public let NSEC_PER_MSEC: UInt64 = 1_000_000

  /// The number of nanoseconds in a microsecond.
  public let NSEC_PER_USEC: UInt64 = 1_000
#endif
