import Testing

@testable import Dependencies

@Suite struct WithExpectedIssueTests {
  struct Failure: Error {}

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

  @Test func errorsAreThrownAndIssuesStillChecked() async {
    let issues = await withCapturedIssues {
      #expect(throws: Failure.self) {
        try withExpectedIssue {
          reportIssue("Expected.")
          throw Failure()
        }
      }
      await #expect(throws: Failure.self) {
        try await withExpectedIssue {
          await Task.yield()
          throw Failure()
        }
      }
    }
    #expect(issues.map(\.message) == ["An issue was expected and none was reported."])
  }
}
