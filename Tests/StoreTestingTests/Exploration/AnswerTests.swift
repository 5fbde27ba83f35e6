import Testing

@testable import StoreTesting

@Suite struct AnswerTests {
  private func makeStore(cancelsOlder: Bool = false) -> TestStoreOf<WebSearch> {
    TestStore(initialState: WebSearch.State()) {
      WebSearch(cancelsOlder: cancelsOlder)
    } withDependencies: {
      $0[SearchClient.self].search = { query in
        try await choose("search \(query)", .success(query), .failure(WebSearch.Failure()), .never)
      }
    }
  }

  @Test func callsOfOneNameAreAnsweredInAnyOrder() async {
    let store = makeStore()
    store.exhaustivity = .off
    for _ in 1...2 { await store.send(.queryChanged("a")) }
    let line = #line + 1
    let failures = await reported { await store.answer("search a", at: 2) }
    #expect(failures.map(\.line) == [line])
    let start = "No call 2 waits under the name \"search a\", counted from 0: there are 2. None was answered."
    #expect(failures.first?.message.hasPrefix(start) == true)
    await store.answer("search a", at: 1, with: 1)
    await store.receive(.failed)
    await store.answer("search a")
    await store.receive(.response("a"))
  }

  @Test func cancelledCallsThrow() async {
    let store = makeStore(cancelsOlder: true)
    await store.send(.queryChanged("a")) { $0 = WebSearch.State(query: "a", isLoading: true) }
    await store.answer("search a", with: 2)
    await store.send(.queryChanged("b")) { $0.query = "b" }
    let failures = await reported { await store.answer("search a") }
    #expect(failures.first?.message.contains("These calls wait:\n\n  • \"search b\"") == true)
    await store.answer("search b")
    await store.receive(.response("b")) {
      $0.result = "b"
      $0.isLoading = false
    }
  }

  @Test func mistakesAreReported() async {
    let store = makeStore()
    store.exhaustivity = .off
    let line = #line + 2
    let failures = await reported {
      await store.answer("search a")
      await store.send(.queryChanged("a"))
      await store.answer("search a", with: -1)
      await store.answer("search a", with: 3)
      await store.answer("search a", at: 1)
    }
    #expect(failures.map(\.line) == [line, line + 2, line + 3, line + 4])
    #expect(failures.last?.message.contains("counted from 0: there is 1. None was answered.") == true)
    let start = "No call \"search a\" waits for an answer.\n\nNo call waits at all."
    #expect(failures.first?.message.hasPrefix(start) == true)
    #expect(
      failures.dropFirst().dropLast().map(\.message)
        == [-1, 3].map { alternative in
          """
          The call "search a" has no alternative \(alternative). It was not answered.

          These are its alternatives:

            0: .success("a")
            1: .failure(WebSearch.Failure())
            2: .never
          """
        }
    )
    store.exhaustivity = .on
    let unanswered = await reported { await store.finish() }
    #expect(unanswered.first?.message.contains("waiting for an answer to \"search a\"") == true)
    await store.skipInFlightEffects()
  }
}
