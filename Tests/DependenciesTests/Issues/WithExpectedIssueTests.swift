import Testing

@testable import Dependencies

@Suite struct WithExpectedIssueTests {
  @Test func expectedIssuesAreSwallowed() async {
    withExpectedIssue { reportIssue("Expected.") }
    await withExpectedIssue {
      await Task.yield()
      await Task { reportIssue("Expected.") }.value
    }
  }

  @Test func theAbsenceOfAnIssueIsReported() async throws {
    let line = #line + 2
    let issues = await withCapturedIssues {
      withExpectedIssue {}
      await withExpectedIssue("Rows are checked") { await Task.yield() }
    }
    #expect(
      issues.map(\.message) == [
        "An issue was expected and none was reported.",
        "An issue was expected and none was reported: Rows are checked",
      ]
    )
    #expect(issues.map(\.line) == [line, line + 1])
  }

  @Test func otherIssuesAreReportedWhereTheyHappened() {
    let line = #line + 4
    let issues = withCapturedIssues {
      withExpectedIssue {
        reportIssue("Expected.")
        reportIssue("Not expected.")
      } matching: {
        $0.message == "Expected."
      }
    }
    #expect(issues.map(\.message) == ["Not expected."])
    #expect(issues.map(\.line) == [line])
  }

  @Test func issuesThatComeTooLateAreReportedAsUsual() async {
    let line = #line + 7
    await withKnownIssue {
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      var task: Task<Void, Never>?
      withExpectedIssue {
        task = Task {
          for await _ in stream {}
          reportIssue("Late.")
        }
        reportIssue("Expected.")
      }
      continuation.finish()
      await task?.value
    } matching: {
      $0.comments.contains("Late.") && $0.sourceLocation?.line == line
    }
  }

  @Test func errorsCountAsIssues() async {
    let line = #line + 5
    let issues = await withCapturedIssues {
      withExpectedIssue { throw Failure() }
      await withExpectedIssue {
        await Task.yield()
        throw Failure()
      } matching: {
        $0.message == "Expected."
      }
      withExpectedIssue {
        throw Failure()
      } matching: {
        $0.message == "Caught error: Failure()"
      }
    }
    #expect(issues.map(\.message).first == "Caught error: Failure()")
    #expect(issues.dropFirst().map(\.message) == ["An issue was expected and none was reported."])
    #expect(issues.map(\.line) == [line - 2, line - 2])
  }

  @Test func intermittentIssuesNeedNotCome() async {
    let issues = await withCapturedIssues {
      withExpectedIssue(isIntermittent: true) {}
      await withExpectedIssue("Under load", isIntermittent: true) { await Task.yield() }
      withExpectedIssue(isIntermittent: true) {
        reportIssue("Expected.")
        reportIssue("Not expected.")
      } matching: {
        $0.message == "Expected."
      }
    }
    #expect(issues.map(\.message) == ["Not expected."])
  }
}
