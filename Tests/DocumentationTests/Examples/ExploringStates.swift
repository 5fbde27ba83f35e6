import StoreTesting
import Testing

/// Forgets that favorites may come last.
// #include ExploringStates.md: struct Bookcase

@Suite struct ExploringStatesExamples {
  // #include ExploringStates.md: func anOlderAnswerIsNotShown

  @Test func favoritesAreShownInOneOrder() async {
    let store = TestStore(initialState: Bookcase.State()) { Bookcase() }
    store.exhaustivity = .off
    await store.send(.appeared)
    await store.skipReceivedActions()
    store.assert { $0.favoriteTitles = ["Dune"] }
  }

  @Test func favoritesAreShownInEveryOrder() async {
    await withExpectedIssue {
      // #include ExploringStates.md: await exploreSchedules(
    }
  }

  @Test(arguments: [ScheduleExploration.random(100), .priorities(100, bugDepth: 2), .order([1])])
  func otherWaysFindItToo(_ schedules: ScheduleExploration) async {
    await withExpectedIssue {
      await exploreSchedules(schedules) {
        let store = TestStore(initialState: Bookcase.State()) { Bookcase() }
        store.exhaustivity = .off
        await store.send(.appeared)
        await store.skipReceivedActions()
        store.assert { $0.favoriteTitles = ["Dune"] }
      }
    }
  }

  @Test func theOrderIsRunAgain() async {
    await withExpectedIssue {
      let store = TestStore(initialState: Bookcase.State(), schedule: .order([1])) { Bookcase() }
      store.exhaustivity = .off
      await store.send(.appeared)
      await store.skipReceivedActions()
      store.assert { $0.favoriteTitles = ["Dune"] }
    }
  }
}

extension Failures {
  /// Those of the article about explorations.
  static func ofExploring() async -> [String] {
    await withCapturedIssues {
      await exploreSchedules(.exhaustive(upTo: 10_000)) {
        let store = TestStore(initialState: Bookcase.State()) { Bookcase() }
        store.exhaustivity = .off
        await store.send(.appeared)
        await store.skipReceivedActions()
        store.assert { $0.favoriteTitles = ["Dune"] }
      }
    }
    .map(\.message)
  }
}
