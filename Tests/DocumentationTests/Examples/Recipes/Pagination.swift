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

  // #include Pagination.md

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
