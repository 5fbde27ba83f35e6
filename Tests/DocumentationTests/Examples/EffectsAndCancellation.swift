import StoreTesting
import Testing

@DependencyClient
struct StationClient {
  var stations: @Sendable (_ query: String) async throws -> [String]
  var delays: @Sendable (_ station: String) async throws -> AsyncStream<Int>
}

extension StationClient: DependencyKey {
  static let liveValue = StationClient()
  static let testValue = StationClient()
}

extension DependencyValues {
  var stationClient: StationClient {
    get { self[StationClient.self] }
    set { self[StationClient.self] = newValue }
  }
}

// #include EffectsAndCancellation.md: struct StationFinder

// #include EffectsAndCancellation.md: func aSearchWaitsForQuiet

@Test func followingEndsWithTheButton() async {
  let (delays, reports) = AsyncStream.makeStream(of: Int.self)
  let store = TestStore(initialState: StationFinder.State()) {
    StationFinder()
  } withDependencies: {
    $0.stationClient.delays = { _ in delays }
  }

  await store.send(.followButtonTapped(station: "Kyoto"))
  reports.yield(5)
  await store.receive(\.delayReported) { $0.delay = 5 }
  await store.send(.stopButtonTapped) { $0.delay = nil }
}

/// What the article says about effects, statement by statement.
@Suite enum EffectsAndCancellation {
  struct Client: Sendable {
    func save(_ text: String) async throws {}
    func upload() async throws {}
    func names() async throws -> [String] { ["Ada"] }
    func news() async throws -> [String] { [] }
  }

  struct Failure: Error {}

  @Reducer
  struct Note {
    struct State: Equatable {
      var names: [String] = []
      var news: [String] = []
      var text = ""
      var log: [String] = []
    }

    enum Action {
      case appeared
      case clearButtonTapped
      case cleared
      case closeButtonTapped
      case closed
      case failing
      case namesLoaded([String])
      case newsLoaded([String])
      case scrolled(Double)
      case scrollPositionSaved
      case saveButtonTapped
      case saved
      case saveFailed
    }

    enum CancelID { case position, saving }

    let client = Client()

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .appeared:
          return .merge(
            .run { send in await send(.namesLoaded(try await client.names())) },
            .run { send in await send(.newsLoaded(try await client.news())) }
          )

        case .clearButtonTapped:
          state.text = ""
          return .send(.cleared)

        // #include EffectsAndCancellation.md: case .closeButtonTapped:

        case .failing:
          return .run { _ in throw Failure() }

        case .saveButtonTapped:
          let text = state.text
        // #include EffectsAndCancellation.md: .cancellable(id: CancelID.saving)

        // #include EffectsAndCancellation.md: case .scrolled(let offset):

        case .namesLoaded(let names):
          state.names = names
          return .none

        case .newsLoaded(let news):
          state.news = news
          return .none

        case .cleared, .closed, .saved, .saveFailed, .scrollPositionSaved:
          state.log.append("\(action)")
          return .none
        }
      }
    }
  }

  @Test static func merging() async {
    let store = TestStore(initialState: Note.State()) { Note() }
    await store.send(.appeared)
    await store.receive(\.namesLoaded) { $0.names = ["Ada"] }
    await store.receive(\.newsLoaded)
  }

  @Test static func concatenating() async {
    let store = TestStore(initialState: Note.State()) { Note() }
    await store.send(.closeButtonTapped)
    await store.receive(\.closed) { $0.log = ["closed"] }
    await store.send(.clearButtonTapped)
    await store.receive(\.cleared) { $0.log = ["closed", "cleared"] }
    await store.send(.saveButtonTapped)
    await store.receive(\.saved) { $0.log = ["closed", "cleared", "saved"] }
  }

  @Test static func throttling() async {
    let clock = TestClock()
    let store = TestStore(initialState: Note.State()) {
      Note()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.scrolled(1))
    await store.receive(\.scrollPositionSaved) { $0.log = ["scrollPositionSaved"] }
    await store.send(.scrolled(2))
    await store.send(.scrolled(3))
    await clock.advance(by: .seconds(1))
    await store.receive(\.scrollPositionSaved) { $0.log.append("scrollPositionSaved") }
  }

  /// A test of a screen that goes away: the task that waits is cancelled, and so are the effects.
  @MainActor @Test static func waiting() async {
    let store = Store(initialState: StationFinder.State()) {
      StationFinder()
    } withDependencies: {
      $0.stationClient.delays = { _ in .never }
    }
    // #include EffectsAndCancellation.md: let screen = Task {
    await Task.yield()
    screen.cancel()
    await screen.value

    let following = store.send(.followButtonTapped(station: "Kyoto"))
    #expect(await !following.isFinished)

    following.cancel()
    #expect(await following.isFinished)
  }
}

extension Failures {
  /// Those of the article.
  static func ofEffects() async -> [String] {
    await withCapturedIssues {
      let store = TestStore(initialState: EffectsAndCancellation.Note.State()) { EffectsAndCancellation.Note() }
      await store.send(.failing)
      await store.finish()

      let kept = LockIsolated<Send<EffectsAndCancellation.Note.Action>?>(nil)
      let keeper = TestStore(initialState: EffectsAndCancellation.Note.State()) {
        Reduce<EffectsAndCancellation.Note.State, EffectsAndCancellation.Note.Action> { _, _ in
          .run { send in kept.setValue(send) }
        }
      }
      await keeper.send(.closed)
      await keeper.finish()
      await kept.value?(.closed)

      let clock = TestClock()
      let finder = TestStore(initialState: StationFinder.State()) {
        StationFinder()
      } withDependencies: {
        $0.continuousClock = clock
        $0.stationClient.delays = { _ in .never }
      }
      await finder.send(.followButtonTapped(station: "Kyoto"))
    }
    .map(\.message)
  }
}
