import StoreTesting
import Testing

/// Failures are reported to Swift Testing, at the right line.
@Suite struct SwiftTestingTests {
  @Test func failuresFailTheTestAtTheCallersLine() async {
    let line = #line + 4
    await withKnownIssue {
      let store = TestStore(initialState: Feature.State()) { Feature() }
      // As everywhere in Swift, the place of a call is its last line.
      await store.send(.increment) { $0.count = 2 }
      await store.receive(\.tick)
    } matching: { issue in
      guard let location = issue.sourceLocation, let message = issue.comments.first?.rawValue else { return false }
      return location.fileID == #fileID
        && (location.line == line && message.hasPrefix("A state change does not match expectation.")
          || location.line == line + 1 && message.hasPrefix("Expected to receive an action of the case \\.tick"))
    }
  }

  /// `#require` records its failure before it throws.
  @Test func requirementsAreReportedOnce() async {
    let issues = Log<String>()
    await withKnownIssue {
      let store = TestStore(initialState: 0) {
        Reduce<Int, Int> { state, action in
          state = action
          return action == 1 ? .send(2) : .run { _ in try #require(action == 3) }
        }
      }
      await store.send(1) {
        try #require($0 == -1)
        $0 = 1
      }
      await store.receive(2) {
        try #require($0 == -2)
        $0 = 2
      }
      await store.finish()
      store.assert { try #require($0 == -3) }
      withErrorReporting { try #require(store.state == -4) }
    } matching: { issue in
      issues.append("\(issue.comments.first?.rawValue ?? "\(issue.kind)".prefix(17) + "")")
      return true
    }
    #expect(issues.all == Array(repeating: "Expectation faile", count: 5))
  }

  @Test func whatIsLeftFailsTheTestWhereTheStoreWasMade() async {
    let line = #line + 2
    await withKnownIssue {
      let store = TestStore(initialState: Feature.State()) { Feature() }
      await store.send(.incrementLater)
    } matching: { issue in
      issue.sourceLocation?.fileID == #fileID && issue.sourceLocation?.line == line
        && issue.comments.first?.rawValue.hasPrefix("The store received 1 unexpected action.") == true
    }
  }

  @MainActor @Test func failuresAreReportedFromTheMainActor() async {
    let line = #line + 3
    await withKnownIssue {
      let store = TestStore(initialState: Feature.State()) { Feature() }
      await store.send(.increment)
    } matching: { issue in
      issue.sourceLocation?.line == line
    }
  }

  /// Effects report from tasks of their own, which run on the thread that runs the executor's jobs.
  @Test func failuresOfEffectsAreReported() async {
    await withKnownIssue {
      let store = TestStore(initialState: 0) {
        Reduce<Int, Bool> { _, _ in
          .run { _ in
            await Task.detached {}.value
            throw Failure()
          }
        }
      }
      await store.send(true)
      await store.finish()
    } matching: { issue in
      issue.comments.first?.rawValue.hasPrefix("An effect threw an error that nothing handles.") == true
    }
  }
}
