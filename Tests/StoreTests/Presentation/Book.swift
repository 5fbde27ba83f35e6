import Store

/// A feature with a stack of pages.
@Reducer struct Book {
  struct State: Equatable, Identifiable {
    var id = 0
    var path = StackState<Page.State>()
    /// The path as the book saw it after each of its actions.
    var log: [String] = []
  }
  enum Action {
    case path(StackActionOf<Page>), pageButtonTapped(number: Int), homeButtonTapped, linkOpened(numbers: [Int])
    case change((inout State) -> Void)
  }

  static let line = #line + 14

  var body: some ReducerOf<Self> {
    Changes { state, action in
      switch action {
      case .path(.element(_, .nextTapped(let number))): state.path.append(Page.State(number: number))
      case .path(.element(_, .restarted(let number))): state.path = StackState([Page.State(number: number)])
      case .path: state.log.append(state.path.debugDescription)
      case .pageButtonTapped(let number): state.path.append(Page.State(number: number))
      case .homeButtonTapped: state.path.removeAll()
      case .linkOpened(let numbers): state.path = StackState(numbers.map { Page.State(number: $0) })
      case .change(let change): change(&state)
      }
    }
    .forEach(\.path, action: \.path) { Page() }
  }
}

/// A page that works for a second at a time.
@Reducer struct Page {
  struct State: Equatable, CustomDebugStringConvertible {
    var number = 0
    var taps = 0
    var finishes = 0
    var debugDescription: String { "\(number)/\(taps)" }
  }
  enum Action: Equatable {
    case tapped, started, finished, doneTapped, presenceChecked
    /// The book pushes another page, or begins a new path.
    case nextTapped(number: Int), restarted(number: Int)
  }
  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.isPresented) var isPresented

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .tapped: state.taps += 1
    case .started, .restarted:
      return .run { [clock] send in
        try await clock.sleep(for: .seconds(1))
        await send(.finished)
      }
    case .finished: state.finishes += 1
    case .doneTapped: return .run { [dismiss] _ in await dismiss() }
    case .presenceChecked: state.number = isPresented ? 1 : 0
    case .nextTapped: break
    }
    return .none
  }
}
