import Foundation
import Testing

@testable import Dependencies

@Suite struct ReportIssueTests {
  @Test func issuesFailTheTestAtTheCallersLine() {
    let line = #line + 2
    withKnownIssue {
      reportIssue("There is no row with the id 42.")
    } matching: { issue in
      issue.comments.map(\.rawValue) == ["There is no row with the id 42."]
        && issue.sourceLocation?.fileID == #fileID && issue.sourceLocation?.line == line
        && issue.sourceLocation?.column == 18
    }
  }

  @Test func anIssueIsRecordedOnce() {
    let count = LockIsolated(0)
    withKnownIssue {
      reportIssue("There is no row with the id 42.")
    } matching: { _ in
      count.withValue { $0 += 1 }
      return true
    }
    #expect(count.value == 1)
  }

  @Test func placesThatWereNotedEarlierAreReported() {
    let location = IssueLocation(fileID: "Feature/Row.swift", filePath: "/Feature/Row.swift", line: 7, column: 3)
    withKnownIssue {
      reportIssue("Lost.", at: location)
    } matching: { issue in
      issue.sourceLocation?.fileID == "Feature/Row.swift" && issue.sourceLocation?.line == 7
        && issue.sourceLocation?.column == 3
    }
  }

  @Test func placesThatDoNotExistAreReportedAllTheSame() {
    withKnownIssue {
      reportIssue("Nowhere.", fileID: "", filePath: "", line: 0, column: 0)
    } matching: { issue in
      issue.comments.map(\.rawValue) == ["Nowhere."] && issue.sourceLocation?.fileID == "Unknown/Unknown.swift"
    }
  }

  @Test func issuesOfChildTasksFailTheTest() async {
    await withKnownIssue {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<10 { group.addTask { reportIssue("From a child task.") } }
      }
      await Task { reportIssue("From a child task.") }.value
    } matching: {
      $0.comments.first?.rawValue == "From a child task."
    }
  }

  @Test func errorsAreReportedWithWhatWasBeingDone() {
    let line = #line + 2
    let issues = withCapturedIssues {
      reportIssue(Failure())
      reportIssue(Failure(), "while saving")
    }
    #expect(issues.map(\.message) == ["Caught error: Failure()", "Caught error: Failure(): while saving"])
    #expect(issues[0].description == "DependenciesTests/ReportIssueTests.swift:\(line): Caught error: Failure()")
  }
}

@Suite struct IssueLogTests {
  /// Otherwise a server would keep all messages.
  @Test func messagesAreForgottenBeyondANumber() {
    let printed = Log<String>()
    let log = IssueLog { printed.append($0) }
    let location = IssueLocation(fileID: "A/B.swift", filePath: "/A/B.swift", line: 1, column: 5)
    for number in 0...IssueLog.capacity {
      log.print(ReportedIssue(message: "\(number)", location: location))
    }
    #expect(printed.all.count == IssueLog.capacity + 1)
    log.print(ReportedIssue(message: "\(IssueLog.capacity)", location: location))
    #expect(printed.all.count == IssueLog.capacity + 1)
    log.print(ReportedIssue(message: "0", location: location))
    #expect(printed.all.count == IssueLog.capacity + 2)
  }

  @Test func eachMessageIsPrintedOnceForEachPlace() {
    let printed = Log<String>()
    let log = IssueLog { printed.append($0) }
    func issue(_ message: String, line: UInt) -> ReportedIssue {
      ReportedIssue(
        message: message,
        location: IssueLocation(fileID: "A/B.swift", filePath: "/A/B.swift", line: line, column: 5)
      )
    }
    for _ in 0..<3 {
      log.print(issue("First.", line: 1))
      log.print(issue("Second.", line: 1))
      log.print(issue("First.", line: 2))
    }
    #expect(
      printed.all == [
        "A/B.swift:1:5: issue: First.\n", "A/B.swift:1:5: issue: Second.\n", "A/B.swift:2:5: issue: First.\n",
      ]
    )
  }
}
