typealias Counter = ReducerExamples.ReducerBlocks.Counter
typealias Child = ReducerExamples.Row
@Reducer struct Root {
  struct State: Equatable {
    var count = 0
    var detail: Child.State?
    @Presents var editor: Child.State?
    var path = StackState<Child.State>()
    var query = ""
    var rows: IdentifiedArrayOf<Child.State> = []
    var settings = Child.State()
    var summary: String { query }
  }
  enum Action {
    case incrementButtonTapped, refresh
    case detail(Child.Action)
    case editor(PresentationAction<Child.Action>)
    case path(StackActionOf<Child>)
    case received(String)
    case rows(IdentifiedActionOf<Child>)
    case settings(Child.Action)
  }
}
final class Socket {
  var onMessage: (@Sendable (String) -> Void)?
  func write(_ text: String) async {}
}
actor Session {
  private let store = Store(initialState: Stopwatch.State()) { Stopwatch() }
  func open() -> StoreHandle<Stopwatch.State, Stopwatch.Action> {
    store.send(.startButtonTapped)
    return store.handle
  }
}
final class Label { var text = "" }
let store = Store(initialState: Root.State()) { Root() }
let handle = store.handle
let label = Label()
let socket = Socket()
var history: [Root.State] = []
var observations: [ObserveToken] = []
var shown = ""
var steps: [StoreStep<Root.State, Root.Action>] = []
func log(_ line: String) {}
func render(_ state: Root.State) {}
func search(_ query: String) {}
