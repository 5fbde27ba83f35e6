import Dependencies
import Execution
import Store
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
    #expect(await states.next() == 7)
    store.send(7)
    store.send(1)
    #expect(await states.next() == 1)
    store.send(1)
    store.send(2)
    #expect(await states.next() == 2)
    store.send(1)
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
    for _ in 1...3 {
      #expect(await states.next()?.value == 0)
      store.send(1)
    }
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

  @Test func aSlowReaderGetsTheNewest() async {
    var store: Store<Int, Int>? = makeCounter(0)
    let states = store?.states.makeAsyncIterator()
    for count in 1..<200 { store?.send(count) }
    #expect(await states?.next() == 199)
    store?.send(200)
    store?.send(201)
    store = nil
    #expect(await states?.next() == 201)
    #expect(await states?.next() == nil)
  }

  private struct Traced {
    var count: Int
    let token: ReleaseToken
  }

  private final class Sender {
    var send: (Int) -> Void = { _ in }
  }

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

  @Test func endsWhenTheStoreGoes() async {
    var store: Store<Int, Int>? = makeCounter()
    let reading = store.map { read("a", $0) }
    await log.wait(for: "a 0")
    store?.send(1)
    store = nil
    await reading?.value
    // The waiting state was delivered.
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
    // A loop that begins now ends at once.
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

  @Test func aReaderThatWaitsIsWokenByTheEndOfItsTask() {
    let subscription = StateSubscription<Int>()
    let isAtEnd = LockIsolated(false)
    // Its jobs run when the test says so.
    let executor = StoreExecutor(schedule: .firstInFirstOut)
    let waiting = Task(executorPreference: executor) { @concurrent in
      let value = await subscription.next(isolation: nil)
      isAtEnd.setValue(value == nil)
    }
    executor.runReadyJobs()
    #expect(!isAtEnd.value)
    waiting.cancel()
    executor.runReadyJobs()
    #expect(isAtEnd.value)
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
    // The stores still exist, but their state does not.
    let gone = detail?.states.makeAsyncIterator()
    #expect(await gone?.next() == nil)
    withExtendedLifetime((leaf, row)) {}
  }

  @Test func goesOnWhenNobodyHoldsTheScopedStore() async {
    var store: StoreOf<Scripted>? = makeStore(Scripted.State()) { Scripted() }
    var pane = store?.scope(state: \.pane, action: \.pane)
    let states = pane?.states.makeAsyncIterator()
    #expect(await states?.next()?.count == 0)
    pane?.send(.add(1))
    #expect(await states?.next()?.count == 1)
    pane = nil
    store?.send(.pane(.add(1)))
    #expect(await states?.next()?.count == 2)
    store = nil
    #expect(await states?.next() == nil)
  }

  @Test func readersAreApart() async {
    let store = makeCounter()
    let first = store.states.makeAsyncIterator()
    #expect(await first.next() == 0)
    store.send(1)
    let second = store.states.makeAsyncIterator()
    #expect(await second.next() == 1)
    store.send(2)
    #expect(await first.next() == 2)
    #expect(await second.next() == 2)
  }

  @Test func readersThatHaveGoneAreForgotten() async {
    let store = makeCounter()
    for count in 1...1000 {
      let states = store.states.makeAsyncIterator()
      #expect(await states.next() == count - 1)
      store.send(count)
      #expect(await states.next() == count)
    }
    #expect(store.core.observation.map { $0.cells.count <= 16 } == true)
  }

  // MARK: From other actors

  /// Reads the first values, and logs them.
  @concurrent private func read(
    _ name: String,
    _ count: Int,
    of states: some AsyncSequence<Int, Never> & Sendable
  ) async -> [Int] {
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
    await log.wait(for: "three 7")
    await log.wait(for: "all 7")
    store?.send(8)
    await log.wait(for: "three 8")
    await log.wait(for: "all 8")
    store?.send(9)
    #expect(await three == [7, 8, 9])
    store = nil
    #expect(await all == [7, 8, 9])
    #expect(await read("late", .max, of: handle.states).isEmpty)
  }
}
