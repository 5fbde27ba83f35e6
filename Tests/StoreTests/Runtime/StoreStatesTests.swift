import Dependencies
import Store
import Testing

@testable import StoreCore

@MainActor @Suite(.timeLimit(.minutes(10))) struct StoreStatesTests {
  private let log = Log()

  private func makeCounter(_ count: Int = 0) -> Store<Int, Int> {
    makeStore(count, of: Int.self) { state, action in
      state = action
      return .none
    }
  }

  /// Reads all states in a task of its own, and logs them.
  private func read<State, Action>(_ name: String, _ store: Store<State, Action>) -> Task<Void, Never> {
    let states = store.states
    return Task {
      for await state in states { log.append("\(name) \(state)") }
      log.append("\(name) ended")
    }
  }

  @Test func theCurrentStateAndThenEveryOtherInOrder() async {
    let store = makeCounter(7)
    let states = store.states.makeAsyncIterator()
    for (sent, expected) in [([], 7), ([7, 1], 1), ([1, 2], 2), ([1], 1)] as [([Int], Int)] {
      for count in sent { store.send(count) }
      #expect(await states.next() == expected)
    }
  }

  @Test func statesThatCannotBeComparedAreDeliveredAfterEveryAction() async {
    struct Opaque { var value = 0 }
    let store = makeStore(Opaque(), of: Int.self) { _, _ in .none }
    let states = store.states.makeAsyncIterator()
    for _ in 1...3 {
      #expect(await states.next()?.value == 0)
      store.send(1)
    }
  }

  @Test func aReaderThatWaitsIsWokenAndEndsWithItsTask() async {
    let store = makeCounter()
    let reading = read("a", store)
    for count in 0...2 {
      if count > 0 { store.send(count) }
      await log.wait(for: "a \(count)")
    }
    reading.cancel()
    await reading.value
    store.send(3)
    #expect(log.entries == ["a 0", "a 1", "a 2", "a ended"])
    let late = read("b", store)
    late.cancel()
    await late.value
    #expect(log.entries.last == "b ended")
  }

  @Test func aSlowReaderGetsTheNewest() async {
    let store = makeCounter()
    let states = store.states.makeAsyncIterator()
    for count in 1..<200 { store.send(count) }
    #expect(await states.next() == 199)
  }

  private struct Traced {
    var count: Int
    let token: ReleaseToken
  }

  private final class Sender { var send: (Int) -> Void = { _ in } }

  /// The state that nobody has read yet is released without a lock, so that its `deinit` can use the store.
  @Test func aStateThatIsReplacedCanSendWhenItIsReleased() async {
    let sender = Sender()
    func state(_ count: Int) -> Traced {
      Traced(count: count, token: ReleaseToken { if count < 5 { sender.send(count + 10) } })
    }
    let store = makeStore(state(0), of: Int.self) { previous, count in
      previous = state(count)
      return .none
    }
    sender.send = { [weak core = store.core] count in _ = core?.send(count, at: .ofReader) }
    let states = store.states.makeAsyncIterator()
    for count in 1...3 { store.send(count) }
    #expect(await states.next()?.count == 13)
    #expect(store.count == 13)
  }

  @Test func theValuesOfAKeyPath() async {
    var store: StoreOf<Scripted>? = makeStore(Scripted.State()) { Scripted() }
    let counts = store?.states(\.pane.count).makeAsyncIterator()
    let totals = store?.states(\.total).makeAsyncIterator()
    #expect(await counts?.next() == 0)
    store?.send(.change { $0.count = 1 })
    store?.send(.pane(.add(1)))
    store?.send(.change { $0.other = 2 })
    #expect(await counts?.next() == 1)
    #expect(await totals?.next() == 3)
    store = nil
    #expect(await counts?.next() == nil)
    #expect(await totals?.next() == nil)
  }

  @Test func whatWaitsIsNotDeliveredToATaskThatIsCancelled() async {
    let store = makeCounter()
    let states = store.states.makeAsyncIterator()
    let reading = Task {
      var delivered: [Int] = []
      while let state = await states.next() {
        delivered.append(state)
        withUnsafeCurrentTask { $0?.cancel() }
        // Waits, and must not be delivered.
        store.send(1)
      }
      return delivered
    }
    #expect(await reading.value == [0])
    #expect(await states.next() == nil)
  }

  @Test func endsWhenTheStoreGoesAndDoesNotKeepIt() async {
    var store: Store<Int, Int>? = makeCounter()
    weak let core = store?.core
    let states = store?.states
    let reading = store.map { read("a", $0) }
    await log.wait(for: "a 0")
    store?.send(1)
    store = nil
    #expect(core == nil)
    await reading?.value
    // The waiting state was delivered.
    #expect(log.entries == ["a 0", "a 1", "a ended"])
    // A loop that begins now ends at once.
    let late = states?.makeAsyncIterator()
    #expect(await late?.next() == nil)
  }

  /// A reader that stays is told nevertheless.
  @Test func readersThatHaveGoneAreForgotten() async {
    let store = makeCounter()
    let staying = store.states.makeAsyncIterator()
    for count in 1...100 {
      let states = store.states.makeAsyncIterator()
      store.send(count)
      #expect(await states.next() == count)
    }
    #expect(store.core.observation.map { $0.cells.count <= 16 } == true)
    #expect(await staying.next() == 100)
  }

  @Test func theStatesOfScopedStoresEndWhenTheyGo() async {
    var state = Scripted.State(detail: Scripted.Pane(leaf: Scripted.Leaf()))
    state.rows = [Scripted.Row(id: 1), Scripted.Row(id: 2)]
    var store: StoreOf<Scripted>? = makeStore(state) { Scripted() }
    let panes = store?.scope(state: \.pane, action: \.pane).states.makeAsyncIterator()
    let rows = store?.scope(state: \.rows, action: \.rows)[0].states.makeAsyncIterator()
    let leaves = store?.scope(state: \.detail, action: \.detail)?.scope(state: \.leaf, action: \.leaf)?.states
      .makeAsyncIterator()
    var row = store?.scope(state: \.rows, action: \.rows)[1]
    func expectCounts(_ pane: Int, _ row: Int, _ leaf: Int) async {
      #expect(await panes?.next()?.count == pane)
      #expect(await rows?.next()?.count == row)
      #expect(await leaves?.next()?.count == leaf)
    }
    await expectCounts(0, 0, 0)
    store?.send(.pane(.add(1)))
    store?.send(.rows(.element(id: 1, action: .add(2))))
    store?.send(.detail(.leaf(.add(3))))
    await expectCounts(1, 2, 3)
    store?.send(.change { ($0.detail, $0.rows) = (nil, []) })
    #expect(await rows?.next() == nil)
    #expect(await leaves?.next() == nil)
    // The store is retained, but has no state.
    #expect(await row?.states.makeAsyncIterator().next() == nil)
    (row, store) = (nil, nil)
    #expect(await panes?.next() == nil)
  }

  @concurrent private func read(_ name: String, _ count: Int, of states: some AsyncSequence<Int, Never> & Sendable)
    async -> [Int]
  {
    var values: [Int] = []
    for await value in states {
      values.append(value)
      log.append("\(name) \(value)")
      if values.count == count { break }
    }
    return values
  }

  @Test func theStatesOfAHandle() async {
    var store: Store<Int, Int>? = makeCounter(7)
    guard let handle = store?.handle else { return }
    async let three = read("three", 3, of: handle.states)
    async let all = read("all", .max, of: handle.states(\.self))
    for count in 7...8 {
      if count > 7 { store?.send(count) }
      await log.wait(for: "three \(count)")
      await log.wait(for: "all \(count)")
    }
    store?.send(9)
    #expect(await three == [7, 8, 9])
    store = nil
    #expect(await all == [7, 8, 9])
    #expect(await read("late", .max, of: handle.states).isEmpty)
  }
}
