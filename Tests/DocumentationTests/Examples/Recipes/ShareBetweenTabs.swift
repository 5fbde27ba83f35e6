import StoreTesting
import Testing

struct BasketItem: Equatable, Identifiable, Sendable {
  let id: Int
}

extension SharedKey where Self == InMemoryKey<IdentifiedArrayOf<BasketItem>>.Default {
  static var basket: Self { Self[.inMemory("basket"), default: []] }
}

@Suite struct TabRecipe {
  @Reducer
  struct Shop {
    struct State: Equatable {
      @Shared(.basket) var basket
    }

    enum Action {
      case buyButtonTapped(BasketItem)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .buyButtonTapped(let item):
        state.$basket.withLock { _ = $0.append(item) }
        return .none
      }
    }
  }

  @Reducer
  struct Checkout {
    struct State: Equatable {
      @Shared(.basket) var basket
    }

    enum Action {
      case removeButtonTapped(BasketItem.ID)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .removeButtonTapped(let id):
        state.$basket.withLock { _ = $0.remove(id: id) }
        return .none
      }
    }
  }

  @Reducer
  struct Tabs {
    struct State: Equatable {
      var shop = Shop.State()
      var checkout = Checkout.State()
    }

    enum Action {
      case shop(Shop.Action)
      case checkout(Checkout.Action)
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.shop, action: \.shop) { Shop() }
      Scope(state: \.checkout, action: \.checkout) { Checkout() }
    }
  }

  @Test func bothTabsSeeTheBasket() async {
    let store = TestStore(initialState: Tabs.State()) { Tabs() }

    await store.send(\.shop.buyButtonTapped, BasketItem(id: 7)) {
      $0.shop.$basket.withLock { $0 = [BasketItem(id: 7)] }
    }
    #expect(store.state.checkout.basket == [BasketItem(id: 7)])
    await store.send(\.checkout.removeButtonTapped, 7) {
      $0.shop.$basket.withLock { $0 = [] }
    }
  }
}
