import Dependencies
import StoreTesting
import Testing

/// The messages that the documentation quotes, from tests that fail as it says, and what its programs print.
enum Failures {
  static func messages() async -> [String] {
    var messages = await ofReadme()
    messages += await ofTesting()
    messages += await ofThinking()
    messages += await ofEffects()
    messages += await ofComposing()
    messages += await ofDependencies()
    messages += await ofBindings()
    messages += await ofNavigation()
    messages += await ofObservation()
    messages += await ofExploring()
    return messages
  }

  /// Those of README.md and of the article about explorations.
  private static func ofReadme() async -> [String] {
    await withCapturedIssues {
      let store = TestStore(initialState: Stopwatch.State()) {
        Stopwatch()
      } withDependencies: {
        $0.continuousClock = TestClock()
      }
      await store.send(.startButtonTapped)
      await store.send(.stopButtonTapped) {
        $0.isRunning = false
      }
      await exploreStates(of: Suggestions.State()) {
        Suggestions()
      } withDependencies: {
        $0[TitleClient.self].titles = { try await choose("titles \($0)", .success(["All about \($0)"])) }
      } actions: { _ in
        Suggestions.Action.queryChanged("a")
        Suggestions.Action.queryChanged("ab")
      } always: { state in
        #expect(state.titles.isEmpty || state.titles == ["All about \(state.query)"])
      }
      await GettingStarted.fail()
    }
    .map(\.message) + printed()
  }

  /// What programs of the documentation print.
  private static func printed() async -> [String] {
    await withDependencies {
      $0.context = .live
    } operation: {
      [await GettingStarted.main().joined(separator: "\n")]
    }
  }
}
