import Testing

@testable import StoreTesting

@Suite struct ExploreStatesTests {
  @discardableResult
  private func search(_ story: String? = nil, cancelsOlder: Bool) async -> ExplorationReport {
    await exploreStates(replaying: story, of: WebSearch.State(), within: .patient) {
      WebSearch(cancelsOlder: cancelsOlder)
    } withDependencies: {
      $0[SearchClient.self].search = { query in
        try await choose("search \(query)", .success("results for \(query)"), .failure(WebSearch.Failure()))
      }
    } actions: { _ in
      WebSearch.Action.queryChanged("a")
      WebSearch.Action.queryChanged("ab")
    } always: { state in
      #expect(["", "results for \(state.query)"].contains(state.result))
    } whenSettled: { state in
      #expect(!state.isLoading)
    }
  }
  private static let lineOfSearch = #line - 15

  @Test func aStaleAnswerIsFoundWithTheShortestStory() async throws {
    let shown = Log<String>()
    let failures = await SkippedAssertion.$receiver.withValue({ shown.append($0) }) {
      await reported {
        let counterexample = await search(cancelsOlder: false).counterexample
        #expect(counterexample?.story == "s0 s1 a0.0")
      }
    }
    #expect(failures.map(\.line) == [Self.lineOfSearch])
    let message = try #require(failures.first?.message)
    #expect(message.hasPrefix("\"always\" does not hold.\n\n"))
    #expect(message.contains("ExploreStatesTests.swift:\(Self.lineOfSearch + 10): Expectation failed:"))
    #expect(
      message.contains(
        """
        The story:

        1. Send WebSearch.Action.queryChanged("a")
                 WebSearch.State(
               -   query: "",
               +   query: "a",
                   result: "",
               -   isLoading: false
               +   isLoading: true
                 )
        2. Send WebSearch.Action.queryChanged("ab")
                 WebSearch.State(
               -   query: "a",
               +   query: "ab",
                   result: "",
                   isLoading: true
                 )
        3. "search a" answers .success("results for a")
           Receive WebSearch.Action.response("results for a")
                 WebSearch.State(
                   query: "ab",
               -   result: "",
               +   result: "results for a",
               -   isLoading: true
               +   isLoading: false
                 )

        Effects that run at its end:

        """
      ),
      "\(message)"
    )
    #expect(message.contains("add 'replaying: \"s0 s1 a0.0\"' to the call of \"exploreStates\"."))
    #expect(shown.all.count == 1)
    let again = await reported { await search("s0 s1 a0.0", cancelsOlder: false) }
    #expect(again.count == 1 && message.hasPrefix(again[0].message))
    #expect(await reported { await search("s0 s1 a0.0", cancelsOlder: true) }.isEmpty)
  }

  @Test(arguments: ["s2", "a0.0", "s0 a0.2", "s0 c", "s", "a1", "x", "s0 s1 a0.0.0"])
  func storiesThatDoNotFitAreReported(story: String) async {
    let failures = await reported { await search(story, cancelsOlder: true) }
    #expect(failures.count == 1)
    let number = story.split(separator: " ").count
    #expect(failures.first?.message.hasPrefix("The story can't be run: step \(number), ") == true)
    #expect(failures.first?.message.contains("Steps that can be made: ") == true)
  }

  @Test func whatIsRightIsCovered() async {
    let shown = Log<String>()
    await SkippedAssertion.$receiver.withValue({ shown.append($0) }) {
      let report = await search(cancelsOlder: true)
      #expect(report.isComplete)
      #expect(report.points == 19)
      #expect(report.settledPoints == 5)
      #expect(report.transitions == 66)
      #expect(report.depth == 3)
    }
    #expect(shown.all.count == 1)
    #expect(shown.all.first?.contains("Explored 19 points, 5 of them settled, by 66 transitions") == true)
    #expect(shown.all.first?.hasSuffix("The longest stories have 3 steps. That is all there is.") == true)
  }

  /// Both effects have read the value before one of them has written it.
  @Test func aLostUpdateIsFoundByComparingWithTheServer() async throws {
    let server = ModeledValue(0)
    let bounds = ExplorationBounds(depth: 8, actions: 2, time: .seconds(600))
    let (report, messages) = await explore(from: 0, within: bounds) { _ in
      [0]
    } whenSettled: { taps in
      #expect(server.value == taps)
    } _: { taps, action in
      guard action == 0 else { return .none }
      taps += 1
      return .run { send in
        _ = await choose("read", ())
        let value = server.value + 1
        _ = await choose("write \(value)", ())
        server.withValue { $0 = value }
        await send(1)
      }
    }
    #expect(report.counterexample?.story == "s0 a0.0 s0 a1.0 a0.0 a0.0")
    let message = try #require(messages.first)
    #expect(message.contains("Expectation failed: (server.value → 1) == (taps → 2)"), "\(message)")
    // The value belongs to the stories only.
    #expect(server.value == 0)
  }

  private struct Saving: Equatable {
    var text = ""
    var isSaving = false
  }

  private enum SaveAction { case saveButtonTapped, saved, isSlow }

  /// Explores a save button that tells the user when the server takes long. Its thanks overwrite any other text.
  private func save(stopsWaiting: Bool) async -> (report: ExplorationReport, messages: [String]) {
    await explore(from: Saving()) { _ in
      [SaveAction.saveButtonTapped]
    } whenSettled: { state in
      #expect(["", "Saved"].contains(state.text))
    } _: { state, action in
      @Dependency(\.continuousClock) var clock
      switch action {
      case .saveButtonTapped:
        guard !state.isSaving else { return .none }
        state = Saving(text: "Saving", isSaving: true)
        return .merge(
          .run { send in
            _ = await choose("save", ())
            await send(.saved)
          },
          .run { [clock] send in
            try await clock.sleep(for: .milliseconds(1_500))
            await send(.isSlow)
          }
          .cancellable(id: 0, cancelInFlight: true)
        )
      case .saved:
        state = Saving(text: "Saved")
        return stopsWaiting ? .cancel(id: 0) : .none
      case .isSlow:
        state.text = "This takes long"
        return .none
      }
    }
  }

  @Test func aRaceOfTheClockAndAnAnswerIsFound() async throws {
    let (report, messages) = await save(stopsWaiting: false)
    #expect(report.counterexample?.story == "s0 a0.0 c")
    #expect(messages.count == 1)
    let message = try #require(messages.first)
    #expect(message.hasPrefix("\"whenSettled\" does not hold."))
    #expect(message.contains("3. The clock moves on by 1.5 s\n"), "\(message)")
    let sound = await save(stopsWaiting: true).report
    #expect(sound.isComplete && sound.points == 6 && sound.settledPoints == 2, "\(sound)")
  }

  /// Explores a feature that asks repeatedly for as long as the answer is no.
  private func poll(
    _ story: String? = nil,
    mayBeDone: Bool
  ) async -> (report: ExplorationReport, messages: [String]) {
    await explore(replaying: story, from: false) { asks in
      asks ? [] : [0]
    } eventually: { asks in
      !asks
    } _: { asks, answer in
      asks = answer == 0
      return asks ? .run { send in await send(mayBeDone ? choose("read", 0, 1) : choose("read", 0)) } : .none
    }
  }

  @Test func aLivelockIsFound() async throws {
    let (report, messages) = await poll(mayBeDone: false)
    #expect(report.counterexample?.story == "s0")
    #expect(messages.count == 1)
    let message = try #require(messages.first)
    #expect(
      message.hasPrefix("\"eventually\" does not hold.\n\nFrom here no settled point with the property can be reached")
    )
    #expect(message.contains("waiting for an answer to \"read\""))
    #expect(await poll("s0", mayBeDone: false).messages.count == 1)
    let sound = await poll(mayBeDone: true).report
    #expect(sound.isComplete && sound.undecidedPoints == 0, "\(sound)")
  }
}
