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
    #expect(message.contains("The story:\n\n1. Send WebSearch.Action.queryChanged(\"a\")\n"))
    #expect(message.contains("ExploreStatesTests.swift:\(Self.lineOfSearch + 10): Expectation failed:"))
    #expect(
      message.contains(
        """
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
      #expect(report.isComplete && report.depth == 3)
      #expect([report.points, report.settledPoints, report.transitions] == [19, 5, 66])
    }
    #expect(shown.all.count == 1)
    #expect(shown.all.first?.contains("Explored 19 points, 5 of them settled, by 66 transitions") == true)
    #expect(shown.all.first?.hasSuffix("The longest stories have 3 steps. That is all there is.") == true)
  }

  @Test func aLivelockIsFound() async throws {
    /// Explores a feature that asks repeatedly for as long as the answer is no.
    func poll(_ story: String? = nil, mayBeDone: Bool) async -> (report: ExplorationReport, messages: [String]) {
      await explore(replaying: story, from: false, actions: { $0 ? [] : [0] }, eventually: { !$0 }) { asks, answer in
        asks = answer == 0
        return asks ? .run { send in await send(mayBeDone ? choose("read", 0, 1) : choose("read", 0)) } : .none
      }
    }
    let (report, messages) = await poll(mayBeDone: false)
    #expect(report.counterexample?.story == "s0" && messages.count == 1)
    let message = try #require(messages.first)
    let start = "\"eventually\" does not hold.\n\nFrom here no settled point with the property can be reached"
    #expect(message.hasPrefix(start) && message.contains("waiting for an answer to \"read\""), "\(message)")
    #expect(await poll("s0", mayBeDone: false).messages.count == 1)
    let sound = await poll(mayBeDone: true).report
    #expect(sound.isComplete && sound.undecidedPoints == 0, "\(sound)")
  }
}
