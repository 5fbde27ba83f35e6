import Foundation

/// A file could not be read, written or watched.
struct FileStorageError: Error, CustomStringConvertible, LocalizedError {
  let description: String

  var errorDescription: String? { description }

  init(_ description: String) {
    self.description = description
  }

  /// The contents of a file could not be read or decoded.
  static func notReadable(_ url: URL, _ reason: any Error) -> Self {
    Self(
      """
      The file "\(url.path)" could not be read: \(reason.systemDescription)

      It is broken, was written by a newer version of the program, or may not be read. It is not overwritten until the \
      program saves explicitly, with "save()", or the file can be read again.
      """
    )
  }

  /// A file could not be written. The previous contents are unchanged.
  static func notWritten(_ reason: String) -> Self {
    Self("The file could not be written: \(reason). What was there before is unharmed.")
  }

  /// The system can't watch a folder for changes. `errno` says why.
  static func notWatched(_ path: String) -> Self {
    Self(
      """
      Changes of files in "\(path)" can't be followed: \(String(cString: strerror(errno))).

      What this program saves is not affected. Too many watched files are the usual cause.
      """
    )
  }
}

extension Error {
  /// The system's message for an error that it returned and that Foundation's error contains. It is the same on all
  /// platforms.
  var systemDescription: String {
    // This error contains no error of the system.
    if (self as? CocoaError)?.code == .fileWriteFileExists { return String(cString: strerror(EEXIST)) }
    guard
      let cause = ((self as NSError).userInfo[NSUnderlyingErrorKey] as? any Error).map({ $0 as NSError }),
      cause.domain == NSPOSIXErrorDomain
    else { return "\(self)" }
    return String(cString: strerror(Int32(cause.code)))
  }
}
