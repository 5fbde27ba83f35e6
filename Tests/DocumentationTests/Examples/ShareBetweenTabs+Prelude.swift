@Reducer struct Tabs {
  struct State: Equatable {
    var shop = Shop.State()
    var checkout = Checkout.State()
  }
  enum Action { case shop(Shop.Action), checkout(Checkout.Action) }
  var body: some ReducerOf<Self> {
    Scope(state: \.shop, action: \.shop) { Shop() }
    Scope(state: \.checkout, action: \.checkout) { Checkout() }
  }
}
