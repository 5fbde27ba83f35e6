import Dependencies
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
    case path(StackActionOf<Page>)
    case pageButtonTapped(number: Int)
    case homeButtonTapped
    case linkOpened(numbers: [Int])
    case change((inout State) -> Void)
  }

  /// The line that applies `forEach`.
  static let line = #line + 22

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .path(.element(_, .nextTapped(let number))):
        state.path.append(Page.State(number: number))
      case .path(.element(_, .restarted(let number))):
        state.path = StackState([Page.State(number: number)])
      case .path:
        state.log.append(state.path.debugDescription)
      case .pageButtonTapped(let number):
        state.path.append(Page.State(number: number))
      case .homeButtonTapped:
        state.path.removeAll()
      case .linkOpened(let numbers):
        state.path = StackState(numbers.map { Page.State(number: $0) })
      case .change(let change):
        change(&state)
      }
      return .none
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
    case tapped
    case started
    case finished
    case stopped
    case doneTapped
    case presenceChecked
    /// The book pushes another page, or begins a new path.
    case nextTapped(number: Int)
    case restarted(number: Int)
  }
  enum CancelID { case work }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.isPresented) var isPresented

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .tapped:
      state.taps += 1
      return .none
    case .started, .restarted:
      return work()
    case .finished:
      state.finishes += 1
      return .none
    case .stopped:
      return .cancel(id: CancelID.work)
    case .doneTapped:
      return .run { [dismiss] _ in await dismiss() }
    case .presenceChecked:
      state.number = isPresented ? 1 : 0
      return .none
    case .nextTapped:
      return .none
    }
  }

  private func work() -> Effect<Action> {
    .run { [clock] send in
      try await clock.sleep(for: .seconds(1))
      await send(.finished)
    }
    .cancellable(id: CancelID.work)
  }
}
