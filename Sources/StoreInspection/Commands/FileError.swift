import Foundation

/// A file that cannot be read or written.
struct FileError: Error {
  enum Access: String { case read, write }

  let access: Access
  let name: String
  let reason: String

  init(_ access: Access, _ name: String, reason: String) {
    self.access = access
    self.name = name
    self.reason = reason
  }

  /// What an error of Foundation says in the system's words.
  init(_ access: Access, _ name: String, _ error: any Error) {
    self.init(access, name, reason: Self.reason(error))
  }

  var status: ExitCode { access == .read ? .noInput : .noOutput }

  func rendered(for program: String) -> String { "\(program): \(self)\n" }

  private static func reason(_ error: any Error) -> String {
    let error = error as NSError
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    if underlying.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(underlying.code))) }
    return error.domain == NSCocoaErrorDomain && error.code == CocoaError.fileReadNoSuchFile.rawValue
      ? String(cString: strerror(ENOENT)) : error.localizedDescription
  }
}

extension FileError: CustomStringConvertible {
  var description: String { "cannot \(access.rawValue) \(name.printable): \(reason)" }
}
