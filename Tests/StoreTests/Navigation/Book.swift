import Dependencies
import Store

/// A feature with a stack of pages.
struct Book: Reducer {
  struct State: Equatable, Identifiable {
    var id = 0
    var path = StackState<Page.State>()
    /// What the book saw of its path, after each action of it.
    var log: [String] = []
  }
  enum Action: CasePathable {
    case path(StackActionOf<Page>)
    case pageButtonTapped(number: Int)
    case homeButtonTapped
    case linkOpened(numbers: [Int])
    case change((inout State) -> Void)

    struct AllCasePaths: Sendable {
      var path: AnyCasePath<Action, StackActionOf<Page>> {
        AnyCasePath(embed: { .path($0) }) { if case .path(let action) = $0 { action } else { nil } }
      }
      var linkOpened: AnyCasePath<Action, [Int]> {
        AnyCasePath(embed: { .linkOpened(numbers: $0) }) { if case .linkOpened(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  /// The line in which `forEach` is applied.
  static let line = #line + 24

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .path(.element(let id, .closed)):
        state.path.pop(from: id)
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
struct Page: Reducer {
  struct State: Equatable, CustomDebugStringConvertible {
    var number = 0
    var taps = 0
    var finishes = 0
    var debugDescription: String { "\(number)/\(taps)" }
  }
  enum Action: Equatable, CasePathable {
    case tapped
    case started
    case finished
    case stopped
    case doneTapped
    case presenceChecked
    /// The book pops the page, pushes another, or begins a new path.
    case closed
    case nextTapped(number: Int)
    case restarted(number: Int)

    struct AllCasePaths: Sendable {
      var tapped: AnyCasePath<Action, Void> { AnyCasePath(embed: { .tapped }) { $0 == .tapped ? () : nil } }
      var started: AnyCasePath<Action, Void> { AnyCasePath(embed: { .started }) { $0 == .started ? () : nil } }
      var finished: AnyCasePath<Action, Void> { AnyCasePath(embed: { .finished }) { $0 == .finished ? () : nil } }
      var doneTapped: AnyCasePath<Action, Void> {
        AnyCasePath(embed: { .doneTapped }) { $0 == .doneTapped ? () : nil }
      }
      var nextTapped: AnyCasePath<Action, Int> {
        AnyCasePath(embed: { .nextTapped(number: $0) }) { if case .nextTapped(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
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
    case .started, .closed, .restarted:
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
