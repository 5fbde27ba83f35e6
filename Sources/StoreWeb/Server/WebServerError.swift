import Foundation

/// The reason why a server could not be started.
public struct WebServerError: Error, Equatable, CustomStringConvertible {
  /// What could not be done, with the reason.
  public let description: String

  init(_ description: String) {
    self.description = description
  }

  /// - Parameter what: The purpose of the system call that failed, such as `make a socket`.
  package init(doing what: String, code: Int32 = errno) {
    description = "Could not \(what): \(String(cString: strerror(code))) (\(code))."
  }
}
