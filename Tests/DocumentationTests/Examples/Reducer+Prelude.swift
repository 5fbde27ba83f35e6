typealias Counter = ReducerBlocks.Counter
/// A child for every parent.
@Reducer struct Row {
  struct State: Equatable, Identifiable {
    var id = 1
    var text = ""
    var title = ""
  }
  enum Action {
    case appeared, closed, doneButtonTapped, saveButtonTapped, soundToggled
    case saved(String)
    case succeeded(user: String)
  }
}
typealias Detail = Row
typealias Login = Row
typealias Profile = Row
@Reducer struct Home {
  struct State: Equatable { var user: String }
  enum Action { case appeared }
}
typealias Onboarding = Row
struct State: Equatable {
  var detail: Detail.State?
  var onboarding = Onboarding.State()
  var profile = Profile.State()
  var settings: [String] = []
}
@CasePathable enum Action {
  case added(String)
  case detail(Detail.Action)
  case loggedIn(Home.Action)
  case loggedOut(Login.Action)
  case onboarding(Onboarding.Action)
  case profile(Profile.Action)
}
struct SearchReducer: Reducer { func reduce(into state: inout State, action: Action) -> Effect<Action> { .none } }
typealias HistoryReducer = SearchReducer
struct Client: Sendable { func save(_ settings: [String]) async {} }
let client = Client()
