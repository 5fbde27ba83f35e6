import Testing

@testable import Dependencies

@Suite struct ReportIssueTests {
  @Test func issuesFailTheTestOnceAtTheCallersLine() {
    let line = #line + 3
    let count = LockIsolated(0)
    withKnownIssue {
      reportIssue("There is no row with the id 42.")
    } matching: { issue in
      count.withValue { $0 += 1 }
      return issue.comments.map(\.rawValue) == ["There is no row with the id 42."]
        && issue.sourceLocation?.fileID == #fileID && issue.sourceLocation?.line == line
        && issue.sourceLocation?.column == 18
    }
    #expect(count.value == 1)
    #expect(isTesting)
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

  @Test(arguments: [nil, "https://example.com/swift-store/"]) func theArticleIsNamed(site: String?) {
    let sentence = #"See "State in effects" in the documentation of Store."#
    let address = site.map { "\n\($0)documentation/store/stateineffects" } ?? ""
    #expect(IssueArticle.stateInEffects.description(site: site) == sentence + address)
    #expect(IssueArticle.site?.hasSuffix("/") != false)
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

  @Test func warningsFailNoTest() { reportIssue("A warning, printed by a test of warnings.", severity: .warning) }

  @Test func errorsAndIssuesWithoutAMessageAreReported() async {
    let line = #line + 2
    let issues = await withCapturedIssues {
      reportIssue(Failure())
      reportIssue(Failure(), "Saving", severity: .warning)
      reportIssue()
      reportIssue(nil)
      // Within `#expect`, Swift 6.3 would pass the message of the call before.
      let none: Int? = withErrorReporting { throw Failure() }
      let count: Int? = await withErrorReporting("Loading") {
        await Task.yield()
        throw Failure()
      }
      #expect(none == nil && count == nil)
      #expect(withErrorReporting { 1 } == 1)
      #expect(await withErrorReporting(to: []) { await Task { 1 }.value } == 1)
    }
    #expect(
      issues.map(\.message) == [
        "Caught error: Failure()", "Caught error: Failure(): Saving", "Issue reported", "Issue reported",
        "Caught error: Failure()", "Caught error: Failure(): Loading",
      ]
    )
    #expect(issues.map(\.line) == [0, 1, 2, 3, 5, 6].map { line + $0 })
    #expect(issues.map(\.severity) == [.error, .warning, .error, .error, .error, .error])
    #expect(IssueSeverity.warning < .error)
    #expect(issues[0].description == "DependenciesTests/ReportIssueTests.swift:\(line): Caught error: Failure()")
  }
}
