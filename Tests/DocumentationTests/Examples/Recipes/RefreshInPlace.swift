import StoreTesting
import Testing

@Suite struct RefreshRecipe {
  @DependencyClient
  struct MenuClient: TestDependencyKey {
    var dishes: @Sendable () async throws -> [String]

    static let testValue = MenuClient()
  }

  @Reducer
  struct Menu {
    struct State: Equatable {
      var dishes: [String] = []
      var isRefreshing = false
      var problem: String?
    }

    enum Action: Equatable {
      case refreshed
      case dishesLoaded([String])
      case failed(String)
    }

    enum CancelID { case refresh }

    @Dependency(MenuClient.self) var client

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .refreshed:
        state.isRefreshing = true
        return .run { send in
          await send(.dishesLoaded(try await client.dishes()))
        } catch: { error, send in
          await send(.failed("\(error)"))
        }
        .cancellable(id: CancelID.refresh, cancelInFlight: true)

      case .dishesLoaded(let dishes):
        state.dishes = dishes
        state.isRefreshing = false
        state.problem = nil
        return .none

      case .failed(let problem):
        state.isRefreshing = false
        state.problem = problem
        return .none
      }
    }
  }

  @Test func aFailureKeepsTheDishes() async {
    struct Offline: Error {}
    let store = TestStore(initialState: Menu.State(dishes: ["Ramen"])) {
      Menu()
    } withDependencies: {
      $0[MenuClient.self].dishes = { throw Offline() }
    }

    await store.send(.refreshed) { $0.isRefreshing = true }
    await store.receive(.failed("Offline()")) {
      $0.isRefreshing = false
      $0.problem = "Offline()"
    }
    #expect(store.state.dishes == ["Ramen"])
  }
}
