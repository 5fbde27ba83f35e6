import StoreTesting
import Testing

@Suite struct PaginationRecipe {
  struct Post: Equatable, Identifiable, Sendable {
    let id: Int
  }

  struct Page: Equatable, Sendable {
    var posts: [Post]
    var next: String?
  }

  @DependencyClient
  struct PostClient: TestDependencyKey {
    var page: @Sendable (_ cursor: String?) async throws -> Page

    static let testValue = PostClient()
  }

  @Reducer
  struct PostList {
    struct State: Equatable {
      var posts: IdentifiedArrayOf<Post> = []
      var next: String?
      var isLoading = false
      var hasFailed = false
    }

    enum Action: Equatable {
      case appeared
      case rowAppeared(Post.ID)
      case retryButtonTapped
      case pageLoaded(Page)
      case failed
    }

    @Dependency(PostClient.self) var client

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .appeared:
        return state.posts.isEmpty ? load(&state) : .none

      case .rowAppeared(let id):
        guard id == state.posts.last?.id, state.next != nil, !state.hasFailed else { return .none }
        return load(&state)

      case .retryButtonTapped:
        return load(&state)

      case .pageLoaded(let page):
        state.isLoading = false
        state.next = page.next
        for post in page.posts { state.posts.append(post) }
        return .none

      case .failed:
        state.isLoading = false
        state.hasFailed = true
        return .none
      }
    }

    private func load(_ state: inout State) -> Effect<Action> {
      guard !state.isLoading else { return .none }
      state.isLoading = true
      state.hasFailed = false
      let cursor = state.next
      return .run { send in
        await send(.pageLoaded(try await client.page(cursor: cursor)))
      } catch: { _, send in
        await send(.failed)
      }
    }
  }

  @Test func theLastRowLoadsTheNextPage() async {
    let store = TestStore(initialState: PostList.State()) {
      PostList()
    } withDependencies: {
      $0[PostClient.self].page = { cursor in
        cursor == nil ? Page(posts: [Post(id: 1), Post(id: 2)], next: "2") : Page(posts: [Post(id: 2), Post(id: 3)])
      }
    }
    store.exhaustivity = .off

    await store.send(.appeared)
    await store.receive(\.pageLoaded)
    await store.send(.rowAppeared(1))
    await store.send(.rowAppeared(2)) { $0.isLoading = true }
    await store.receive(\.pageLoaded) {
      $0.posts = [Post(id: 1), Post(id: 2), Post(id: 3)]
      $0.next = nil
    }
  }

  @Test func aFailureIsRepeatedOnRequestOnly() async {
    struct Offline: Error {}
    let store = TestStore(initialState: PostList.State(posts: [Post(id: 1)], next: "1")) {
      PostList()
    } withDependencies: {
      $0[PostClient.self].page = { _ in throw Offline() }
    }
    await store.send(.rowAppeared(1)) { $0.isLoading = true }
    await store.receive(.failed) {
      $0.isLoading = false
      $0.hasFailed = true
    }
    await store.send(.rowAppeared(1))
    await store.send(.retryButtonTapped) {
      $0.isLoading = true
      $0.hasFailed = false
    }
    await store.receive(.failed) {
      $0.isLoading = false
      $0.hasFailed = true
    }
  }
}
