import Foundation
import StoreTesting
import Testing

#if canImport(Station)
  @testable import Station
#endif

// #include GettingStarted.md: struct Departure: Equatable { ...

// #include GettingStarted.md: @Reducer ...

// #include GettingStarted.md: @Test func refreshing() async {

// #include GettingStarted.md: struct NoConnection

// #include GettingStarted.md: actor Stop

/// The program of the article, and tests of it that fail as the article says.
enum GettingStarted {
  @MainActor static func main() async -> [String] {
    var lines: [String] = []
    func print(_ words: Any...) { lines.append(words.map { "\($0)" }.joined(separator: " ")) }

    // #include GettingStarted.md: let refresh = store.send(.refreshButtonTapped)
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
