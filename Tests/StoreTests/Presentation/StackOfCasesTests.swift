import StoreTesting
import Testing

/// Stacks whose elements are cases of an enum with a `StateReducer`.
@MainActor @Suite struct StackOfCasesTests {
  @Reducer enum Path { case page(Page), book(Book) }

  struct Library: Equatable { var path = StackState<Path.State>() }
  typealias Action = ParentAction<Library, StackActionOf<Path>>

  let clock = TestClock()
  var library: some Reducer<Library, Action> {
    Changer<Library, StackActionOf<Path>>().forEach(\.path, action: \.child)
  }

  func makeStore(_ path: StackState<Path.State>) -> TestStore<Library, Action> {
    TestStore(initialState: Library(path: path), reducer: { library }, withDependencies: { $0.continuousClock = clock })
  }

  @Test func theStateKnowsTheReducer() async {
    let store = makeStore([.page(Page.State(number: 10))])
    await store.send(\.child[id: 0].page.tapped) { $0.path[id: 0, case: \.page]?.taps = 1 }
    await store.send(.child(.push(id: 1, state: .book(Book.State())))) { $0.path[id: 1] = .book(Book.State()) }
    await store.send(.child(.element(id: 1, action: .book(.pageButtonTapped(number: 11))))) {
      $0.path[id: 1, case: \.book]?.path[id: 0] = Page.State(number: 11)
    }
    await store.send(\.child[id: 1].book.path[id: 0].tapped) {
      $0.path[id: 1]?.modify(\.book) {
        $0.path[id: 0]?.taps = 1
        $0.log = ["[#0: 11/1]"]
      }
    }
  }

  @Test func storesReachIntoCases() {
    let path: StackState<Path.State> = [.page(Page.State(number: 10)), .book(Book.State(path: [Page.State()]))]
    let store = Store(initialState: Library(path: path)) { library }
    let page = store.scope(state: \.path[id: 0, case: \.page], action: \.child[id: 0].page)
    page?.send(.tapped)
    #expect([page?.taps, store.path[id: 0, case: \.page]?.taps] == [1, 1])
    #expect(store.scope(state: \.path[id: 0, case: \.book], action: \.child[id: 0].book) == nil)
    let pages = store.scope(state: \.path, action: \.child)[id: 1]?
      .scope(state: \.[case: \.book], action: \.book)?
      .scope(state: \.path, action: \.path)
    pages?.first?.send(.tapped)
    #expect(store.path[id: 1, case: \.book]?.path[id: 0]?.taps == 1)
  }

  @Test func dismissalIsThatOfTheInnermost() async {
    let store = makeStore([.book(Book.State(path: [Page.State(number: 10)])), .page(Page.State(number: 20))])
    store.exhaustivity = .off
    await store.send(\.child[id: 0].book.path[id: 0].doneTapped)
    await store.receive(\.child[id: 0].book.path.popFrom) { $0.path[id: 0, case: \.book]?.path = [] }
    #expect(store.state.path.ids == [0, 1])
    await store.send(\.child[id: 1].page.doneTapped)
    await store.receive(\.child.popFrom, 1) { $0.path[id: 1] = nil }
  }

  /// An element keeps its identity as long as it keeps its id, even if its case changes.
  @Test func anElementThatBecomesAnotherCaseKeepsItsEffects() async {
    let store = makeStore([.page(Page.State(number: 10))])
    store.exhaustivity = .off
    await store.send(\.child[id: 0].page.started)
    await store.send(.change { $0.path[id: 0] = .book(Book.State()) })
    await store.send(.change { $0.path[id: 0] = .page(Page.State(number: 11)) })
    await clock.advance(by: .seconds(1))
    await store.receive(\.child[id: 0].page.finished) { $0.path[id: 0] = .page(Page.State(number: 11, finishes: 1)) }
  }
}

extension StackOfCasesTests.Path.State: Equatable {}
