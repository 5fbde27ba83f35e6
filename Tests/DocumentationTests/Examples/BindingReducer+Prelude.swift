struct State: Equatable {
  var query = ""
}
enum Action: BindableAction {
  case binding(BindingAction<State>)
  case searchButtonTapped
}
enum CancelID { case search }
