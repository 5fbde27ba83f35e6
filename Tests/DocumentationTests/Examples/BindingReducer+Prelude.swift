struct State: Equatable { var query = "" }
enum Action: BindableAction { case binding(BindingAction<State>), searchButtonTapped }
enum CancelID { case search }
