import Features
import StoreInspection
@Reducer struct Count {
  @ObservableState struct State: Equatable, Codable {
    var count = 0
    var isLoading = false
    var name = ""
    var isPublic = false
  }
  enum Action: BindableAction, Equatable, Codable {
    case binding(BindingAction<State>)
    case incrementButtonTapped, refreshPulled, closeButtonTapped
  }
}
var commandLine = StoreCommandLine<Count>("Count", commands: [.run]) {
  Count.State()
} reducer: {
  Count()
}
