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

@Reducer
struct StationFinder {
  struct State: Equatable {
    var query = ""
    var stations: [String] = []
    var problem: String?
    var delay: Int?
  }

  enum Action {
    case queryChanged(String)
    case stationsFound([String])
    case searchFailed(String)
    case followButtonTapped(station: String)
    case delayReported(Int)
    case stopButtonTapped
  }

  enum CancelID { case search, delays }

  @Dependency(\.stationClient) var client

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .queryChanged(let query):
        state.query = query
        state.problem = nil
        guard !query.isEmpty else {
          state.stations = []
          return .cancel(id: CancelID.search)
        }
        return .run { send in
          await send(.stationsFound(try await client.stations(query: query)))
        } catch: { error, send in
          await send(.searchFailed("\(error)"))
        }
        .debounce(id: CancelID.search, for: .milliseconds(300))

      case .stationsFound(let stations):
        state.stations = stations
        return .none

      case .searchFailed(let problem):
        state.problem = problem
        return .none

      case .followButtonTapped(let station):
        return .run { send in
          for await delay in try await client.delays(station: station) {
            await send(.delayReported(delay))
          }
        }
        .cancellable(id: CancelID.delays, cancelInFlight: true)

      case .delayReported(let minutes):
        state.delay = minutes
        return .none

      case .stopButtonTapped:
        state.delay = nil
        return .cancel(id: CancelID.delays)
      }
    }
  }
}

@Test func aSearchWaitsForQuiet() async {
  let clock = TestClock()
  let store = TestStore(initialState: StationFinder.State()) {
    StationFinder()
  } withDependencies: {
    $0.continuousClock = clock
    $0.stationClient.stations = { query in [query.uppercased()] }
  }

  await store.send(.queryChanged("k")) { $0.query = "k" }
  await clock.advance(by: .milliseconds(200))
  await store.send(.queryChanged("ky")) { $0.query = "ky" }
  await clock.advance(by: .milliseconds(300))
  await store.receive(\.stationsFound) { $0.stations = ["KY"] }
  await store.send(.queryChanged("")) {
    $0.query = ""
    $0.stations = []
  }
}

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
    @Dependency(\.continuousClock) var clock
    func download(_ file: String) async throws { try await clock.sleep(for: .seconds(1)) }
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
      case downloadButtonTapped(String)
      case downloaded(String)
      case failing
      case namesLoaded([String])
      case newsLoaded([String])
      case scrolled(Double)
      case scrollPositionSaved
      case saveButtonTapped
      case saved
      case saveFailed
    }

    enum CancelID { case download, position, saving }

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

        case .closeButtonTapped:
          let text = state.text
          return .concatenate(
            .cancel(id: CancelID.saving),
            .run { _ in try await client.save(text) },
            .send(.closed)
          )

        case .downloadButtonTapped(let file):
          return .run { send in
            try await client.download(file)
            await send(.downloaded(file))
          }
          .cancellable(id: CancelID.download, policy: .runOldest(maxCount: 3, .suspendNew))

        case .failing:
          return .run { _ in throw Failure() }

        case .saveButtonTapped:
          let text = state.text
          return .run { send in
            do {
              try await client.save(text)
              await send(.saved)
            } catch is Failure {
              await send(.saveFailed)
            }
          }
          .cancellable(id: CancelID.saving)

        case .scrolled(let offset):
          return .run { send in
            try await client.save("\(offset)")
            await send(.scrollPositionSaved)
          }
          .throttle(id: CancelID.position, for: .seconds(1))

        case .namesLoaded(let names):
          state.names = names
          return .none

        case .newsLoaded(let news):
          state.news = news
          return .none

        case .cleared, .closed, .downloaded, .saved, .saveFailed, .scrollPositionSaved:
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

  @Test static func limiting() async {
    let clock = TestClock()
    let store = TestStore(initialState: Note.State()) {
      Note()
    } withDependencies: {
      $0.continuousClock = clock
    }
    store.exhaustivity = .off
    let files = ["a", "b", "c", "d"]
    for file in files { await store.send(.downloadButtonTapped(file)) }
    await clock.advance(by: .seconds(1))
    for file in files.prefix(3) { await store.receive(\.downloaded, file) }
    await clock.advance(by: .seconds(1))
    await store.receive(\.downloaded, "d")
    await store.finish()
  }

  /// A test of a screen that goes away: the task that waits is cancelled, and so are the effects.
  @MainActor @Test static func waiting() async {
    let store = Store(initialState: StationFinder.State()) {
      StationFinder()
    } withDependencies: {
      $0.stationClient.delays = { _ in .never }
    }
    let screen = Task {
      await store.send(.followButtonTapped(station: "Kyoto")).finish()
    }
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
