import Dependencies
import Store
import StoreTesting
import Testing

/// The first pages of the libraries.
struct LandingPages {
  @Reducer
  struct Playback {
    struct State: Equatable {
      var isPlaying = false
    }

    enum Action {
      case playButtonTapped
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .playButtonTapped:
        state.isPlaying.toggle()
        return .none
      }
    }
  }

  @MainActor @Test func run() {
    let playback = Store(initialState: Playback.State()) { Playback() }
    playback.send(.playButtonTapped)
    print(playback.isPlaying)  // true
    #expect(playback.isPlaying)
  }

  @Test func playing() async {
    let store = TestStore(initialState: Playback.State()) { Playback() }
    await store.send(.playButtonTapped) {
      $0.isPlaying = true
    }
  }

  @Test func depth() async throws {
    @Dependency(HarborClient.self) var harborClient
    try await withDependencies {
      $0.context = .mock
    } operation: {
      let depth = try await harborClient.depth("Dover")
      #expect(depth == 2.5)
    }
  }
}

struct HarborClient: Sendable {
  var depth: @Sendable (_ harbor: String) async throws -> Double
}

extension HarborClient: DependencyKey {
  static let liveValue = HarborClient(depth: { harbor in try await downloadDepth(at: harbor) })
  static let mockValue = HarborClient(depth: { _ in 2.5 })
}

private func downloadDepth(at harbor: String) async throws -> Double {
  throw CancellationError()
}
