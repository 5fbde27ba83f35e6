import Store
import Testing

@MainActor @Suite struct SharedStoreTests {
  struct State: Equatable {
    @Shared(.inMemory("count")) var count = 0
    var sum = 0
  }

  enum Action { case add(Int), addLater(Int) }

  private func makeStore() -> Store<State, Action> {
    Store(initialState: State()) {
      Reduce<State, Action> { state, action in
        switch action {
        case .add(let amount):
          state.$count.withLock { $0 += amount }
          state.sum = state.count
          return .none
        case .addLater(let amount): return .run { [count = state.$count] _ in count.withLock { $0 += amount } }
        }
      }
    }
  }

  @Test func storesSeeEachOthersChanges() {
    let (first, second) = (makeStore(), makeStore())
    first.send(.add(2))
    #expect(second.count == 2)
    second.send(.add(3))
    #expect((first.count, first.sum) == (5, 2))
    @Shared(.inMemory("count")) var count = 0
    $count.withLock { $0 = 7 }
    #expect(first.state.count == 7)
  }

  /// The shared value tells the observer before the store learns of the change.
  @Test func anObserverWhoHasSeenAChangeIsNotToldOfItAgain() {
    let store = Store(initialState: State()) { Reduce<State, Void> { _, _ in .none } }
    let log = Log()
    func read() -> Int {
      log.watch { _ = store.count }
      return store.count
    }
    #expect(read() == 0)
    @Shared(.inMemory("count")) var count = 0
    $count.withLock { $0 = 1 }
    #expect((log.entries.count, read()) == (1, 1))
    store.send(())
    #expect(log.entries.count == 1)
    $count.withLock { $0 = 2 }
    #expect(log.entries.count == 2)
  }

  @Test func observersOfOtherStoresAreToldAndTheirStatesFollow() async {
    let (first, second) = (makeStore(), makeStore())
    let log = Log()
    let tokens = [observe { log.append("count \(second.count)") }, observe { log.append("sum \(second.sum)") }]
    var counts: [Int] = []
    for await state in second.states {
      counts.append(state.count)
      await log.wait(for: "count \(state.count)")
      if state.count < 3 { first.send(.add(1)) } else { break }
    }
    #expect(counts == [0, 1, 2, 3])
    #expect(log.entries.sorted() == (0...3).map { "count \($0)" } + ["sum 0"])
    withExtendedLifetime(tokens) {}
  }

  /// The steps of a store, and a stream with an element for each step of a shared value.
  private func inspect<State, Action>(
    _ store: Store<State, Action>,
    _ count: @escaping (State) -> Int?
  ) -> (steps: Log, told: AsyncStream<Void>) {
    let (log, (told, continuation)) = (Log(), AsyncStream<Void>.makeStream())
    func text(_ state: State) -> String { count(state).map { "\($0)" } ?? "gone" }
    store.inspect(
      with: Inspector { step in
        switch step {
        case .reduced(_, _, let before, let after): log.append("reduced \(text(before)) \(text(after))")
        case .sharedStateChanged(let before, let after):
          log.append("shared \(text(before)) \(text(after))")
          continuation.yield()
        default: break
        }
      }
    )
    return (log, told)
  }

  /// Each begins where the one before ended.
  @Test func changesFromElsewhereAreStepsOfTheirOwn() async {
    let (first, second) = (makeStore(), makeStore())
    let (steps, told) = inspect(second) { $0.count }
    first.send(.add(1))
    for await _ in told { break }
    second.send(.add(1))
    await second.send(.addLater(3)).finish()
    for await _ in told { break }
    @Shared(.inMemory("count")) var count = 0
    $count.withLock { $0 = 9 }
    for await _ in told { break }
    #expect(steps.entries.filter { $0 != "reduced 2 2" } == ["shared 0 1", "reduced 1 2", "shared 2 5", "shared 5 9"])
  }

  /// As the states can't be compared, an inspector would be told of every change that is delivered to the store.
  @Test func whatAReducerChangesIsNoStepOfItsOwn() async {
    struct Incomparable { @Shared(.inMemory("count")) var count = 0 }
    let store = Store(initialState: Incomparable()) {
      Changes<Incomparable, Int> { state, count in state.$count.withLock { $0 = count } }
    }
    let (steps, told) = inspect(store) { $0.count }
    store.send(1)
    // After what the main actor has to deliver already.
    await Task { @MainActor in }.value
    @Shared(.inMemory("count")) var count = 0
    $count.withLock { $0 = 2 }
    for await _ in told { break }
    #expect(steps.entries.first == "reduced 0 1" && steps.entries.count == 2)
    #expect(steps.entries.last?.hasPrefix("shared ") == true && steps.entries.last?.hasSuffix(" 2") == true)
  }

  @Test func whatHasLeftTheStateIsWatchedNoLonger() async {
    let store = Store(initialState: State?.some(State())) {
      Changes<State?, Bool> { state, isThere in state = isThere ? State() : nil }
    }
    let (steps, told) = inspect(store) { $0?.count }
    @Shared(.inMemory("count")) var count = 0
    store.send(false)
    $count.withLock { $0 = 1 }
    store.send(true)
    $count.withLock { $0 = 2 }
    for await _ in told { break }
    #expect(steps.entries == ["reduced 0 gone", "reduced gone 1", "shared 1 2"])
  }
}
