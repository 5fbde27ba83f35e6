import Foundation
import StoreTesting
import Testing

#if canImport(Station)
  @testable import Station
#endif

struct Departure: Equatable {
  var time: String
  var destination: String
}

@DependencyClient
struct DeparturesClient {
  var departures: @Sendable (_ station: String) async throws -> [Departure]
}

extension DeparturesClient: DependencyKey {
  static let liveValue = DeparturesClient(
    departures: { station in
      // Stands for a request to a server.
      try await Task.sleep(for: .milliseconds(300))
      return [Departure(time: "09:15", destination: "Nara"), Departure(time: "09:20", destination: "Osaka")]
    }
  )
  static let testValue = DeparturesClient()
}

extension DependencyValues {
  var departuresClient: DeparturesClient {
    get { self[DeparturesClient.self] }
    set { self[DeparturesClient.self] = newValue }
  }
}

@Reducer
struct StationBoard {
  struct State: Equatable {
    var departures: [Departure] = []
    var isLoading = false
    var problem: String?
  }

  enum Action {
    case refreshButtonTapped
    case departuresLoaded([Departure])
    case loadingFailed(String)
  }

  @Dependency(\.departuresClient) var client

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .refreshButtonTapped:
        state.isLoading = true
        state.problem = nil
        return .run { send in
          await send(.departuresLoaded(try await client.departures(station: "Kyoto")))
        } catch: { error, send in
          await send(.loadingFailed("\(error)"))
        }

      case .departuresLoaded(let departures):
        state.isLoading = false
        state.departures = departures
        return .none

      case .loadingFailed(let problem):
        state.isLoading = false
        state.problem = problem
        return .none
      }
    }
  }
}

@Test func refreshing() async {
  let store = TestStore(initialState: StationBoard.State()) {
    StationBoard()
  } withDependencies: {
    $0.departuresClient.departures = { station in
      [Departure(time: "10:00", destination: "\(station) Airport")]
    }
  }

  await store.send(.refreshButtonTapped) {
    $0.isLoading = true
  }
  await store.receive(\.departuresLoaded) {
    $0.isLoading = false
    $0.departures = [Departure(time: "10:00", destination: "Kyoto Airport")]
  }
}

struct NoConnection: Error {}

@Test func refreshingOffline() async {
  let store = TestStore(initialState: StationBoard.State()) {
    StationBoard()
  } withDependencies: {
    $0.departuresClient.departures = { _ in throw NoConnection() }
  }

  await store.send(.refreshButtonTapped) {
    $0.isLoading = true
  }
  await store.receive(\.loadingFailed) {
    $0.isLoading = false
    $0.problem = "NoConnection()"
  }
}

/// The program of the article, and tests of it that fail as the article says.
enum GettingStarted {
  @MainActor static func main() async -> [String] {
    var lines: [String] = []
    func print(_ words: Any...) { lines.append(words.map { "\($0)" }.joined(separator: " ")) }

    let store = Store(initialState: StationBoard.State()) {
      StationBoard()
    }
    let refresh = store.send(.refreshButtonTapped)
    print(store.isLoading)

    await refresh.finish()
    for departure in store.departures {
      print(departure.time, departure.destination)
    }
    return lines
  }

  static func fail() async {
    await forgetting()
    await providingNothing()
  }

  /// An assertion is missing.
  static func forgetting() async {
    let store = TestStore(initialState: StationBoard.State()) {
      StationBoard()
    } withDependencies: {
      $0.departuresClient.departures = { _ in [] }
    }
    await store.send(.refreshButtonTapped)
    await store.receive(\.departuresLoaded) {
      $0.isLoading = false
    }
  }

  /// The client is not provided.
  static func providingNothing() async {
    let store = TestStore(initialState: StationBoard.State()) {
      StationBoard()
    }
    await store.send(.refreshButtonTapped) {
      $0.isLoading = true
    }
    await store.receive(\.loadingFailed) {
      $0.isLoading = false
      $0.problem = "Unimplemented: DeparturesClient.departures"
    }
  }

  @MainActor @Test static func program() async {
    let lines = await withDependencies {
      $0.context = .live
    } operation: {
      await main()
    }
    #expect(lines == ["true", "09:15 Nara", "09:20 Osaka"])
  }
}
