import ComposableArchitecture
import DependenciesTestSupport
import Testing

@MainActor
@Suite(.dependencies { $0.continuousClock = ImmediateClock() }) struct TriviaTests {
  struct Failure: Error {}

  @Test(.dependency(\.trivia.fetch, { "\($0) is a number" }))
  func success() async {
    let store = TestStore(initialState: Trivia.State()) { Trivia() }
    store.useMainSerialExecutor = true

    await store.send(.incrementButtonTapped) { $0.count = 1 }
    await store.send(\.binding.count, 2) { $0.count = 2 }
    await store.send(.triviaButtonTapped)
    await store.receive(\.triviaResponse.success) {
      $0.recent = [Identified("2 is a number", id: 2)]
      $0.alert = AlertState { TextState("2 is a number") }
    }
    await store.send(\.alert.dismiss) { $0.alert = nil }
  }

  @Test(.dependency(TriviaClient(fetch: { _ in throw Failure() })))
  func failure() async {
    let store = TestStore(initialState: Trivia.State()) { Trivia() }

    await store.send(.triviaButtonTapped)
    await store.receive(\.triviaResponse.failure) { $0.alert = AlertState { TextState("There is no trivia.") } }
  }

  @Test(.dependencies { $0.trivia.fetch = { _ in try await Task.never() } })
  func cancellation() async {
    let store = TestStore(initialState: Trivia.State()) { Trivia() }
    await store.send(.triviaButtonTapped)
    await store.send(.incrementButtonTapped) { $0.count = 1 }
  }

  @Test func assertion() async {
    let store = TestStore(initialState: Trivia.State()) { Trivia() }
    await withKnownIssue {
      await store.send(.decrementButtonTapped) { $0.count = -1 }
    } matching: {
      $0.comments.contains("There are no negative numbers of things")
    }
  }

  @Test func values() {
    #expect(String(customDumping: Trivia.State()).contains("count: 0"))
    expectNoDifference(Trivia.State(), Trivia.State(count: 0))
    #expect(diff(1, 2) == "- 1\n+ 2")
    #expect(isTesting)
  }

  @Test func aTestHasNoWebServices() async {
    await withExpectedIssue {
      @Dependency(\.urlSession) var urlSession
      await #expect(throws: URLError.self) {
        _ = try await urlSession.data(from: URL(string: "https://trivia.example/1")!)
      }
    } matching: {
      $0.message == """
        Unimplemented: @Dependency(\\.urlSession)

        A test must not talk to web services by accident. Override it with a session whose configuration has a \
        URLProtocol of the test in 'protocolClasses', or override the client that uses it.
        """ && $0.fileID.hasSuffix("/TriviaTests.swift")
    }
  }
}
