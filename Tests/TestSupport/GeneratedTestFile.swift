import Foundation
import Testing

/// A test that was generated from a session, and is a file of this package.
package enum GeneratedTestFile {
  /// Checks that the file contains the test that is generated from the session now. If the environment variable
  /// `GENERATE_TESTS` is set, it writes the file and its trace instead.
  ///
  /// - Parameter generate: Writes the test to a file of the same name.
  package static func check(
    _ file: URL,
    sourceLocation: SourceLocation = #_sourceLocation,
    generate: (_ copy: String) async throws -> Void
  ) async throws {
    let folder = TemporaryFolder()
    let copy = folder.url.appending(path: file.lastPathComponent)
    try await generate(copy.path)
    let text = try String(contentsOf: copy, encoding: .utf8)
    if ProcessInfo.processInfo.environment["GENERATE_TESTS"] != nil {
      for kind in ["swift", "jsonl"] {
        try Data(contentsOf: copy.deletingPathExtension().appendingPathExtension(kind))
          .write(to: file.deletingPathExtension().appendingPathExtension(kind))
      }
    }
    let present = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let presentLines = present.split(separator: "\n", omittingEmptySubsequences: false)
    let line = zip(lines, presentLines).prefix { $0 == $1 }.count
    // The texts are long, so the message contains only the first difference.
    let isFresh = text == present
    #expect(
      isFresh,
      """
      \(file.lastPathComponent) is stale from line \(line + 1) on: what is made of its session today reads
        \(line < lines.count ? String(lines[line]) : "(nothing)")
      where it reads
        \(line < presentLines.count ? String(presentLines[line]) : "(nothing)")
      If the feature was to change, make the tests anew: GENERATE_TESTS=1 swift test --filter GeneratedTests
      """,
      sourceLocation: sourceLocation
    )
  }
}
