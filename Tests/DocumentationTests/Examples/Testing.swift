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

@Reducer
struct LetterEditor {
  struct State: Equatable {
    var text = ""
    var isSaved = true
    var problem: String?
  }

  enum Action: Equatable {
    case textChanged(String)
    case saved
    case savingFailed(String)
  }

  enum CancelID { case saving }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.letterClient) var letterClient

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .textChanged(let text):
      state.text = text
      state.isSaved = false
      return .run { send in
        try await clock.sleep(for: .seconds(1))
        try await letterClient.save(text: text)
        await send(.saved)
      } catch: { error, send in
        await send(.savingFailed("\(error)"))
      }
      .cancellable(id: CancelID.saving, cancelInFlight: true)

    case .saved:
      state.isSaved = true
      return .none

    case .savingFailed(let problem):
      state.problem = problem
      return .none
    }
  }
}

@Suite struct TestingExamples {
  @Test func aLetterIsSavedWhenTypingPauses() async {
    let clock = TestClock()
    let saved = LockIsolated<[String]>([])
    let store = TestStore(initialState: LetterEditor.State()) {
      LetterEditor()
    } withDependencies: {
      $0.continuousClock = clock
      $0.letterClient.save = { text in saved.withValue { $0.append(text) } }
    }

    await store.send(.textChanged("Dear")) {
      $0.text = "Dear"
      $0.isSaved = false
    }
    await clock.advance(by: .milliseconds(500))
    await store.send(.textChanged("Dear Blob")) {
      $0.text = "Dear Blob"
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.saved) {
      $0.isSaved = true
    }
    #expect(saved.value == ["Dear Blob"])
  }

  private func makeStore(clock: TestClock<Duration> = TestClock(), text: String = "") -> TestStoreOf<LetterEditor> {
    TestStore(initialState: LetterEditor.State(text: text)) {
      LetterEditor()
    } withDependencies: {
      $0.continuousClock = clock
      $0.letterClient.save = { _ in }
    }
  }

  @Test func aLetterThatCannotBeSavedSaysWhy() async {
    struct DiskIsFull: Error {}
    let store = TestStore(initialState: LetterEditor.State()) {
      LetterEditor()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
      $0.letterClient.save = { _ in throw DiskIsFull() }
    }
    store.exhaustivity = .off

    await store.send(.textChanged("Dear"))
    await store.receive(\.savingFailed) {
      $0.problem = "DiskIsFull()"
    }
  }

  @Test func waysToReceive() async {
    let clock = TestClock()
    let store = makeStore(clock: clock)
    store.exhaustivity = .off
    await store.send(.textChanged("a"))
    await clock.advance(by: .seconds(1))
    await store.receive(\.saved) { $0.isSaved = true }
    await store.send(.textChanged("b"))
    await clock.advance(by: .seconds(1))
    await store.receive { action in
      if case .saved = action { true } else { false }
    }
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
    let task = await store.send(.textChanged("Dear")) {
      $0.text = "Dear"
      $0.isSaved = false
    }
    await task.cancel()
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

  @Test func sharedStateIsAsserted() async {
    let store = TestStore(initialState: Volume.State()) { Volume() }
    await store.send(.louderButtonTapped) {
      $0.$volume.withLock { $0 = 6 }
    }
    await store.send(.muteButtonTapped)
    store.assert {
      $0.$volume.withLock { $0 = 0 }
    }
  }
}

final class LetterEditorTests: XCTestCase {
  func testALetterIsSavedWhenTypingPauses() async {
    let clock = TestClock()
    let store = TestStore(initialState: LetterEditor.State()) {
      LetterEditor()
    } withDependencies: {
      $0.continuousClock = clock
      $0.letterClient.save = { _ in }
    }

    await store.send(.textChanged("Dear")) {
      $0.text = "Dear"
      $0.isSaved = false
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.saved) {
      $0.isSaved = true
    }
  }
}

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
