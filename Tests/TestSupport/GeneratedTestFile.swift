import Foundation
import Testing

/// A test that was generated from a session, and is a file of this package.
package enum GeneratedTestFile {
  /// Checks that the file contains the test that is generated from the session now. If the environment variable
  /// `GENERATE_TESTS` is set, it writes the file instead.
  package static func check(_ text: String, against file: URL, sourceLocation: SourceLocation = #_sourceLocation) throws
  {
    if ProcessInfo.processInfo.environment["GENERATE_TESTS"] != nil {
      try Data(text.utf8).write(to: file)
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
