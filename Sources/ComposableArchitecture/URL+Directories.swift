#if !canImport(Darwin)
  public import Foundation

  // Foundation has these properties on Apple's systems only.
  extension URL {
    /// The user's folder for documents.
    public static var documentsDirectory: URL { userFolder(.documentDirectory, orInHome: "Documents") }

    /// The user's folder for the files of programs.
    public static var applicationSupportDirectory: URL {
      userFolder(.applicationSupportDirectory, orInHome: ".local/share")
    }

    /// The user's folder for files that a program can make again.
    public static var cachesDirectory: URL { userFolder(.cachesDirectory, orInHome: ".cache") }

    private static func userFolder(_ folder: FileManager.SearchPathDirectory, orInHome path: String) -> URL {
      FileManager.default.urls(for: folder, in: .userDomainMask).first
        ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: path, directoryHint: .isDirectory)
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
