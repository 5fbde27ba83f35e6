import Dependencies
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

  struct Row: Equatable, Identifiable {
    var id: Int
    var name = "Blob"
  }

  /// Represents itself, which must not lead to an endless loop.
  struct Mirrored: CustomDumpRepresentable {
    var value = 1
    var customDumpValue: Any { self }
  }

  struct Boxed {
    var id: ID
    var color: Color?
    var session: Session
  }

  @Test(
    arguments: [
      (ID(rawValue: 42) as any Sendable, "42"),
      (Color(red: 7), "#7"),
      ([Color(red: 7)], "[\n  [0]: #7\n]"),
      (Session(), #"CustomDumpTests.Session(user: "Blob")"#),
      (Mirrored(), "CustomDumpTests.Mirrored(value: 1)"),
      (ID?.some(ID(rawValue: 1)) as any Sendable, "1"),
      (
        Boxed(id: ID(rawValue: 1), color: Color(red: 2), session: Session()),
        """
        CustomDumpTests.Boxed(
          id: 1,
          color: #2,
          session: CustomDumpTests.Session(user: "Blob")
        )
        """
      ),
    ] as [(any Sendable, String)]
  )
  func dump(_ value: any Sendable, _ expected: String) {
    #expect(String(customDumping: value) == expected)
    var text = ""
    customDump(value, to: &text)
    #expect(text == expected)
  }

  @Test func namesIndentsAndLimits() {
    var text = "> "
    let row = customDump(Row(id: 1), to: &text, name: "row", indent: 2)
    #expect(row == Row(id: 1))
    #expect(text == "> " + "  row: CustomDumpTests.Row(\n    id: 1,\n    name: \"Blob\"\n  )")
    for depth in [0, -1] {
      text = ""
      customDump(Row(id: 1), to: &text, maxDepth: depth)
      #expect(text.hasPrefix("CustomDumpTests.Row(…)"))
    }
    text = ""
    customDump(Row(id: 1), to: &text, maxDepth: 1)
    #expect(text.contains("Blob"))
    // Other values are not shortened.
    #expect(String(customDumping: Array(repeating: 0, count: 2_000)).hasSuffix("  [1999]: 0\n]"))
  }

  @Test func differences() {
    #expect(diff(1, 1) == nil)
    #expect(diff(1, 2) == "- 1\n+ 2")
    #expect(diff(1, 2, format: .proportional) == "\u{2212} 1\n+ 2")
    #expect(diff(ID(rawValue: 1), ID(rawValue: 2)) == "- 1\n+ 2")
    #expect(diff(Color(red: 1), Color(red: 2)) == "- #1\n+ #2")
    #expect(
      diff(
        [Row(id: 1), Row(id: 2)],
        [Row(id: 1), Row(id: 2, name: "")],
        format: .init(first: "<", second: ">", both: "=")
      )
        == """
        = [
        =   [0]: CustomDumpTests.Row(id: 1, …),
        =   [1]: CustomDumpTests.Row(
        =     id: 2,
        <     name: "Blob"
        >     name: ""
        =   )
        = ]
        """
    )
    // The differing values are not shown.
    let difference = diff(Session(token: "a"), Session(token: "b"))
    #expect(difference?.contains("Not equal but no difference detected") == true)
    #expect(difference?.contains("token") == false)
  }

  @Test func noDifference() {
    func messages(_ body: () -> Void) -> [String] { withCapturedIssues(body).map(\.message) }
    func failing() throws -> Int { throw Failure() }

    #expect(messages { expectNoDifference(1, 1) } == [])
    #expect(
      messages { expectNoDifference(1, 2, "Count") } == [
        "Count - Difference: …\n\n  \u{2212} 1\n  + 2\n\n(First: \u{2212}, Second: +)"
      ]
    )
    func compareWithError() { expectNoDifference(try failing(), 2) }
    #expect(messages(compareWithError) == ["Caught error: Failure()"])
    let issues = withCapturedIssues { expectNoDifference(1, 2) }
    #expect(issues.map(\.line) == [#line - 1])
  }

  @Test func expectedDifferences() async {
    var count = 0
    func issues(_ body: () async -> Void) async -> [String] { await withCapturedIssues(body).map(\.message) }
    let twoNotOne = "Difference: …\n\n  \u{2212} 2\n  + 1\n\n(Expected: \u{2212}, Actual: +)"

    #expect(withCapturedIssues { expectDifference(count, operation: { count += 1 }, changes: { $0 += 1 }) }.isEmpty)
    count = 0
    let wrong = withCapturedIssues { expectDifference(count, "Count", operation: { count += 1 }, changes: { $0 += 2 }) }
    #expect(wrong.map(\.message) == ["Count - \(twoNotOne)"])
    #expect(
      withCapturedIssues { expectDifference(count, operation: {}, changes: { _ in }) }.map(\.message)
        == ["No difference detected after applying changes."]
    )
    #expect(withCapturedIssues { expectDifference(count) { _ in } }.isEmpty)
    #expect(withCapturedIssues { expectDifference(count) { $0 = 2 } }.map(\.message) == [twoNotOne])
    #expect(
      await issues {
        await expectDifference(count) {
          await Task.yield()
          count += 1
        } changes: {
          $0 = 2
        }
      } == []
    )
    #expect(
      await issues { await expectDifference(count, operation: { throw Failure() }, changes: { $0 = 2 }) }
        == ["Caught error: Failure()"]
    )
  }
}
