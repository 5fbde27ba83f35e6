import StoreTesting
import Testing

@Suite struct QueueRecipe {
  struct Photo: Equatable, Identifiable, Sendable {
    let id: Int
  }

  @DependencyClient
  struct PhotoClient: TestDependencyKey {
    var upload: @Sendable (_ photo: Photo) async throws -> Void

    static let testValue = PhotoClient()
  }

  @Reducer
  struct Photos {
    struct State: Equatable {
      var waiting: [Photo] = []
      var current: Photo?
      var failed: [Photo] = []
    }

    enum Action: Equatable {
      case photoAdded(Photo)
      case uploaded
      case failed
    }

    @Dependency(PhotoClient.self) var client

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .photoAdded(let photo):
        state.waiting.append(photo)

      case .uploaded:
        state.current = nil

      case .failed:
        if let photo = state.current { state.failed.append(photo) }
        state.current = nil
      }
      return uploadNext(&state)
    }

    private func uploadNext(_ state: inout State) -> Effect<Action> {
      guard state.current == nil, !state.waiting.isEmpty else { return .none }
      let photo = state.waiting.removeFirst()
      state.current = photo
      return .run { send in
        try await client.upload(photo: photo)
        await send(.uploaded)
      } catch: { _, send in
        await send(.failed)
      }
    }
  }

  @Test func onePhotoAfterTheOther() async {
    let clock = TestClock()
    let store = TestStore(initialState: Photos.State()) {
      Photos()
    } withDependencies: {
      $0[PhotoClient.self].upload = { _ in try await clock.sleep(for: .seconds(1)) }
    }

    await store.send(.photoAdded(Photo(id: 1))) { $0.current = Photo(id: 1) }
    await store.send(.photoAdded(Photo(id: 2))) { $0.waiting = [Photo(id: 2)] }
    await clock.advance(by: .seconds(1))
    await store.receive(.uploaded) {
      $0.waiting = []
      $0.current = Photo(id: 2)
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.uploaded) { $0.current = nil }
  }

  @Test func aFailureDoesNotHoldUpTheRest() async {
    struct Offline: Error {}
    let store = TestStore(initialState: Photos.State()) {
      Photos()
    } withDependencies: {
      $0[PhotoClient.self].upload = { _ in throw Offline() }
    }
    await store.send(.photoAdded(Photo(id: 1))) { $0.current = Photo(id: 1) }
    await store.receive(.failed) {
      $0.current = nil
      $0.failed = [Photo(id: 1)]
    }
  }
}
