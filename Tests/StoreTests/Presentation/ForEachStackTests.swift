import StoreTesting
import Testing

@MainActor @Suite struct ForEachStackTests {
  let clock = TestClock()

  func makeStore(_ numbers: Int...) -> TestStoreOf<Book> {
    TestStore(initialState: Book.State(path: StackState(numbers.map { Page.State(number: $0) }))) {
      Book()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func aParentPushesAndPops() async {
    let store = makeStore()
    await store.send(.pageButtonTapped(number: 10)) { $0.path.append(Page.State(number: 10)) }
    await store.send(.pageButtonTapped(number: 11)) { $0.path[id: 1] = Page.State(number: 11) }
    await store.send(\.path[id: 0].tapped) {
      $0.path[id: 0]?.taps = 1
      $0.log = ["[#0: 10/1, #1: 11/0]"]
    }
    await store.send(\.path[id: 1].nextTapped, 12) { $0.path[id: 2] = Page.State(number: 12) }
    await store.send(.change { $0.path.pop(to: 1) }) { $0.path[id: 2] = nil }
    await store.send(.homeButtonTapped) { $0.path = StackState() }
    await store.send(.pageButtonTapped(number: 13)) { $0.path[id: 3] = Page.State(number: 13) }
  }

  @Test func actionsPushAndPop() async {
    let store = makeStore()
    await store.send(.path(.push(id: 0, state: Page.State(number: 10)))) {
      $0.path[id: 0] = Page.State(number: 10)
      $0.log = ["[#0: 10/0]"]
    }
    await store.send(.path(.push(id: store.state.path.nextID, state: Page.State(number: 11)))) {
      $0.path[id: 1] = Page.State(number: 11)
      $0.log.append("[#0: 10/0, #1: 11/0]")
    }
    await store.send(.pageButtonTapped(number: 12)) { $0.path[id: 2] = Page.State(number: 12) }
    // The parent sees the elements that are about to be popped.
    await store.send(.path(.popFrom(id: 1))) {
      $0.path.removeLast(2)
      $0.log.append("[#0: 10/0, #1: 11/0, #2: 12/0]")
    }
    await store.send(.path(.popFrom(id: 0))) {
      $0.path = []
      $0.log.append("[#0: 10/0]")
    }
  }

  @Test func effectsOfPagesThatAreReplacedAreCancelled() async {
    let store = makeStore(10, 11)
    await store.send(\.path[id: 0].started) { $0.log = ["[#0: 10/0, #1: 11/0]"] }
    await store.send(\.path[id: 1].started) { $0.log += $0.log }
    await store.send(.linkOpened(numbers: [20, 21])) { $0.path = [Page.State(number: 20), Page.State(number: 21)] }
    await store.finish()
    // The page's own action replaces the path, and has an effect.
    await store.send(.path(.element(id: 3, action: .restarted(number: 30)))) { $0.path = [Page.State(number: 30)] }
    #expect(store.state.path.ids == [4])
    await store.finish()
  }

  @Test func pagesThatReplaceThoseThatArePoppedStay() async {
    let store = TestStore(initialState: Book.State(path: [Page.State(number: 10)])) {
      Changes<Book.State, Book.Action> { state, action in
        if case .path(.popFrom) = action { state.path = [Page.State(number: 20), Page.State(number: 21)] }
      }
      .forEach(\.path, action: \.path) { Page() }
    }
    await store.send(.path(.popFrom(id: 0))) { $0.path = [Page.State(number: 20), Page.State(number: 21)] }
    #expect(store.state.path.ids == [1, 2])
  }

  @Test func theEffectsOfAPageThatIsPoppedAreCancelled() async {
    let changes: [Book.Action] = [
      .change { $0.path.pop(from: 1) }, .change { $0.path.pop(to: 0) }, .change { $0.path.removeLast(2) },
      .change { $0.path[id: 1] = nil }, .change { $0.path.replaceSubrange(1...1, with: [Page.State(number: 20)]) },
      .change { $0.path = $0.path.filter { $0.number < 11 } }, .path(.popFrom(id: 1)),
    ]
    for change in changes {
      let store = makeStore(10, 11, 12)
      store.exhaustivity = .off
      await store.send(\.path[id: 0].started)
      let popped = await store.send(\.path[id: 1].started)
      await store.send(change)
      await popped.finish()
      await clock.advance(by: .seconds(1))
      await store.receive(\.path[id: 0].finished)
      await store.finish()
      #expect(store.state.path[id: 0]?.finishes == 1)
    }
  }

  @Test func aPageThatDismissesItselfTakesThoseAboveItAlong() async {
    let store = makeStore(10, 11, 12)
    let above = await store.send(\.path[id: 2].started) { $0.log = ["[#0: 10/0, #1: 11/0, #2: 12/0]"] }
    await store.send(\.path[id: 1].doneTapped) { $0.log += $0.log }
    await store.receive(\.path.popFrom, 1) {
      $0.path.pop(to: 0)
      $0.log += [$0.log[0]]
    }
    await above.finish()
  }

  @Test func aPageKnowsThatItIsPresented() async {
    let store = makeStore(10)
    store.exhaustivity = .off
    await store.send(.path(.element(id: 0, action: .presenceChecked))) { $0.path[id: 0]?.number = 1 }
    let root = TestStore(initialState: Page.State(number: 2)) { Page() }
    await root.send(.presenceChecked) { $0.number = 0 }
  }

  @Test func aStackCanBeComputed() async {
    struct Shelf: Equatable {
      var book = Book.State(path: [Page.State(number: 10)])
      var writes = 0
      var path: StackState<Page.State> {
        get { book.path }
        set {
          book.path = newValue
          writes += 1
        }
      }
    }
    let store = TestStore(initialState: Shelf()) {
      Changes<Shelf, Book.Action> { state, action in
        if case .linkOpened(let numbers) = action { state.path = StackState(numbers.map { Page.State(number: $0) }) }
      }
      .forEach(\.path, action: \.path) { Page() }
    } withDependencies: {
      $0.continuousClock = clock
    }
    // The first action makes the ids final.
    await store.send(.homeButtonTapped) { $0.writes = 1 }
    await store.send(.homeButtonTapped)
    await store.send(\.path[id: 0].tapped) {
      $0.book.path[id: 0]?.taps = 1
      $0.writes = 2
    }
    await store.send(\.path[id: 0].started) { $0.writes = 3 }
    await store.send(.linkOpened(numbers: [20])) {
      $0.book.path = [Page.State(number: 20)]
      $0.writes = 5
    }
    await store.finish()
    #expect(store.state.path.ids == [1])
  }

  @Test func everyParentNumbersItsOwnPages() async {
    struct Shelf: Equatable {
      var books: IdentifiedArrayOf<Book.State> = [
        Book.State(id: 1, path: [Page.State(number: 10)]), Book.State(id: 2, path: [Page.State(number: 20)]),
      ]
    }
    let store = TestStore(initialState: Shelf()) {
      Changer<Shelf, IdentifiedActionOf<Book>>().forEach(\.books, action: \.child) { Book() }
    } withDependencies: {
      $0.continuousClock = clock
    }
    store.exhaustivity = .off
    await store.send(\.child[id: 1].path[id: 0].started)
    await store.send(\.child[id: 2].pageButtonTapped, 21) { $0.books[id: 2]?.path[id: 1] = Page.State(number: 21) }
    await store.send(\.child[id: 2].homeButtonTapped) { $0.books[id: 2]?.path = [] }
    await clock.advance(by: .seconds(1))
    await store.receive(\.child[id: 1].path[id: 0].finished) { $0.books[id: 1]?.path[id: 0]?.finishes = 1 }
    await store.send(\.child[id: 1].path[id: 0].doneTapped)
    await store.receive(\.child[id: 1].path.popFrom, 0) { $0.books[id: 1]?.path = [] }
    // An effect that goes on is cancelled with the parent of its page.
    await store.send(\.child[id: 2].linkOpened, [22]) { $0.books[id: 2]?.path[id: 2] = Page.State(number: 22) }
    let task = await store.send(\.child[id: 2].path[id: 2].started)
    await store.send(.change { $0.books.remove(id: 2) }) { $0.books.remove(id: 2) }
    await task.finish()
  }

  final class Holder {
    var path = StackState<Int>([1, 2])
    var writes = 0
    var computed: StackState<Int> {
      get { path }
      set {
        path = newValue
        writes += 1
      }
    }
  }

  struct Holding { var holder = Holder() }

  /// The element reads the stack while it runs.
  @Test(arguments: [true, false]) func elementsMayReadTheObject(isComputed: Bool) {
    let state = Holding()
    let keyPath = isComputed ? \Holding.holder.computed : \Holding.holder.path
    let store = Store(initialState: state) {
      EmptyReducer<Holding, StackAction<Int, Void>>().forEach(keyPath, action: \.self) {
        Changes { element, _ in element *= state.holder.path.count }
      }
    }
    store.send(.element(id: 1, action: ()))
    #expect(state.holder.path == [1, 4])
    let writes = state.holder.writes
    withExpectedIssue { _ = store.send(.element(id: 7, action: ())) }
    #expect(state.holder.writes == writes)
  }
}
