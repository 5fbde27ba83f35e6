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
  }

  @Test func theStoryOfAFailureFailsInTheSameWay() async throws {
    let first = await reported { await search(cancelsOlder: false) }
    let again = await reported { await search("s0 s1 a0.0", cancelsOlder: false) }
    #expect(again.count == 1)
    let message = try #require(again.first?.message)
    #expect(first.first?.message.hasPrefix(message) == true)
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

  private func count(_ server: ModeledValue<Int>) async -> ExplorationReport {
    await exploreStates(of: SharedCounter.State(), within: ExplorationBounds(depth: 8, actions: 2, time: .seconds(600)))
    {
      SharedCounter()
    } withDependencies: {
      $0[CounterClient.self] = CounterClient {
        _ = await choose("read", ())
        return server.value
      } write: { value in
        _ = await choose("write \(value)", ())
        server.withValue { $0 = value }
      }
    } actions: { _ in
      SharedCounter.Action.tapped
    } whenSettled: { state in
      #expect(server.value == state.taps)
    }
  }

  @Test func aLostUpdateIsFoundByComparingWithTheServer() async throws {
    let server = ModeledValue(0)
    let failures = await reported {
      // Both effects have read the value before one of them has written it.
      let story = await count(server).counterexample?.story
      #expect(story == "s0 a0.0 s0 a1.0 a0.0 a0.0", "\(story ?? "")")
    }
    let message = try #require(failures.first?.message)
    #expect(message.contains("Expectation failed: (server.value → 1) == (state.taps → 2)"), "\(message)")
    // The value belongs to the stories only.
    #expect(server.value == 0)
  }

  private func save(stopsWaiting: Bool) async -> ExplorationReport {
    await exploreStates(of: SlowSave.State(), within: .patient) {
      SlowSave(stopsWaiting: stopsWaiting)
    } withDependencies: {
      $0[SearchClient.self].search = { try await choose($0, .success("")) }
    } actions: { _ in
      SlowSave.Action.saveButtonTapped
    } whenSettled: { state in
      #expect(["", "Saved"].contains(state.text))
    }
  }

  @Test func aRaceOfTheClockAndAnAnswerIsFound() async throws {
    let failures = await reported {
      #expect(await save(stopsWaiting: false).counterexample?.story == "s0 a0.0 c")
    }
    let message = try #require(failures.first?.message)
    #expect(failures.count == 1)
    #expect(message.hasPrefix("\"whenSettled\" does not hold."))
    #expect(message.contains("3. The clock moves on by 1.5 s\n   Receive SlowSave.Action.isSlow\n"))
    let report = await save(stopsWaiting: true)
    #expect(report.isComplete && report.points == 6 && report.settledPoints == 2, "\(report)")
  }

  private func poll(_ story: String? = nil, mayBeDone: Bool) async -> ExplorationReport {
    await exploreStates(replaying: story, of: Polling.State(), within: .patient) {
      Polling()
    } withDependencies: {
      $0[CounterClient.self].read = { mayBeDone ? await choose("read", 0, 1) : await choose("read", 0) }
    } actions: { _ in
      Polling.Action.start
    } eventually: {
      !$0.asks
    }
  }

  @Test func aLivelockIsFound() async throws {
    let failures = await reported { #expect(await poll(mayBeDone: false).counterexample?.story == "s0") }
    #expect(failures.count == 1)
    let message = try #require(failures.first?.message)
    #expect(
      message.hasPrefix("\"eventually\" does not hold.\n\nFrom here no settled point with the property can be reached")
    )
    #expect(message.contains("waiting for an answer to \"read\""))
    #expect(await reported { _ = await poll("s0", mayBeDone: false) }.count == 1)
    let report = await poll(mayBeDone: true)
    #expect(report.isComplete && report.undecidedPoints == 0, "\(report)")
  }
}
