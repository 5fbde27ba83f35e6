import Store
import Testing

@Suite struct CustomDumpTests {
  struct ID: CustomDumpRepresentable, Equatable {
    var rawValue: Int
    var customDumpValue: Any { rawValue }
  }

  struct Color: CustomDumpStringConvertible, Equatable {
    var red: Int
    var customDumpDescription: String { "#\(red)" }
  }

  struct Session: CustomDumpReflectable, Equatable {
    var user = "Blob"
    var token = "secret"
    var customDumpMirror: Mirror { Mirror(self, children: ["user": user], displayStyle: .struct) }
  }

  let user = User(id: 1, name: "Blob")

  /// Represents itself, which must not lead to an endless loop.
  struct Mirrored: CustomDumpRepresentable {
    var value = 1
    var customDumpValue: Any { self }
  }

  @Test(
    arguments: [
      (ID(rawValue: 42) as any Sendable, "42"), (ID?.some(ID(rawValue: 1)) as any Sendable, "1"), (Color(red: 7), "#7"),
      (Session(), #"CustomDumpTests.Session(user: "Blob")"#), (Mirrored(), "CustomDumpTests.Mirrored(value: 1)"),
    ] as [(any Sendable, String)]
  )
  func dump(_ value: any Sendable, _ expected: String) {
    var text = ""
    customDump(value, to: &text)
    #expect([String(customDumping: value), text] == [expected, expected])
  }

  @Test func namesIndentsAndLimits() {
    var text = "> "
    #expect(customDump(user, to: &text, name: "user", indent: 2) == user)
    #expect(text == "> " + "  user: User(\n    id: 1,\n    name: \"Blob\"\n  )")
    for depth in [0, -1] {
      text = ""
      customDump(user, to: &text, maxDepth: depth)
      #expect(text.hasPrefix("User(…)"))
    }
    text = ""
    customDump(user, to: &text, maxDepth: 1)
    #expect(text.contains("Blob"))
    // Other values are not shortened.
    #expect(String(customDumping: Array(repeating: 0, count: 2_000)).hasSuffix("  [1999]: 0\n]"))
  }

  @Test func differences() {
    #expect(diff(1, 1) == nil)
    #expect(diff(1, 2) == "- 1\n+ 2")
    #expect(diff(1, 2, format: .proportional) == "\u{2212} 1\n+ 2")
    #expect(diff(Color(red: 1), Color(red: 2)) == "- #1\n+ #2")
    let format = DiffFormat(first: "<", second: ">", both: "=")
    #expect(diff([1], [2], format: format) == "= [\n<   [0]: 1\n>   [0]: 2\n= ]")
    // The differing values are not shown.
    let difference = diff(Session(token: "a"), Session(token: "b")) ?? ""
    #expect(difference.contains("Not equal but no difference detected") && !difference.contains("token"))
  }

  @Test func noDifference() {
    func failing() throws -> Int { throw Failure() }
    func compareWithError() { expectNoDifference(try failing(), 2) }
    let issues = withCapturedIssues {
      expectNoDifference(1, 1)
      expectNoDifference(1, 2, "Count")
      compareWithError()
    }
    #expect(issues.map(\.line) == [#line - 3, #line - 6])
    #expect(
      issues.map(\.message) == [
        "Count - Difference: …\n\n  \u{2212} 1\n  + 2\n\n(First: \u{2212}, Second: +)", "Caught error: Failure()",
      ]
    )
  }

  @Test func expectedDifferences() async {
    var count = 0
    let line = #line
    var issues = withCapturedIssues {
      expectDifference(count, operation: { count += 1 }, changes: { $0 += 1 })
      expectDifference(count, "Count", operation: {}, changes: { $0 += 1 })
      expectDifference(count, operation: {}, changes: { _ in })
      expectDifference(count) { $0 = 2 }
      expectDifference(count) { _ in }
      expectDifference(count, "Still", operation: {}, changes: { _ in })
      expectDifference(count, operation: { throw Failure() }, changes: { _ in })
    }
    #expect(issues.map(\.line) == [3, 4, 5, 7, 8].map { line + $0 })
    issues += await withCapturedIssues {
      await expectDifference(count, operation: { count += 1 }, changes: { $0 = 2 })
      await expectDifference(count, operation: { throw Failure() }, changes: { $0 = 2 })
    }
    let twoNotOne = "Difference: …\n\n  \u{2212} 2\n  + 1\n\n(Expected: \u{2212}, Actual: +)"
    #expect(
      issues.map(\.message) == [
        "Count - \(twoNotOne)", "No difference detected after applying changes.", twoNotOne,
        "Still - No difference detected after applying changes.", "Caught error: Failure()", "Caught error: Failure()",
      ]
    )
  }
}
