import Dependencies
import StoreTesting
import Testing

/// Stacks whose elements are cases of an enum with a `StateReducer`.
@MainActor
@Suite struct StackOfCasesTests {
  @Reducer enum Path {
    case page(Page)
    case book(Book)
  }

  @Reducer struct Library {
    struct State: Equatable {
      var path = StackState<Path.State>()
    }
    enum Action {
      case path(StackActionOf<Path>)
      case change((inout State) -> Void)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .change(let change) = action { change(&state) }
        return .none
      }
      .forEach(\.path, action: \.path)
    }
  }

  let clock = TestClock()

  func makeStore(_ path: StackState<Path.State>) -> TestStoreOf<Library> {
    TestStore(initialState: Library.State(path: path)) {
      Library()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func theStateKnowsTheReducer() async {
    let store = makeStore([.page(Page.State(number: 10))])
    await store.send(\.path[id: 0].page.tapped) {
      $0.path[id: 0, case: \.page]?.taps = 1
    }
    await store.send(.path(.push(id: 1, state: .book(Book.State())))) {
      $0.path[id: 1] = .book(Book.State())
    }
    await store.send(.path(.element(id: 1, action: .book(.pageButtonTapped(number: 11))))) {
      $0.path[id: 1, case: \.book]?.path[id: 0] = Page.State(number: 11)
    }
    await store.send(\.path[id: 1].book.path[id: 0].tapped) {
      $0.path[id: 1]?.modify(\.book) {
        $0.path[id: 0]?.taps = 1
        $0.log = ["[#0: 11/1]"]
      }
    }
  }

  @Test func storesReachIntoCases() {
    let store = Store(
      initialState: Library.State(path: [.page(Page.State(number: 10)), .book(Book.State(path: [Page.State()]))])
    ) { Library() }
    let page = store.scope(state: \.path[id: 0, case: \.page], action: \.path[id: 0].page)
    page?.send(.tapped)
    #expect(page?.taps == 1)
    #expect(store.path[id: 0, case: \.page]?.taps == 1)
    #expect(store.scope(state: \.path[id: 0, case: \.book], action: \.path[id: 0].book) == nil)
    let pages = store.scope(state: \.path, action: \.path)[id: 1]?
      .scope(state: \.[case: \.book], action: \.book)?
      .scope(state: \.path, action: \.path)
    pages?.first?.send(.tapped)
    #expect(store.path[id: 1, case: \.book]?.path[id: 0]?.taps == 1)
  }

  @Test func dismissalIsThatOfTheInnermost() async {
    let store = makeStore([.book(Book.State(path: [Page.State(number: 10)])), .page(Page.State(number: 20))])
    store.exhaustivity = .off
    await store.send(\.path[id: 0].book.path[id: 0].doneTapped)
    await store.receive(\.path[id: 0].book.path.popFrom) {
      $0.path[id: 0, case: \.book]?.path = []
    }
    #expect(store.state.path.ids == [0, 1])
    await store.send(\.path[id: 1].page.doneTapped)
    await store.receive(\.path.popFrom, 1) {
      $0.path[id: 1] = nil
    }
  }

  /// An element keeps its identity as long as it keeps its id, even if its case changes.
  @Test func anElementThatBecomesAnotherCaseKeepsItsEffects() async {
    let store = makeStore([.page(Page.State(number: 10))])
    store.exhaustivity = .off
    await store.send(\.path[id: 0].page.started)
    await store.send(.change { $0.path[id: 0] = .book(Book.State()) })
    await store.send(.change { $0.path[id: 0] = .page(Page.State(number: 11)) })
    await clock.advance(by: .seconds(1))
    await store.receive(\.path[id: 0].page.finished) {
      $0.path[id: 0] = .page(Page.State(number: 11, finishes: 1))
    }
  }
}

extension StackOfCasesTests.Path.State: Equatable {}
