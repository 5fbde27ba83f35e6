import StoreTesting
import Testing

struct Dish: Equatable, Identifiable {
  let id: Int
  var name: String
  var goesWith: Int?
}

@Reducer
struct Cookbook {
  struct State: Equatable {
    var dishes: IdentifiedArrayOf<Dish> = []
    var path = StackState<DishDetail.State>()
  }

  enum Action {
    case dishTapped(id: Dish.ID)
    case linkOpened(String)
    case path(StackActionOf<DishDetail>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .dishTapped(let id), .path(.element(_, .otherDishTapped(let id))):
        guard let dish = state.dishes[id: id] else { return .none }
        state.path.append(DishDetail.State(dish: dish))
        return .none

      case .path(.element(let id, .destination(.presented(.alert(.deletionConfirmed))))):
        guard let dish = state.path[id: id]?.dish else { return .none }
        state.dishes.remove(id: dish.id)
        state.path.pop(from: id)
        return .none

      case .linkOpened(let link):
        open(link, &state)
        return .none

      case .path:
        return .none
      }
    }
    .forEach(\.path, action: \.path) { DishDetail() }
  }

  /// Opens "dishes/7" or "dishes/7/timer".
  private func open(_ link: String, _ state: inout State) {
    let parts = link.split(separator: "/")
    guard parts.first == "dishes", parts.count > 1, let id = Int(parts[1]), let dish = state.dishes[id: id] else {
      return
    }
    state.path = StackState([
      DishDetail.State(dish: dish, destination: parts.last == "timer" ? .timer(DishTimer.State()) : nil)
    ])
  }
}

@Reducer
struct DishDetail {
  @Reducer(state: .equatable)
  enum Destination {
    case timer(DishTimer)
    case alert(AlertState<Alert>)

    @CasePathable
    enum Alert { case deletionConfirmed }
  }

  struct State: Equatable {
    let dish: Dish
    @Presents var destination: Destination.State?
  }

  enum Action {
    case otherDishTapped(id: Dish.ID)
    case timerButtonTapped
    case deleteButtonTapped
    case destination(PresentationAction<Destination.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .timerButtonTapped:
        state.destination = .timer(DishTimer.State())
        return .none

      case .deleteButtonTapped:
        state.destination = .alert(.deletion(of: state.dish))
        return .none

      case .otherDishTapped, .destination:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension AlertState where Action == DishDetail.Destination.Alert {
  static func deletion(of dish: Dish) -> Self {
    AlertState {
      TextState("Delete “\(dish.name)”?")
    } actions: {
      ButtonState(role: .destructive, action: .deletionConfirmed) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Cancel") }
    }
  }
}

@Reducer
struct DishTimer {
  struct State: Equatable {
    var minutes = 0
  }

  enum Action {
    case appeared
    case minutePassed
    case doneButtonTapped
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .appeared:
      return .run { send in
        for await _ in clock.timer(interval: .seconds(60)) { await send(.minutePassed) }
      }
    case .minutePassed:
      state.minutes += 1
      return .none
    case .doneButtonTapped:
      return .run { _ in await dismiss() }
    }
  }
}

private let soup = Dish(id: 7, name: "Soup", goesWith: 8)
private let bread = Dish(id: 8, name: "Bread")

@MainActor
@Suite struct NavigationArticle {
  @Test func aDishIsCookedByTheClock() async {
    let clock = TestClock()
    let store = TestStore(initialState: Cookbook.State(dishes: [soup, bread])) {
      Cookbook()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.dishTapped(id: 7)) {
      $0.path[id: 0] = DishDetail.State(dish: soup)
    }
    await store.send(\.path[id: 0].otherDishTapped, 8) {
      $0.path[id: 1] = DishDetail.State(dish: bread)
    }
    await store.send(\.path[id: 1].timerButtonTapped) {
      $0.path[id: 1]?.destination = .timer(DishTimer.State())
    }
    await store.send(\.path[id: 1].destination.timer.appeared)
    await clock.advance(by: .seconds(60))
    await store.receive(\.path[id: 1].destination.timer.minutePassed) {
      $0.path[id: 1]?.$destination[case: \.timer]?.minutes = 1
    }
    await store.send(\.path[id: 1].destination.timer.doneButtonTapped)
    await store.receive(\.path[id: 1].destination.dismiss) {
      $0.path[id: 1]?.destination = nil
    }
    await store.send(.path(.popFrom(id: 1))) {
      $0.path[id: 1] = nil
    }
  }

  @Test func deletingAsksFirst() async {
    let state = Cookbook.State(dishes: [soup, bread], path: StackState([DishDetail.State(dish: soup)]))
    let store = TestStore(initialState: state) { Cookbook() }

    await store.send(\.path[id: 0].deleteButtonTapped) {
      $0.path[id: 0]?.destination = .alert(.deletion(of: soup))
    }
    await store.send(\.path[id: 0].destination.alert.deletionConfirmed) {
      $0.dishes = [bread]
      $0.path = StackState()
    }
  }

  @Test func linksLeadToTheTimer() async {
    let store = TestStore(initialState: Cookbook.State(dishes: [soup, bread])) { Cookbook() }

    await store.send(.linkOpened("dishes/7/timer")) {
      $0.path = StackState([DishDetail.State(dish: soup, destination: .timer(DishTimer.State()))])
    }
    await store.send(\.path[id: 0].destination.dismiss) {
      $0.path[id: 0]?.destination = nil
    }
    await store.send(.linkOpened("dishes/8")) {
      $0.path = StackState([DishDetail.State(dish: bread)])
    }
    #expect(store.state.path.ids == [1])
    await store.send(.linkOpened("dishes/9"))
  }

  @Test func aScreenByItself() async {
    let store = TestStore(initialState: DishTimer.State()) { DishTimer() }
    await store.send(.doneButtonTapped)
    #expect(store.isDismissed)
  }

  @Test func aScreenThatIsGoneEndsItsEffects() async {
    let store = TestStore(initialState: Cookbook.State(dishes: [soup, bread])) {
      Cookbook()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    store.exhaustivity = .off
    await store.send(.linkOpened("dishes/7/timer"))
    await store.send(\.path[id: 0].destination.timer.appeared)
    store.exhaustivity = .on
    await store.send(.linkOpened("dishes/8")) {
      $0.path = StackState([DishDetail.State(dish: bread)])
    }
    await store.finish()
  }

  @Test func screens() {
    let store = Store(initialState: Cookbook.State(dishes: [soup, bread])) { Cookbook() }
    store.send(.dishTapped(id: 7))
    #expect(lines(of: store) == ["Soup"])
    let detail = store.scope(state: \.path, action: \.path)[0]
    detail.send(.timerButtonTapped)
    #expect(lines(of: store) == ["Soup", "0 min"])
    detail.send(.deleteButtonTapped)
    #expect(lines(of: store).count == 2)
    back(store)
    #expect(lines(of: store) == [])
  }

  private func lines(of store: StoreOf<Cookbook>) -> [String] {
    store.scope(state: \.path, action: \.path).flatMap { screen in
      switch screen.scope(state: \.$destination, action: \.destination)?.case {
      case .timer(let timer): [screen.dish.name, "\(timer.minutes) min"]
      case .alert(let alert): [screen.dish.name, alert.description]
      case nil: [screen.dish.name]
      }
    }
  }

  private func back(_ store: StoreOf<Cookbook>) {
    if let id = store.path.ids.last { store.send(.path(.popFrom(id: id))) }
  }
}

extension Failures {
  /// Those of the article about navigation.
  @MainActor static func ofNavigation() async -> [String] {
    await withCapturedIssues {
      let store = Store(initialState: DishDetail.State(dish: soup)) { DishDetail() }
      store.send(.destination(.presented(.timer(.minutePassed))))

      let cookbook = Store(initialState: Cookbook.State(dishes: [soup])) { Cookbook() }
      cookbook.send(.path(.popFrom(id: 0)))

      let timer = Store(initialState: DishTimer.State()) { DishTimer() }
      await timer.send(.doneButtonTapped).finish()
    }
    .map(\.message)
  }
}
