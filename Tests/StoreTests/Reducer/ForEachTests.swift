import Dependencies
import Store
import Testing

@MainActor
@Suite struct ForEachTests {
  struct State: Equatable, Identifiable {
    var id = 0
    var rows: IdentifiedArrayOf<Worker.State> = [Worker.State(id: 1), Worker.State(id: 2)]
  }
  typealias Action = ParentAction<State, IdentifiedActionOf<Worker>>

  let clock = TestClock()

  func makeStore() -> Store<State, Action> {
    Store(initialState: State()) {
      Changer<State, IdentifiedActionOf<Worker>>().forEach(\.rows, action: \.child) { Worker(clock: clock) }
    }
  }

  @Test func theElementRunsBeforeTheParent() {
    var log: [Int] = []
    let store = Store(initialState: State()) {
      Reduce<State, Action> { state, _ in
        log.append(state.rows[id: 2]?.starts ?? -1)
        return .none
      }
      .forEach(\.rows, action: \.child) { Worker(clock: clock) }
    }
    store.send(.child(.element(id: 2, action: .start)))
    #expect(log == [1])
    #expect(store.rows[id: 1]?.starts == 0)
  }

  @Test func whatAnElementsEffectsSendComesBackAsItsActions() async {
    let store = makeStore()
    let task = store.send(.child(.element(id: 2, action: .start)))
    store.send(.change { $0.rows.reverse() })
    await clock.advance(by: .seconds(1))
    await task.finish()
    #expect(store.rows.elements == [Worker.State(id: 2, starts: 1, finishes: 1), Worker.State(id: 1)])
  }

  @Test func theEffectsOfAnElementThatIsRemovedAreCancelled() async {
    let store = makeStore()
    let first = store.send(.child(.element(id: 1, action: .start)))
    let second = store.send(.child(.element(id: 2, action: .start)))
    store.send(.change { $0.rows.remove(id: 1) })
    #expect(await first.isFinished)
    #expect(await second.isFinished == false)
    await clock.advance(by: .seconds(1))
    await second.finish()
    #expect(store.rows.elements == [Worker.State(id: 2, starts: 1, finishes: 1)])
  }

  @Test func theEffectsOfAllElementsAreCancelledWhenAllGo() async {
    let store = makeStore()
    let tasks = [1, 2].map { store.send(.child(.element(id: $0, action: .start))) }
    store.send(.change { $0.rows = [Worker.State(id: 3)] })
    for task in tasks { #expect(await task.isFinished) }
  }

  @Test func anElementThatStartsAnEffectAndGoesInTheSameActionLeavesNothing() async {
    let store = Store(initialState: State()) {
      Reduce<State, Action> { state, action in
        if case .child(.element(let id, .start)) = action { state.rows.remove(id: id) }
        return .none
      }
      .forEach(\.rows, action: \.child) { Worker(clock: clock) }
    }
    #expect(await store.send(.child(.element(id: 1, action: .start))).isFinished)
    #expect(store.rows.elements == [Worker.State(id: 2)])
  }

  @Test func anElementThatRemovesAnotherCancelsThatOnesEffects() async {
    let store = Store(initialState: State()) {
      Reduce<State, Action> { state, action in
        if case .child(.element(id: 2, .start)) = action { state.rows.remove(id: 1) }
        return .none
      }
      .forEach(\.rows, action: \.child) { Worker(clock: clock) }
    }
    let first = store.send(.child(.element(id: 1, action: .start)))
    let second = store.send(.child(.element(id: 2, action: .start)))
    #expect(await first.isFinished)
    #expect(await second.isFinished == false)
  }

  @Test func anElementThatComesBackStartsAnew() async {
    let store = makeStore()
    store.send(.child(.element(id: 1, action: .start)))
    store.send(.change { $0.rows.remove(id: 1) })
    store.send(.change { $0.rows.append(Worker.State(id: 1)) })
    let task = store.send(.child(.element(id: 1, action: .start)))
    #expect(await task.isFinished == false)
    await clock.advance(by: .seconds(1))
    await task.finish()
    #expect(store.rows[id: 1] == Worker.State(id: 1, starts: 1, finishes: 1))
  }

  // MARK: Cancellation ids

  @Test func aCancellationIDInOneElementIsNotThatOfAnother() async {
    let store = makeStore()
    let first = store.send(.child(.element(id: 1, action: .start)))
    let second = store.send(.child(.element(id: 2, action: .start)))
    store.send(.child(.element(id: 1, action: .stop)))
    #expect(await first.isFinished)
    #expect(await second.isFinished == false)
  }

  @Test func aParentThatCancelsAnIDCancelsItInAllElements() async {
    let store = Store(initialState: State()) {
      Reduce<State, Action> { _, action in
        if case .change = action { .cancel(id: Worker.CancelID.work) } else { .none }
      }
      .forEach(\.rows, action: \.child) { Worker(clock: clock) }
    }
    let tasks = [1, 2].map { store.send(.child(.element(id: $0, action: .start))) }
    for task in tasks { #expect(await task.isFinished == false) }
    store.send(.change { _ in })
    for task in tasks { #expect(await task.isFinished) }
  }

  @Test func twoStoresOfOneReducerDoNotShareWhatIsInFlight() async {
    let feature = Changer<State, IdentifiedActionOf<Worker>>()
      .forEach(\.rows, action: \.child) { Worker(clock: clock) }
    let store = Store(initialState: State()) { feature }
    let other = Store(initialState: State()) { feature }
    let task = store.send(.child(.element(id: 1, action: .start)))
    let otherTask = other.send(.child(.element(id: 1, action: .start)))
    other.send(.child(.element(id: 1, action: .stop)))
    #expect(await otherTask.isFinished)
    other.send(.change { $0.rows.removeAll() })
    #expect(await task.isFinished == false)
    store.send(.change { $0.rows.removeAll() })
    #expect(await task.isFinished)
  }

  // MARK: Nesting

  struct Sections: Equatable {
    var sections: IdentifiedArrayOf<State> = [State(id: 10), State(id: 20)]
  }
  typealias SectionsAction = ParentAction<Sections, IdentifiedAction<Int, Action>>

  /// Makes sections that contain rows with the same ids.
  func makeSections() -> (Store<Sections, SectionsAction>, [StoreTask]) {
    let store = Store(initialState: Sections()) {
      Changer<Sections, IdentifiedAction<Int, Action>>().forEach(\.sections, action: \.child) {
        Changer<State, IdentifiedActionOf<Worker>>().forEach(\.rows, action: \.child) { Worker(clock: clock) }
      }
    }
    let tasks = [(10, 1), (10, 2), (20, 1), (20, 2)].map { section, row in
      store.send(.child(.element(id: section, action: .child(.element(id: row, action: .start)))))
    }
    return (store, tasks)
  }

  func finished(_ tasks: [StoreTask]) async -> [Bool] {
    var finished: [Bool] = []
    for task in tasks { finished.append(await task.isFinished) }
    return finished
  }

  @Test func aNestedElementThatIsRemovedByItsParentTakesOnlyItsOwnEffectsAlong() async {
    let (store, tasks) = makeSections()
    #expect(await finished(tasks) == [false, false, false, false])
    store.send(.child(.element(id: 10, action: .change { $0.rows.remove(id: 1) })))
    #expect(await finished(tasks) == [true, false, false, false])
  }

  @Test func anElementThatIsRemovedTakesTheEffectsOfItsElementsAlong() async {
    let (store, tasks) = makeSections()
    store.send(.change { $0.sections.remove(id: 20) })
    #expect(await finished(tasks) == [false, false, true, true])
  }

  @Test func aNestedCancellationIDBelongsToItsElement() async {
    let (store, tasks) = makeSections()
    store.send(.child(.element(id: 20, action: .child(.element(id: 1, action: .stop)))))
    #expect(await finished(tasks) == [false, false, true, false])
  }

  @Test func whatNestedEffectsSendReachesTheirElement() async {
    let (store, tasks) = makeSections()
    await clock.advance(by: .seconds(1))
    for task in tasks { await task.finish() }
    #expect(store.sections.flatMap(\.rows).map(\.finishes) == [1, 1, 1, 1])
  }

  // MARK: Cost

  @Test func rowsAreChangedWhereTheyAre() {
    func address(_ store: Store<State, Action>) -> UnsafeRawPointer? {
      store.withState { $0.rows.elements.withUnsafeBytes { $0.baseAddress } }
    }
    let rows = IdentifiedArray(uniqueElements: (0..<10_000).map { Worker.State(id: $0) })
    let store = Store(initialState: State(rows: rows)) {
      Changer<State, IdentifiedActionOf<Worker>>().forEach(\.rows, action: \.child) { Worker(clock: clock) }
    }
    // The test retains the rows as well, so the first change copies them.
    store.send(.child(.element(id: 1, action: .finished)))
    let before = address(store)
    store.send(.child(.element(id: 9_999, action: .finished)))
    store.send(.child(.element(id: 5_000, action: .start)))
    store.send(.child(.element(id: 5_001, action: .start)))
    store.send(.child(.element(id: 5_001, action: .stop)))
    #expect(address(store) == before)
    #expect(store.rows[id: 9_999]?.finishes == 1)
    #expect(rows[id: 1]?.finishes == 0)
  }

  // MARK: Mistakes

  @Test func anActionForAMissingElementIsReportedAndChangesNothing() async {
    let line = #line + 2
    let store = Store(initialState: State(rows: [Worker.State(id: 1)])) {
      Changer<State, IdentifiedActionOf<Worker>>().forEach(\.rows, action: \.child) { Worker(clock: clock) }
    }
    let issues = await withCapturedIssues {
      #expect(await store.send(.child(.element(id: 2, action: .start))).isFinished)
    }
    #expect(store.state == State(rows: [Worker.State(id: 1)]))
    #expect(issues.map(\.fileID) == ["StoreTests/ForEachTests.swift"])
    #expect(issues.map(\.line) == [line])
    let message = """
      "forEach" at StoreTests/ForEachTests.swift:\(line) got a child action for an element that is not there. The \
      action was ignored.

        Action:
          ParentAction<ForEachTests.State, IdentifiedAction<Int, Worker.Action>>.child(
            .element(
              id: 2,
              action: .start
            )
          )
        State:
          ForEachTests.State(
            id: 0,
            rows: [
              [0]: Worker.State(
                id: 1,
                starts: 0,
                finishes: 0
              )
            ]
          )

      \(reasonsForIgnoredAction("removed the element", whileChildHas: "its element"))
      """
    #expect(issues.map(\.message) == [message])
  }
}
