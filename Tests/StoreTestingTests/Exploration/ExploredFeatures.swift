import StoreTesting

extension ExplorationBounds {
  /// Bounds for explorations that must be complete, however busy the machine is.
  static let patient = ExplorationBounds(time: .seconds(600))
}

/// A search whose older response overwrites a newer one, unless it cancels the older request.
@Reducer
struct WebSearch {
  struct State: Equatable {
    var query = ""
    var result = ""
    var isLoading = false
  }
  enum Action: Equatable {
    case queryChanged(String)
    case response(String)
    case failed
  }
  struct Failure: Error {}

  @Dependency(SearchClient.self) var client
  var cancelsOlder = false

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .queryChanged(let query):
      state = State(query: query, isLoading: true)
      let effect = Effect<Action>.run { [search = client.search] send in
        await send(.response(try await search(query)))
      } catch: { _, send in
        await send(.failed)
      }
      return cancelsOlder ? effect.cancellable(id: 0, cancelInFlight: true) : effect
    case .response(let result):
      state.result = result
      state.isLoading = false
      return .none
    case .failed:
      state.isLoading = false
      return .none
    }
  }
}

struct SearchClient: TestDependencyKey {
  var search: @Sendable (String) async throws -> String

  static let testValue = SearchClient { _ in "" }
}

/// Counts on a server that supports only reading and writing.
@Reducer
struct SharedCounter {
  struct State: Equatable {
    var taps = 0
  }
  enum Action: Equatable {
    case tapped
    case saved
  }

  @Dependency(CounterClient.self) var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .tapped:
      state.taps += 1
      return .run { [client] send in
        let value = await client.read()
        await client.write(value + 1)
        await send(.saved)
      }
    case .saved: return .none
    }
  }
}

struct CounterClient: TestDependencyKey {
  var read: @Sendable () async -> Int
  var write: @Sendable (Int) async -> Void

  static let testValue = CounterClient {
    0
  } write: { _ in
  }
}

/// A save button that tells the user when the server takes long. Its thanks overwrite any other text.
@Reducer
struct SlowSave {
  struct State: Equatable {
    var text = ""
    var isSaving = false
  }
  // The description is not how the cases are written.
  enum Action: Equatable, CustomStringConvertible {
    case saveButtonTapped
    case saved
    case isSlow

    var description: String { "an action" }
  }
  enum CancelID { case patience }

  @Dependency(\.continuousClock) var clock
  @Dependency(SearchClient.self) var client
  var stopsWaiting = false

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .saveButtonTapped:
      guard !state.isSaving else { return .none }
      state = State(text: "Saving", isSaving: true)
      return .merge(
        .run { [client] send in
          _ = try await client.search("save")
          await send(.saved)
        },
        .run { [clock] send in
          try await clock.sleep(for: .milliseconds(1_500))
          await send(.isSlow)
        }
        .cancellable(id: CancelID.patience, cancelInFlight: true)
      )
    case .saved:
      state = State(text: "Saved")
      return stopsWaiting ? .cancel(id: CancelID.patience) : .none
    case .isSlow:
      state.text = "This takes long"
      return .none
    }
  }
}

/// Asks repeatedly for as long as the answer is no.
@Reducer
struct Polling {
  struct State: Equatable {
    var isDone = false
    var asks = false
  }
  enum Action: Equatable {
    case start
    case answer(Bool)
  }

  @Dependency(CounterClient.self) var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start, .answer(false):
      if action == .start, state.asks { return .none }
      state.asks = true
      return .run { [client] send in await send(.answer(await client.read() > 0)) }
    case .answer(true):
      state = State(isDone: true)
      return .none
    }
  }
}
