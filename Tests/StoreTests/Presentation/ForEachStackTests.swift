import Dependencies
import StoreTesting
import Testing

@MainActor
@Suite struct ForEachStackTests {
  let clock = TestClock()

  func makeStore(_ numbers: Int...) -> TestStoreOf<Book> {
    TestStore(initialState: Book.State(path: StackState(numbers.map { Page.State(number: $0) }))) {
      Book()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  // MARK: Pushing and popping

  @Test func aParentPushesAndPops() async {
    let store = makeStore()
    await store.send(.pageButtonTapped(number: 10)) {
      $0.path.append(Page.State(number: 10))
    }
    await store.send(.pageButtonTapped(number: 11)) {
      $0.path[id: 1] = Page.State(number: 11)
    }
    await store.send(\.path[id: 0].tapped) {
      $0.path[id: 0]?.taps = 1
      $0.log = ["[#0: 10/1, #1: 11/0]"]
    }
    await store.send(\.path[id: 1].nextTapped, 12) {
      $0.path[id: 2] = Page.State(number: 12)
    }
    await store.send(.change { $0.path.pop(to: 1) }) {
      $0.path[id: 2] = nil
    }
    await store.send(.homeButtonTapped) {
      $0.path = StackState()
    }
    await store.send(.pageButtonTapped(number: 13)) {
      $0.path[id: 3] = Page.State(number: 13)
    }
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
    await store.send(.path(.push(id: 2, state: Page.State(number: 12)))) {
      $0.path[id: 2] = Page.State(number: 12)
      $0.log.append("[#0: 10/0, #1: 11/0, #2: 12/0]")
    }
    await store.send(.pageButtonTapped(number: 13)) {
      $0.path[id: 3] = Page.State(number: 13)
    }
    // The parent sees the elements that are about to be popped.
    await store.send(.path(.popFrom(id: 1))) {
      $0.path.removeLast(3)
      $0.log.append("[#0: 10/0, #1: 11/0, #2: 12/0, #3: 13/0]")
    }
    await store.send(.path(.popFrom(id: 0))) {
      $0.path = []
      $0.log.append("[#0: 10/0]")
    }
  }

  @Test func thePageRunsBeforeTheBook() async {
    let store = makeStore(10)
    await store.send(\.path[id: 0].tapped) {
      $0.path[id: 0]?.taps = 1
      $0.log = ["[#0: 10/1]"]
    }
  }

  @Test func aTestThatExpectsAnotherIDFails() async {
    let store = makeStore()
    let issues = await withCapturedIssues {
      await store.send(.path(.push(id: 0, state: Page.State(number: 10)))) {
        $0.path[id: 1] = Page.State(number: 10)
        $0.log = ["[#0: 10/0]"]
      }
    }
    let message = """
      A state change does not match expectation.

            Book.State(
              id: 0,
              path: [
          -     #1: Page.State(
          -       number: 10,
          -       taps: 0,
          -       finishes: 0
          -     )
          +     #0: Page.State(
          +       number: 10,
          +       taps: 0,
          +       finishes: 0
          +     )
              ],
              log: […]
            )

      (Expected: -, Actual: +)
      """
    #expect(issues.map(\.message) == [message])
  }

  // MARK: Replacing

  @Test func aStackThatReplacesAnotherContinuesItsIDs() async {
    let store = makeStore(10, 11)
    await store.send(.linkOpened(numbers: [20, 21])) {
      $0.path = StackState([Page.State(number: 20), Page.State(number: 21)])
    }
    #expect(store.state.path.ids == [2, 3])
    await store.send(\.path[id: 3].tapped) {
      $0.path[id: 3]?.taps = 1
      $0.log = ["[#2: 20/0, #3: 21/1]"]
    }
    await store.send(.linkOpened(numbers: [])) {
      $0.path = []
    }
    await store.send(.linkOpened(numbers: [30])) {
      $0.path[id: 4] = Page.State(number: 30)
    }
    await store.send(.change { $0 = Book.State(id: 1, path: [Page.State(number: 40)]) }) {
      $0 = Book.State(id: 1)
      $0.path = [Page.State(number: 40)]
    }
    #expect(store.state.path.ids == [5])
  }

  @Test func anEarlierCopyBringsItsElementsBack() async {
    let store = makeStore(10)
    let saved = Box<StackState<Page.State>>()
    await store.send(.change { saved.value = $0.path })
    await store.send(.pageButtonTapped(number: 11)) {
      $0.path[id: 1] = Page.State(number: 11)
    }
    await store.send(.homeButtonTapped) {
      $0.path.removeAll()
    }
    await store.send(
      .change {
        guard let saved = saved.value else { return }
        $0.path = saved
        $0.path.append(Page.State(number: 12))
      }
    ) {
      $0.path = StackState()
      $0.path[id: 2] = Page.State(number: 12)
      $0.path.insert(Page.State(number: 10), at: 0)
      if let saved = saved.value {
        $0.path = saved
        $0.path[id: 2] = Page.State(number: 12)
      }
    }
    #expect(store.state.path.ids == [0, 2])
  }

  @Test func effectsOfPagesThatAreReplacedAreCancelled() async {
    let store = makeStore(10, 11)
    await store.send(\.path[id: 0].started) { $0.log = ["[#0: 10/0, #1: 11/0]"] }
    await store.send(\.path[id: 1].started) { $0.log += $0.log }
    await store.send(.linkOpened(numbers: [20, 21])) {
      $0.path = [Page.State(number: 20), Page.State(number: 21)]
    }
    await store.finish()
    // The page's own action replaces the path, and has an effect.
    await store.send(.path(.element(id: 3, action: .restarted(number: 30)))) {
      $0.path = [Page.State(number: 30)]
    }
    #expect(store.state.path.ids == [4])
    await store.finish()
  }

  @Test func pagesThatReplaceThoseThatArePoppedStay() async {
    let store = TestStore(initialState: Book.State(path: [Page.State(number: 10)])) {
      Reduce<Book.State, Book.Action> { state, action in
        if case .path(.popFrom) = action { state.path = [Page.State(number: 20), Page.State(number: 21)] }
        return .none
      }
      .forEach(\.path, action: \.path) { Page() }
    }
    await store.send(.path(.popFrom(id: 0))) {
      $0.path = [Page.State(number: 20), Page.State(number: 21)]
    }
    #expect(store.state.path.ids == [1, 2])
  }

  // MARK: Effects

  @Test func whatAPagesEffectsSendComesBackAsItsActions() async {
    let store = makeStore(10, 11)
    await store.send(\.path[id: 1].started) { $0.log = ["[#0: 10/0, #1: 11/0]"] }
    await store.send(.change { $0.path[id: 0] = nil }) { $0.path[id: 0] = nil }
    await clock.advance(by: .seconds(1))
    await store.receive(\.path[id: 1].finished) {
      $0.path[id: 1]?.finishes = 1
      $0.log.append("[#1: 11/0]")
    }
  }

  @Test func theEffectsOfAPageThatIsPoppedAreCancelled() async {
    let changes: [(inout Book.State) -> Void] = [
      { $0.path.pop(from: 1) }, { $0.path.pop(to: 0) }, { $0.path.removeLast(2) }, { $0.path[id: 1] = nil },
      { $0.path.replaceSubrange(1...1, with: [Page.State(number: 20)]) },
      { $0.path = $0.path.filter { $0.number < 11 } },
    ]
    for change in changes {
      let store = makeStore(10, 11, 12)
      store.exhaustivity = .off
      await store.send(\.path[id: 0].started)
      let popped = await store.send(\.path[id: 1].started)
      await store.send(.change(change))
      await popped.finish()
      await clock.advance(by: .seconds(1))
      await store.receive(\.path[id: 0].finished)
      await store.finish()
      #expect(store.state.path[id: 0]?.finishes == 1)
    }
  }

  @Test func theEffectsOfAPageThatIsPoppedByAnActionAreCancelled() async {
    let store = makeStore(10, 11, 12)
    store.exhaustivity = .off
    await store.send(\.path[id: 0].started)
    let tasks = [await store.send(\.path[id: 1].started), await store.send(\.path[id: 2].started)]
    await store.send(.path(.popFrom(id: 1)))
    for task in tasks { await task.finish() }
    await clock.advance(by: .seconds(1))
    await store.receive(\.path[id: 0].finished)
  }

  @Test func aPageThatStartsAnEffectAndGoesInTheSameActionLeavesNothing() async {
    let store = makeStore(10)
    await store.send(.path(.element(id: 0, action: .closed))) {
      $0.path.removeAll()
    }
    await store.finish()
  }

  @Test func aCancellationIDOfOnePageIsNotThatOfAnother() async {
    let store = makeStore(10, 11)
    store.exhaustivity = .off
    let first = await store.send(\.path[id: 0].started)
    await store.send(\.path[id: 1].started)
    await store.send(.path(.element(id: 0, action: .stopped)))
    await first.finish()
    await clock.advance(by: .seconds(1))
    await store.receive(\.path[id: 1].finished)
  }

  /// An action on its way to a page of the old path does not reach the page of the new path with the same number.
  @Test func aPathThatIsReplacedFromOutsideLosesItsEffects() async {
    let store = TestStore(initialState: Book.State(path: [Page.State(number: 10)])) {
      CombineReducers {
        Book()
        Reduce<Book.State, Book.Action> { state, action in
          if case .change = action { state.path = [Page.State(number: 20)] }
          return .none
        }
      }
    } withDependencies: {
      $0.continuousClock = clock
    }
    store.exhaustivity = .off
    let task = await store.send(\.path[id: 0].started)
    await store.send(.change { _ in })
    await store.send(\.path[id: 0].started)
    await task.finish()
    await clock.advance(by: .seconds(1))
    await store.receive(\.path[id: 0].finished)
    #expect(store.state.path[id: 0] == Page.State(number: 20, finishes: 1))
  }

  @Test func twoStoresOfOneStateDoNotShareAnything() async {
    let feature = Book()
    let first = TestStore(initialState: Book.State(path: [Page.State(number: 10)])) { feature }
    await first.send(.pageButtonTapped(number: 11)) { $0.path[id: 1] = Page.State(number: 11) }
    let second = TestStore(initialState: first.state) { feature }
    await first.send(.homeButtonTapped) { $0.path = [] }
    await second.send(.pageButtonTapped(number: 12)) { $0.path[id: 2] = Page.State(number: 12) }
    await first.send(.pageButtonTapped(number: 13)) { $0.path[id: 2] = Page.State(number: 13) }
    await second.send(.linkOpened(numbers: [14])) { $0.path = [Page.State(number: 14)] }
    #expect(second.state.path.ids == [3])
  }

  // MARK: Dismissal

  @Test func aPageDismissesItself() async {
    let store = makeStore(10, 11)
    await store.send(\.path[id: 1].doneTapped) { $0.log = ["[#0: 10/0, #1: 11/0]"] }
    await store.receive(\.path.popFrom, 1) {
      $0.path.removeLast()
      $0.log += $0.log
    }
  }

  @Test func aPageThatDismissesItselfTakesThoseAboveItAlong() async {
    let store = makeStore(10, 11, 12)
    store.exhaustivity = .off
    let task = await store.send(\.path[id: 2].started)
    await store.send(\.path[id: 1].doneTapped)
    await store.receive(\.path.popFrom, 1) {
      $0.path.pop(to: 0)
    }
    await task.finish()
  }

  @Test func aPageKnowsThatItIsPresented() async {
    let store = makeStore(10)
    await store.send(.path(.element(id: 0, action: .presenceChecked))) {
      $0.path[id: 0]?.number = 1
      $0.log = ["[#0: 1/0]"]
    }
    let root = TestStore(initialState: Page.State(number: 2)) { Page() }
    await root.send(.presenceChecked) { $0.number = 0 }
  }

  // MARK: Where stacks can be

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
      Reduce<Shelf, Book.Action> { state, action in
        if case .linkOpened(let numbers) = action { state.path = StackState(numbers.map { Page.State(number: $0) }) }
        return .none
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
    await store.send(.child(.element(id: 1, action: .path(.element(id: 0, action: .started))))) {
      $0.books[id: 1]?.log = ["[#0: 10/0]"]
    }
    await store.send(.child(.element(id: 2, action: .pageButtonTapped(number: 21)))) {
      $0.books[id: 2]?.path[id: 1] = Page.State(number: 21)
    }
    await store.send(.child(.element(id: 2, action: .homeButtonTapped))) {
      $0.books[id: 2]?.path = []
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.child[id: 1].path[id: 0].finished) {
      $0.books[id: 1]?.path[id: 0]?.finishes = 1
      $0.books[id: 1]?.log.append("[#0: 10/0]")
    }
    await store.send(.child(.element(id: 1, action: .path(.element(id: 0, action: .doneTapped))))) {
      $0.books[id: 1]?.log.append("[#0: 10/0]")
    }
    await store.receive(\.child[id: 1].path.popFrom, 0) {
      $0.books[id: 1]?.path = []
      $0.books[id: 1]?.log.append("[#0: 10/0]")
    }
    let task = await store.send(.child(.element(id: 2, action: .linkOpened(numbers: [22])))) {
      $0.books[id: 2]?.path[id: 2] = Page.State(number: 22)
    }
    await task.finish()
    await store.send(.child(.element(id: 2, action: .path(.element(id: 2, action: .started))))) {
      $0.books[id: 2]?.log = ["[#2: 22/0]"]
    }
    await store.send(.change { $0.books.remove(id: 2) }) { $0.books.remove(id: 2) }
  }

  // MARK: Deep stacks

  @Test func aThousandPages() async {
    let store = makeStore()
    store.exhaustivity = .off
    for number in 0..<1_000 { await store.send(.pageButtonTapped(number: number)) }
    #expect(store.state.path.ids.elementsEqual((0..<1_000).map { StackElementID(integerLiteral: $0) }))
    for number in 0..<1_000 {
      await store.send(.change { _ in })
      await store.send(.path(.element(id: StackElementID(integerLiteral: number), action: .started)))
      await store.send(.change { $0.log = [] })
    }
    await store.send(\.path[id: 500].tapped) { $0.path[id: 500]?.taps = 1 }
    await store.send(.path(.popFrom(id: 10))) { $0.path.pop(from: 10) }
    await clock.advance(by: .seconds(1))
    for number in 0..<10 {
      let id = StackElementID(integerLiteral: number)
      await store.receive(\.path[id: id].finished) { $0.path[id: id]?.finishes = 1 }
    }
    await store.finish()
    #expect(store.state.path.count == 10)
  }
}

/// A variable that several closures share.
private final class Box<Value> {
  var value: Value?
}
