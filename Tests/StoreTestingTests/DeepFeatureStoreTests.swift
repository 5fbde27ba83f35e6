import Testing

@testable import StoreTesting

/// Effects that change the state far below their feature.
@Suite struct DeepFeatureStoreTests {
  @Reducer
  struct Page {
    struct State: Equatable, Identifiable { var id = 0 }
    enum Action: Equatable { case opened }

    var body: some ReducerOf<Self> {
      Reduce { _, _ in .run(name: "reading") { _ in try await Task.never() } }
    }
  }

  @Reducer
  struct Book {
    struct State: Equatable, Identifiable {
      var id = 0
      var pages: IdentifiedArrayOf<Page.State> = [Page.State(id: 1), Page.State(id: 2)]
    }
    enum Action: Equatable { case pages(IdentifiedActionOf<Page>) }

    var body: some ReducerOf<Self> { Reduce { _, _ in .none }.forEach(\.pages, action: \.pages) { Page() } }
  }

  @Reducer
  struct Shelf {
    struct State: Equatable, Identifiable {
      var id: Int
      var books: IdentifiedArrayOf<Book.State>

      init(id: Int, book: Int) {
        self.id = id
        books = [Book.State(id: book)]
      }
    }
    enum Action: Equatable { case books(IdentifiedActionOf<Book>) }

    var body: some ReducerOf<Self> { Reduce { _, _ in .none }.forEach(\.books, action: \.books) { Book() } }
  }

  @Reducer
  struct Library {
    struct State: Equatable {
      var shelves: IdentifiedArrayOf<Shelf.State> = [Shelf.State(id: 1, book: 11), Shelf.State(id: 2, book: 22)]
    }
    enum Action: Equatable {
      case shelves(IdentifiedActionOf<Shelf>)
      case cleared(shelf: Int)
    }

    var body: some ReducerOf<Self> {
      Reduce { _, action in
        guard case .cleared(let id) = action else { return .none }
        return run { store in try store.modify("Clear") { $0.shelves[id: id]?.books[id: id * 11]?.pages = [] } }
      }
      .forEach(\.shelves, action: \.shelves) { Shelf() }
    }
  }

  @Test(arguments: [[1, 2], [2, 1]])
  func effectsOfWhatAChangeRemovesAreCancelledInEachBranch(order: [Int]) async {
    let store = TestStore(initialState: Library.State()) { Library() }
    for (shelf, page) in [(1, 1), (1, 2), (2, 1), (2, 2)] {
      await store.send(
        .shelves(
          .element(
            id: shelf,
            action: .books(.element(id: shelf * 11, action: .pages(.element(id: page, action: .opened))))
          )
        )
      )
    }
    for shelf in order {
      await store.send(.cleared(shelf: shelf))
      await store.receive(modify: "Clear") { $0.shelves[id: shelf]?.books[id: shelf * 11]?.pages = [] }
    }
    await store.finish()
  }
}
