import Foundation
import Testing

/// A folder for a test, which is removed when the object is deinitialized.
///
/// Make it a property of the suite. A local variable may be released after its last use, while a program still writes
/// to the folder.
package final class TemporaryFolder: Sendable {
  package let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  package init(sourceLocation: SourceLocation = #_sourceLocation) {
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      Issue.record(error, "There is no temporary folder.", sourceLocation: sourceLocation)
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file, and makes the folders around it.
  package func write(_ text: String, to name: String) throws {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  package func text(_ name: String) throws -> String {
    try String(contentsOf: url.appending(path: name), encoding: .utf8)
  }

  /// The path of a file in the folder.
  package func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }
}

/// Gives a function a temporary folder, for code that is called more than once by a test.
package func withTemporaryFolder<Result>(_ body: (TemporaryFolder) throws -> Result) rethrows -> Result {
  let folder = TemporaryFolder()
  return try withExtendedLifetime(folder) { try body(folder) }
}
