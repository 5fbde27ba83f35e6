import StoreTesting
import Testing

@Suite struct ValidationRecipe {
  enum Answer: Equatable, Sendable {
    case free
    case taken
  }

  @DependencyClient
  struct NameClient: TestDependencyKey {
    var check: @Sendable (_ name: String) async throws -> Answer

    static let testValue = NameClient()
  }

  @Reducer
  struct SignUp {
    struct State: Equatable {
      var name = ""
      var answer: Answer?
    }

    enum Action: Equatable, BindableAction {
      case binding(BindingAction<State>)
      case answered(Answer?)
    }

    enum CancelID { case check }

    @Dependency(NameClient.self) var client

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding(\.name):
          state.answer = nil
          let name = state.name
          guard name.count >= 3 else { return .cancel(id: CancelID.check) }
          return .run { send in
            await send(.answered(try? await client.check(name: name)))
          }
          .debounce(id: CancelID.check, for: .milliseconds(500))

        case .answered(let answer):
          state.answer = answer
          return .none

        case .binding:
          return .none
        }
      }
    }
  }

  @Test func theNameIsCheckedOnceItIsQuiet() async {
    let clock = TestClock()
    let store = TestStore(initialState: SignUp.State()) {
      SignUp()
    } withDependencies: {
      $0.continuousClock = clock
      $0[NameClient.self].check = { name in name == "blob" ? .taken : .free }
    }

    await store.send(\.binding.name, "blo") { $0.name = "blo" }
    await clock.advance(by: .milliseconds(400))
    await store.send(\.binding.name, "blob") { $0.name = "blob" }
    await clock.advance(by: .milliseconds(500))
    await store.receive(.answered(.taken)) { $0.answer = .taken }
    await store.send(\.binding.name, "b") {
      $0.name = "b"
      $0.answer = nil
    }
  }
}
