import Testing

@testable import Dependencies

@Suite struct WithExpectedIssueTests {
  private let absence = "An issue was expected and none was reported."

  @Test func whatIsNotExpectedIsReportedWhereItHappened() async {
    let line = #line + 2
    let issues = await withCapturedIssues {
      withExpectedIssue {}
      await withExpectedIssue("Rows are checked") { await Task.yield() }
      withExpectedIssue(isIntermittent: true) {}
      await withExpectedIssue("Under load", isIntermittent: true) { await Task.yield() }
      await withExpectedIssue { await Task { reportIssue("Expected.") }.value }
      for isIntermittent in [false, true] {
        withExpectedIssue(isIntermittent: isIntermittent) {
          reportIssue("Expected.")
          reportIssue("Not expected.")
        } matching: {
          $0.message == "Expected."
        }
      }
    }
    let named = "An issue was expected and none was reported: Rows are checked"
    #expect(issues.map(\.message) == [absence, named, "Not expected.", "Not expected."])
    #expect(issues.map(\.line) == [0, 1, 8, 8].map { line + $0 })
  }

  @Test func errorsCountAsIssues() async {
    let issues = await withCapturedIssues {
      withExpectedIssue { throw Failure() }
      withExpectedIssue {
        throw Failure()
      } matching: {
        $0.message == "Caught error: Failure()"
      }
      await withExpectedIssue {
        await Task.yield()
        throw Failure()
      } matching: {
        $0.message == "Expected."
      }
    }
    #expect(issues.map(\.message) == ["Caught error: Failure()", absence])
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
}
