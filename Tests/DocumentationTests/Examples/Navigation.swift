import StoreTesting
import Testing

// #include Navigation.md: struct Dish: Equatable, Identifiable {

// #include Navigation.md: struct DishTimer

private let soup = Dish(id: 7, name: "Soup", goesWith: 8)
private let bread = Dish(id: 8, name: "Bread")

@MainActor
@Suite struct NavigationArticle {
  // #include Navigation.md: func aDishIsCookedByTheClock

  // #include Navigation.md: func deletingAsksFirst

  // #include Navigation.md: func linksLeadToTheTimer

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

  // #include Navigation.md: func lines
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
