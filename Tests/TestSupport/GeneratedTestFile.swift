import Foundation
import Testing

/// A test that was made of a session, and stands in this package.
package enum GeneratedTestFile {
  /// Checks that what is made of the session today is what stands in the file, or puts it there if the environment
  /// variable `GENERATE_TESTS` is set.
  package static func check(_ text: String, against file: URL, sourceLocation: SourceLocation = #_sourceLocation) throws
  {
    if ProcessInfo.processInfo.environment["GENERATE_TESTS"] != nil {
      try Data(text.utf8).write(to: file)
    }
    let present = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let presentLines = present.split(separator: "\n", omittingEmptySubsequences: false)
    let line = zip(lines, presentLines).prefix { $0 == $1 }.count
    // The texts are long: the message has what matters of them.
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
