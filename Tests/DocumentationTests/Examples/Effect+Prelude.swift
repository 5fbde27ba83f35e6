#if canImport(Combine)
  import Combine
#endif
struct Client: Sendable {
  struct Event: Sendable {}
  func events() -> AsyncStream<Event> { .finished }
  @concurrent func upload() async throws -> Int { 1 }
  func fetch() async throws -> [String] { [] }
  func names() async throws -> [String] { [] }
  func search(_ query: String) async throws -> [String] { [] }
  #if canImport(Combine)
    var notifications: Empty<Event, Never> { Empty() }
  #endif
}
struct APIError: Error { init(_ error: any Error) {} }
enum CancelID { case save, search, upload }
struct State: Equatable { var query = "" }
enum Action {
  case cancelButtonTapped, cancelled, loadingCancelled, refreshButtonTapped, search, started
  case failed(APIError)
  case finished(Int)
  case loaded([String])
  case queryChanged(String)
  case received(Client.Event)
  case response(any Sendable)
  case savePosition(Double)
  case scrolled(Double)
}
typealias Counter = ReducerExamples.ReducerBlocks.Counter
let client = Client()
func count(_ send: Send<Counter.Action>) async {}
