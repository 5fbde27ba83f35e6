import Dispatch
struct State {}
enum Action { case tick }
struct CityClient: Sendable {
  var cities: @Sendable () -> [String]
  var population: @Sendable (_ city: String) async throws -> Int
}
struct Child: Sendable { @Dependency(\.uuid) var uuid }
struct Dice { func roll() {} }
struct Tracker { func track(_ event: String) async throws {} }
struct Table: Reducer {
  typealias State = Int
  enum Action { case rowTapped(id: Int) }
  func reduce(into state: inout Int, action: Action) -> Effect<Action> { .none }
}
extension DependencyValues {
  var seconds: @Sendable () -> AsyncStream<Void> {
    get { { .finished } }
    set {}
  }
  var temperature: @Sendable (_ city: String) async throws -> Double {
    get { { _ in 20 } }
    set {}
  }
}
private func downloadDepth(at harbor: String) async throws -> Double { 2.5 }
private let collected = LockIsolated<[String]>([])
let client = UserClient()
let clock = ImmediateClock()
let id = 1
let rows = [1: "one"]
let store = Store(initialState: 0) { Table() }
let tracker = Tracker()
func makeIDs() -> [UUID] { [] }
@Sendable func refresh() {}
func runDemo() {}
func save(_ rows: [Int: String]) throws {}
func startServer() {}
