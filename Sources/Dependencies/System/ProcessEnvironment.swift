#if canImport(Foundation)
  import Foundation
#endif

/// What the process gets from the system, and how it complains.
enum ProcessEnvironment {
  /// The environment variables; none on a system without Foundation.
  static var variables: [String: String] {
    #if canImport(Foundation)
      ProcessInfo.processInfo.environment
    #else
      [:]
    #endif
  }

  /// Writes to the standard error, or to the standard output on a system without Foundation. Errors, on a full disk for
  /// example, are ignored: a complaint must not end the program.
  static func complain(_ text: String) {
    #if canImport(Foundation)
      try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    #else
      print(text, terminator: "")
    #endif
  }
}
