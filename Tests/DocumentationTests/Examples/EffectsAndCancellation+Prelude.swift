@DependencyClient struct StationClient: TestDependencyKey {
  var stations: @Sendable (_ query: String) async throws -> [String]
  var delays: @Sendable (_ station: String) async throws -> AsyncStream<Int>
  static let testValue = StationClient()
}
extension DependencyValues {
  var stationClient: StationClient {
    get { self[StationClient.self] }
    set { self[StationClient.self] = newValue }
  }
}
struct NoteClient: Sendable {
  func save(_ text: String) async throws {}
  func names() async throws -> [String] { [] }
  func news() async throws -> [String] { [] }
  func stations(query: String) async throws -> [String] { [] }
}
private struct Failure: Error {}
private enum CancelID { case position, saving, search }
struct State: Equatable {
  var query = ""
  var text = ""
  var isLoading = false
}
enum Action {
  case appeared, closeButtonTapped, closed, refreshPulled, refreshCancelled, scrollPositionSaved, saved, saveFailed
  case namesLoaded([String])
  case newsLoaded([String])
  case queryChanged(String)
  case stationsFound([String])
  case scrolled(Double)
}
let client = NoteClient()
let text = ""
let store = Store(initialState: StationFinder.State()) { StationFinder() }
