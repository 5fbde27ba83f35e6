import StoreTesting
import Testing

@Suite struct OptimisticRecipe {
  @DependencyClient
  struct StarClient: TestDependencyKey {
    var setStarred: @Sendable (_ isStarred: Bool) async throws -> Void

    static let testValue = StarClient()
  }

  @Reducer
  struct StarButton {
    struct State: Equatable {
      var isStarred = false
      var saved = false
      var isSaving = false
    }

    enum Action: Equatable {
      case tapped
      case saved(Bool)
      case failed
    }

    @Dependency(StarClient.self) var client

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .tapped:
        state.isStarred.toggle()
        return save(&state)

      case .saved(let isStarred):
        state.saved = isStarred
        state.isSaving = false
        return save(&state)

      case .failed:
        state.isStarred = state.saved
        state.isSaving = false
        return .none
      }
    }

    private func save(_ state: inout State) -> Effect<Action> {
      guard !state.isSaving, state.isStarred != state.saved else { return .none }
      state.isSaving = true
      let isStarred = state.isStarred
      return .run { send in
        try await client.setStarred(isStarred: isStarred)
        await send(.saved(isStarred))
      } catch: { _, send in
        await send(.failed)
      }
    }
  }

  @Test func aFailureTakesTheStarBack() async {
    struct Offline: Error {}
    let store = TestStore(initialState: StarButton.State()) {
      StarButton()
    } withDependencies: {
      $0[StarClient.self].setStarred = { _ in throw Offline() }
    }

    await store.send(.tapped) {
      $0.isStarred = true
      $0.isSaving = true
    }
    await store.receive(.failed) {
      $0.isStarred = false
      $0.isSaving = false
    }
  }

  @Test func theStarIsWhatTheServerHas() async {
    let server = ModeledValue(false)
    await exploreStates(of: StarButton.State()) {
      StarButton()
    } withDependencies: {
      $0[StarClient.self].setStarred = { isStarred in
        try await choose("save \(isStarred)", .success(()), .failure(NotConnected()))
        server.withValue { $0 = isStarred }
      }
    } actions: { _ in
      StarButton.Action.tapped
    } whenSettled: { state in
      #expect(state.isStarred == server.value)
    }
  }
}
