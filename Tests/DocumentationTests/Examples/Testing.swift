import StoreTesting
import Testing
import XCTest

@DependencyClient
struct LetterClient: Sendable {
  var save: @Sendable (_ text: String) async throws -> Void
}

extension LetterClient: TestDependencyKey {
  static let testValue = LetterClient()
}

extension DependencyValues {
  var letterClient: LetterClient {
    get { self[LetterClient.self] }
    set { self[LetterClient.self] = newValue }
  }
}

// #include Testing.md: struct LetterEditor

@Suite struct TestingExamples {
  // #include Testing.md: func aLetterIsSavedWhenTypingPauses

  private func makeStore(clock: TestClock<Duration> = TestClock(), text: String = "") -> TestStoreOf<LetterEditor> {
    TestStore(initialState: LetterEditor.State(text: text)) {
      LetterEditor()
    } withDependencies: {
      $0.continuousClock = clock
      $0.letterClient.save = { _ in }
    }
  }

  // #include Testing.md: func aLetterThatCannotBeSavedSaysWhy

  @Test func waysToReceive() async {
    let clock = TestClock()
    let store = makeStore(clock: clock)
    store.exhaustivity = .off
    await store.send(.textChanged("a"))
    await clock.advance(by: .seconds(1))
    await store.receive(\.saved) { $0.isSaved = true }
    await store.send(.textChanged("b"))
    await clock.advance(by: .seconds(1))
    // #include Testing.md: await store.receive { action in ...
    store.dependencies.letterClient.save = { _ in throw CocoaError(.fileWriteOutOfSpace) }
    await store.send(.textChanged("c"))
    await clock.advance(by: .seconds(1))
    await store.receive(\.savingFailed, "\(CocoaError(.fileWriteOutOfSpace))")
  }

  @Test func skipping() async {
    let store = makeStore()
    await store.send(.textChanged("Dear")) {
      $0.text = "Dear"
      $0.isSaved = false
    }
    await store.skipInFlightEffects()
  }

  @Test func cancelling() async {
    let store = makeStore()
    // #include Testing.md: let task = await store.
  }

  @Reducer
  struct Volume {
    struct State: Equatable {
      @Shared(.appStorage("volume")) var volume = 5
    }
    enum Action {
      case louderButtonTapped
      case muteButtonTapped
    }
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .louderButtonTapped:
        state.$volume.withLock { $0 += 1 }
        return .none
      case .muteButtonTapped:
        return .run { [volume = state.$volume] _ in
          volume.withLock { $0 = 0 }
        }
      }
    }
  }

  // #include Testing.md: func sharedStateIsAsserted
}

// #include Testing.md: class LetterEditorTests

extension Failures {
  /// Those of the article about testing.
  static func ofTesting() async -> [String] {
    await withCapturedIssues {
      let clock = TestClock()
      func makeStore(clock: any Clock<Duration>) -> TestStoreOf<LetterEditor> {
        TestStore(initialState: LetterEditor.State()) {
          LetterEditor()
        } withDependencies: {
          $0.continuousClock = clock
          $0.letterClient.save = { _ in }
        }
      }
      do {
        let store = makeStore(clock: clock)
        await store.send(.textChanged("Dear")) {
          $0.text = "Dear"
        }
        await store.receive(.saved) {
          $0.isSaved = true
        }
      }
      do {
        let store = makeStore(clock: clock)
        await store.send(.saved) {
          $0.isSaved = true
        }
        await store.send(.textChanged("Dear")) {
          $0.text = "Dear"
          $0.isSaved = false
        }
        await clock.advance(by: .seconds(1))
        await store.send(.saved)
      }
      do {
        let store = TestStore(initialState: LetterEditor.State()) {
          LetterEditor()
        }
        await store.send(.textChanged("Dear")) {
          $0.text = "Dear"
          $0.isSaved = false
        }
        await store.receive(.saved)
      }
      do {
        let store = TestStore(initialState: LetterEditor.State()) {
          LetterEditor()
        } withDependencies: {
          $0.continuousClock = ImmediateClock()
        }
        store.exhaustivity = .off
        await store.send(.textChanged("Dear"))
      }
      do {
        let store = TestStore(initialState: Stopwatch.State()) {
          Stopwatch()
        } withDependencies: {
          $0.continuousClock = ImmediateClock()
        }
        await store.send(.startButtonTapped) { $0.isRunning = true }
      }
      do {
        let store = TestStore(initialState: TestingExamples.Volume.State()) { TestingExamples.Volume() }
        await store.send(.muteButtonTapped)
      }
      do {
        let store = makeStore(clock: ImmediateClock())
        await store.send(.textChanged("Dear")) {
          $0.text = "Dear"
          $0.isSaved = false
        }
        await store.receive(.savingFailed(""))
      }
      do {
        let store = makeStore(clock: ImmediateClock())
        await store.send(.textChanged("Dear")) {
          $0.text = "Dear"
          $0.isSaved = false
        }
      }
    }
    .map(\.message)
  }
}
