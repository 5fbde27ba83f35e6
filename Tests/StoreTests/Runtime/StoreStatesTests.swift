import Store
import Dependencies
import Testing

@testable import StoreCore

@MainActor
@Suite struct StoreStatesTests {
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
    let log = log
    return Task {
      for await state in states { log.append("\(name) \(state)") }
      log.append("\(name) ended")
    }
  }

  @Test func theCurrentStateAndThenEveryOtherInOrder() async {
    let store = makeCounter(7)
    let states = store.states.makeAsyncIterator()
    store.send(7)
    store.send(1)
    store.send(1)
    store.send(2)
    store.send(1)
    #expect(await states.next() == 7)
    #expect(await states.next() == 1)
    #expect(await states.next() == 2)
    #expect(await states.next() == 1)
  }

  @Test func statesOnTheWayAreNotDelivered() async {
    let store = makeStore(Scripted.State()) { Scripted() }
    let states = store.states.makeAsyncIterator()
    #expect(await states.next()?.count == 0)
    store.send(
      .act("chain") { state in
        state.count = 1
        return .send(.change { $0.count = 2 })
      }
    )
    #expect(await states.next()?.count == 2)
  }

  @Test func statesThatCannotBeComparedAreDeliveredAfterEveryAction() async {
    struct Opaque { var value = 0 }
    let store = makeStore(Opaque(), of: Int.self) { _, _ in .none }
    let states = store.states.makeAsyncIterator()
    store.send(1)
    store.send(2)
    for _ in 1...3 { #expect(await states.next()?.value == 0) }
  }

  @Test func aReaderThatWaitsIsWoken() async {
    let store = makeCounter()
    let reading = read("a", store)
    await log.wait(for: "a 0")
    store.send(1)
    await log.wait(for: "a 1")
    store.send(2)
    await log.wait(for: "a 2")
    reading.cancel()
    await reading.value
    #expect(log.entries == ["a 0", "a 1", "a 2", "a ended"])
  }

  @Test func aSlowReaderGetsAsManyAsTheBufferHolds() async {
    let size = StoreStates<Int>.bufferSize
    let store = makeCounter(0)
    let states = store.states.makeAsyncIterator()
    for count in 1..<size { store.send(count) }
    for count in 0..<size { #expect(await states.next() == count) }
  }

  @Test func beyondTheBufferTheOldestGiveWay() async {
    let size = StoreStates<Int>.bufferSize
    var store: Store<Int, Int>? = makeCounter(0)
    let states = store?.states.makeAsyncIterator()
    for count in 1..<size + 3 { store?.send(count) }
    store = nil
    var delivered: [Int] = []
    while let state = await states?.next() { delivered.append(state) }
    #expect(delivered == Array(3..<size + 3))
  }

  @Test func endsWhenTheStoreGoes() async {
    var store: Store<Int, Int>? = makeCounter()
    let reading = store.map { read("a", $0) }
    await log.wait(for: "a 0")
    store?.send(1)
    store = nil
    await reading?.value
    // What was there to be read is read.
    #expect(log.entries == ["a 0", "a 1", "a ended"])
  }

  @Test func doesNotKeepTheStore() async {
    var store: Store<Int, Int>? = makeCounter(3)
    weak let core = store?.core
    let states = store?.states
    let iterator = states?.makeAsyncIterator()
    #expect(await iterator?.next() == 3)
    store = nil
    #expect(core == nil)
    #expect(await iterator?.next() == nil)
    #expect(await iterator?.next() == nil)
    // A loop that begins now is over at once.
    let late = states?.makeAsyncIterator()
    #expect(await late?.next() == nil)
  }

  @Test func endsWhenTheTaskIsCancelled() async {
    let store = makeCounter()
    let reading = read("a", store)
    await log.wait(for: "a 0")
    reading.cancel()
    await reading.value
    store.send(1)
    #expect(log.entries == ["a 0", "a ended"])
    let late = read("b", store)
    late.cancel()
    await late.value
    #expect(log.entries.last == "b ended")
  }

  @Test func endsWhenTheScopedStateGoes() async {
    let store = makeStore(
      Scripted.State(detail: Scripted.Pane(leaf: Scripted.Leaf()), rows: [Scripted.Row(id: 1)])
    ) { Scripted() }
    let detail = store.scope(state: \.detail, action: \.detail)
    let leaf = detail?.scope(state: \.leaf, action: \.leaf)
    let row = store.scope(state: \.rows, action: \.rows)[0]
    let log = log
    func count<State, Action>(_ name: String, _ store: Store<State, Action>?) -> Task<Void, Never>? {
      guard let states = store?.states else { return nil }
      return Task {
        var count = 0
        for await _ in states {
          count += 1
          log.append("\(name) \(count)")
        }
      }
    }
    let tasks = [count("detail", detail), count("leaf", leaf), count("row", row)]
    for name in ["detail 1", "leaf 1", "row 1"] { await log.wait(for: name) }
    leaf?.send(.add(1))
    row.send(.add(1))
    for name in ["detail 2", "leaf 2", "row 2"] { await log.wait(for: name) }
    store.send(
      .change { state in
        state.detail = nil
        state.rows.removeAll()
      }
    )
    for task in tasks { await task?.value }
    #expect(log.entries.count == 6)
    // The stores are there still; what they read is not.
    let gone = detail?.states.makeAsyncIterator()
    #expect(await gone?.next() == nil)
    withExtendedLifetime((leaf, row)) {}
  }

  @Test func endsWhenTheScopedStoreGoes() async {
    let store = makeStore(Scripted.State()) { Scripted() }
    var pane: Store<Scripted.Pane, Scripted.PaneAction>? = store.scope(state: \.pane, action: \.pane)
    let states = pane?.states.makeAsyncIterator()
    pane?.send(.add(1))
    store.send(.change { $0.count = 1 })
    #expect(await states?.next()?.count == 0)
    #expect(await states?.next()?.count == 1)
    pane = nil
    #expect(await states?.next() == nil)
  }

  @Test func readersAreApart() async {
    let store = makeCounter()
    let first = store.states.makeAsyncIterator()
    store.send(1)
    let second = store.states.makeAsyncIterator()
    store.send(2)
    #expect(await first.next() == 0)
    #expect(await first.next() == 1)
    #expect(await first.next() == 2)
    #expect(await second.next() == 1)
    #expect(await second.next() == 2)
  }

  @Test func readersThatHaveGoneAreForgotten() async {
    let store = makeCounter()
    for count in 1...10 {
      let states = store.states.makeAsyncIterator()
      #expect(await states.next() == count - 1)
      store.send(count)
      #expect(await states.next() == count)
    }
    store.send(0)
    _ = store.states.makeAsyncIterator()
    #expect(store.core.observation?.cells.count == 1)
  }
}
