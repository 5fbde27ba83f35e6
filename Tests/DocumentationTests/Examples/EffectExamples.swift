import StoreTesting
import Testing

/// Effects as the documentation shows them, in a reducer that has every action which they mention.
@Suite struct EffectExamples {
  struct Client: Sendable {
    struct Event: Equatable, Sendable {}
    struct Upload: Equatable, Sendable {}

    func events() -> AsyncStream<Event> {
      AsyncStream {
        $0.yield(Event())
        $0.finish()
      }
    }
    @concurrent func upload() async throws -> Upload { Upload() }
    func fetch() async throws -> [String] { ["Hello"] }
    func search(_ query: String) async throws -> [String] { [query] }
  }

  struct APIError: Error, Equatable {
    init(_ error: any Error) {}
  }

  @Reducer
  struct Feature {
    struct State: Equatable {
      var log: [String] = []
    }

    enum Action: Equatable {
      case cancelButtonTapped
      case cancelled
      case failed(APIError)
      case finished(Client.Upload)
      case queryChanged(String)
      case received(Client.Event)
      case refreshButtonTapped
      case response([String])
      case savePosition(Double)
      case scrolled(Double)
      case search
      case searchNow
      case started
      case stopSearching
      case subscribe
      case upload
      case uploadCancellably
    }

    enum CancelID { case search }

    let client = Client()

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.log.append("\(action)")
      switch action {
      case .queryChanged(let query):
        return .run { send in await send(.response(try await client.search(query))) }
          .cancellable(id: CancelID.search, cancelInFlight: true)
      case .cancelButtonTapped:
        return .cancel(id: CancelID.search)
      // #include Effect.swift
      case .subscribe:
        // #include Run.swift
      case .upload:
        // #include Send.swift: return .run { send in
      case .uploadCancellably:
        enum CancelID { case upload }
      // #include WithTaskCancellation.swift: await send(.started)
      case .stopSearching:
        // #include WithTaskCancellation.swift: await send(.cancelled)
      case .cancelled, .failed, .finished, .received, .response, .savePosition, .scrolled, .search,
        .searchNow, .started:
        return .none
      }
    }
  }

  @Reducer
  struct RateLimited {
    typealias State = Feature.State
    typealias Action = Feature.Action

    enum CancelID { case save, search }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .queryChanged:
        return .send(.search).debounce(id: CancelID.search, for: .milliseconds(300))
      // #include Throttle.swift
      default:
        return .none
      }
    }
  }

  @Test(
    arguments: [
      (.queryChanged("swift"), [.response(["swift"])]),
      (.refreshButtonTapped, [.response(["Hello"])]),
      (.subscribe, [.received(Client.Event())]),
      (.upload, [.started, .finished(Client.Upload())]),
      (.uploadCancellably, [.started, .finished(Client.Upload())]),
      (.stopSearching, [.cancelled]),
      (.cancelButtonTapped, []),
    ] as [(Feature.Action, [Feature.Action])]
  )
  func sends(action: Feature.Action, expected: [Feature.Action]) async {
    let store = TestStore(initialState: Feature.State()) { Feature() }
    await store.send(action) { $0.log = ["\(action)"] }
    for action in expected {
      await store.receive(action) { $0.log.append("\(action)") }
    }
    await store.finish()
  }

  @Test func rateLimits() async {
    let clock = TestClock()
    let store = TestStore(initialState: Feature.State()) {
      RateLimited()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.queryChanged("s"))
    await store.send(.queryChanged("sw"))
    await clock.advance(by: .milliseconds(300))
    await store.receive(.search)
    await store.send(.scrolled(1))
    await store.receive(.savePosition(1))
    await store.send(.scrolled(2))
    await clock.advance(by: .seconds(1))
    await store.receive(.savePosition(2))
  }
}

#if canImport(Combine)
  import Combine

  private struct Notifications {
    struct Client { let notifications = PassthroughSubject<Int, Never>() }
    enum Action { case received(Int) }

    let client = Client()

    func listen() -> Effect<Action> {
      // #include Publisher.swift
    }
  }
#endif
