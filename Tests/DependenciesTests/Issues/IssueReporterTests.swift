import Foundation
import Testing

@testable import Dependencies

@Suite struct IssueReporterTests {
  struct Recorder: IssueReporter {
    let messages: LockIsolated<[String]>
    var answer: String?

    func reportIssue(
      _ message: @autoclosure () -> String?,
      fileID: StaticString,
      filePath: StaticString,
      line: UInt,
      column: UInt
    ) {
      let message = message() ?? ""
      messages.withValue { $0.append("\(line): \(message)") }
      if let answer { IssueRouting.pass(issue(answer), to: IssueReporters.current) }
    }
  }

  static func issue(_ message: String, _ severity: IssueSeverity = .error) -> ReportedIssue {
    let location = IssueLocation(fileID: "M/F.swift", filePath: "/F.swift", line: 3, column: 1)
    return ReportedIssue(message: message, severity: severity, location: location)
  }

  private final class LastWords: IssueReporter {
    func reportIssue(
      _ message: @autoclosure () -> String?,
      fileID: StaticString,
      filePath: StaticString,
      line: UInt,
      column: UInt
    ) {}

    // It asks for the reporters, as reporting an issue does.
    deinit { _ = IssueReporters.current }
  }

  @Test func reportersMayUseReportersWhileTheyGo() {
    let current = IssueReporters.current
    IssueReporters.current = current + [LastWords()]
    IssueReporters.current = current
    #expect(IssueReporters.current.count == current.count)
  }

  @Test func theReportersOfTheTaskReceiveTheIssuesOfAProgram() async {
    let first = LockIsolated<[String]>([])
    let second = LockIsolated<[String]>([])
    func report(_ message: String) { IssueRouting.pass(Self.issue(message), to: IssueReporters.current) }

    withIssueReporters([Recorder(messages: first), Recorder(messages: second)]) { report("both") }
    await withIssueReporters([Recorder(messages: first)]) {
      await Task { report("task") }.value
      withIssueReporters(IssueReporters.current + [Recorder(messages: second)]) { report("more") }
      withIssueReporters([]) { report("nobody") }
    }
    // Issues that a reporter reports are not passed to it again.
    withIssueReporters([Recorder(messages: first, answer: "Printed by a test of reporters.")]) { report("once") }
    #expect(first.value == ["3: both", "3: task", "3: more", "3: once"])
    #expect(second.value == ["3: both", "3: more"])
    #expect(IssueReporters.current.count == 1)
  }

  @Test func withoutAMessage() {
    let issues = withCapturedIssues {
      reportIssue()
      reportIssue(nil)
      reportIssue("Low on space.", severity: .warning)
      reportIssue(Failure(), "Saving", severity: .warning)
    }
    #expect(
      issues.map(\.message) == ["Issue reported", "Issue reported", "Low on space.", "Caught error: Failure(): Saving"]
    )
    #expect(issues.map(\.severity) == [.error, .error, .warning, .warning])
    #expect(IssueSeverity.warning < .error)
  }

  @Test func warningsFailNoTest() {
    reportIssue("A warning, printed by a test of warnings.", severity: .warning)
    let printed = LockIsolated("")
    let log = IssueLog { text in printed.setValue(text) }
    log.print(Self.issue("Low on space.", .warning))
    #expect(printed.value == "M/F.swift:3:1: warning: Low on space.\n")
  }

  @Test func errorsAreReported() async {
    let line = #line + 2
    let issues = await withCapturedIssues {
      #expect(withErrorReporting { throw Failure() } as Int? == nil)
      let count: Int? = await withErrorReporting("Loading") {
        await Task.yield()
        throw Failure()
      }
      #expect(count == nil)
      #expect(withErrorReporting { 1 } == 1)
      #expect(await withErrorReporting(to: []) { await Task { 1 }.value } == 1)
    }
    #expect(issues.map(\.message) == ["Caught error: Failure()", "Caught error: Failure(): Loading"])
    #expect(issues.map(\.line) == [line, line + 1])
  }

  @Test func thisIsATest() {
    #expect(isTesting)
  }
}
