import Foundation
import Testing

/// A test that was generated from a session, and is a file of this package.
package enum GeneratedTestFile {
  /// Checks that the file contains the test that is generated from the session now, which `generate` writes to a file
  /// of the same name. If the environment variable `GENERATE_TESTS` is set, it writes the file and its trace instead.
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
    // The texts are long, so the message contains only the first difference.
    let lines = [text, present].map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    let line = zip(lines[0], lines[1]).prefix { $0 == $1 }.count
    let differing = lines.map { line < $0.count ? String($0[line]) : "(nothing)" }
    let isFresh = text == present
    #expect(
      isFresh,
      """
      \(file.lastPathComponent) is stale from line \(line + 1) on: what is made of its session today reads
        \(differing[0])
      where it reads
        \(differing[1])
      If the feature was to change, make the tests anew: GENERATE_TESTS=1 swift test --filter GeneratedTests
      """,
      sourceLocation: sourceLocation
    )
  }
}
