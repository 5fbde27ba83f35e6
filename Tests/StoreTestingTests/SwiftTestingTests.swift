import StoreTesting
import Testing

/// That failures get to Swift Testing, at the right line.
@Suite struct SwiftTestingTests {
  @Test func failuresFailTheTestAtTheCallersLine() async {
    let line = #line + 6
    await withKnownIssue {
      let store = TestStore(initialState: Feature.State()) {
        Feature()
      }
      // The last line of the call counts, as everywhere in Swift.
      await store.send(.increment) { $0.count = 2 }
      await store.receive(\.tick)
    } matching: { issue in
      guard let location = issue.sourceLocation, let message = issue.comments.first?.rawValue else { return false }
      return location.fileID == #fileID
        && (location.line == line && message.hasPrefix("A state change does not match expectation.")
          || location.line == line + 1 && message.hasPrefix("Expected to receive an action of the case \\.tick"))
    }
  }

  @Test func whatIsLeftFailsTheTestWhereTheStoreWasMade() async {
    let line = #line + 2
    await withKnownIssue {
      let store = TestStore(initialState: Feature.State()) {
        Feature()
      }
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

  /// What effects report comes from tasks of their own, run by whoever pumps them.
  @Test func failuresOfEffectsAreReported() async {
    struct Failure: Error {}
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
