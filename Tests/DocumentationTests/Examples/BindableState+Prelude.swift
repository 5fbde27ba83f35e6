@Reducer struct Filter {
  struct State: Equatable, Encodable {
    var query = ""
    var limit = 10
  }
  enum Action: BindableAction, Codable { case binding(BindingAction<State>) }
}
