import Foundation
import Testing

@testable import Dependencies

@Suite struct IssueReporterTests {
  struct Recorder: IssueReporter {
    let messages: LockIsolated<[String]>
    var answer: String?
    var lastWords: LastWords?

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

  static func issue(_ message: String, _ severity: IssueSeverity = .error, line: UInt = 3) -> ReportedIssue {
    let location = IssueLocation(fileID: "M/F.swift", filePath: "/F.swift", line: line, column: 1)
    return ReportedIssue(message: message, severity: severity, location: location)
  }

  /// Asks for the reporters when it is released, as reporting an issue does.
  final class LastWords: Sendable { deinit { _ = IssueReporters.current } }

  @Test func reportersMayUseReportersWhileTheyGo() {
    let current = IssueReporters.current
    IssueReporters.current = current + [Recorder(messages: LockIsolated([]), lastWords: LastWords())]
    IssueReporters.current = current
    #expect(IssueReporters.current.count == current.count)
  }

  @Test func theReportersOfTheTaskReceiveTheIssuesOfAProgram() async {
    let (first, second) = (LockIsolated<[String]>([]), LockIsolated<[String]>([]))
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
}

@Suite struct IssueLogTests {
  private let printed = Log<String>()
  private let log: IssueLog

  init() { log = IssueLog { [printed] in printed.append($0) } }

  /// Otherwise a server would keep all messages.
  @Test func messagesAreForgottenBeyondANumber() {
    for number in 0...IssueLog.capacity { log.print(IssueReporterTests.issue("\(number)")) }
    #expect(printed.all.count == IssueLog.capacity + 1)
    log.print(IssueReporterTests.issue("\(IssueLog.capacity)"))
    #expect(printed.all.count == IssueLog.capacity + 1)
    log.print(IssueReporterTests.issue("0"))
    #expect(printed.all.count == IssueLog.capacity + 2)
  }

  @Test func eachMessageIsPrintedOnceForEachPlace() {
    for _ in 0..<3 {
      log.print(IssueReporterTests.issue("First."))
      log.print(IssueReporterTests.issue("Low on space.", .warning))
      log.print(IssueReporterTests.issue("First.", line: 4))
    }
    #expect(
      printed.all == [
        "M/F.swift:3:1: issue: First.\n", "M/F.swift:3:1: warning: Low on space.\n", "M/F.swift:4:1: issue: First.\n",
      ]
    )
  }
}
