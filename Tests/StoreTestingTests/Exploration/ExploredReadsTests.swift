import Testing

@testable import StoreTesting

@Suite struct ExploredReadsTests {
  @Reducer
  struct Reader {
    struct State: Equatable {
      var isRaised = false
      var answer: Bool?
    }
    enum Action: Equatable {
      case raised(Bool)
      case readButtonTapped
      case answered(Bool)
    }
    enum CancelID { case reading }

    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .raised(let isRaised): state.isRaised = isRaised
        case .readButtonTapped:
          return run { store in
            try await clock.sleep(for: .seconds(1))
            let isRaised = try store.isRaised
            try await clock.sleep(for: .seconds(1))
            try store.send(.answered(isRaised))
          }
          .cancellable(id: CancelID.reading, cancelInFlight: true)
        case .answered(let answer): state.answer = answer
        }
        return .none
      }
    }
  }

  private func explore(depth: Int) async -> ExplorationReport {
    await exploreStates(of: Reader.State(), within: ExplorationBounds(depth: depth)) {
      Reader()
    } actions: { state in
      if state.answer == nil {
        Reader.Action.readButtonTapped
        Reader.Action.raised(!state.isRaised)
      }
    }
  }

  /// Two stories come to the same state and the same sleep; what the effect has read differs.
  @Test func whatAnEffectHasReadIsPartOfThePoint() async {
    #expect(await explore(depth: 6).points == 18)
  }

  @Test func anActionThatIsPossibleOnlyAtTheEndOfStoriesWasNeverSent() async {
    let report = await explore(depth: 1)
    let text = "Actions that were never sent: ExploredReadsTests.Reader.Action.raised(false)."
    #expect(report.description.hasSuffix(text))
  }
}
