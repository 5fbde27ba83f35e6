import Foundation
import Store
import Testing

/// Stores whose states share a value.
@MainActor @Suite struct SharedStoreTests {
  struct State: Equatable {
    @Shared(.inMemory("count")) var count = 0
    var sum = 0
  }

  enum Action {
    case add(Int)
    case addLater(Int)
  }

  private func makeStore() -> Store<State, Action> {
    Store(initialState: State()) {
      Reduce<State, Action> { state, action in
        switch action {
        case .add(let amount):
          state.$count.withLock { $0 += amount }
          state.sum = state.count
          return .none
        case .addLater(let amount):
          return .run { [count = state.$count] _ in count.withLock { $0 += amount } }
        }
      }
    }
  }

  @Test func storesSeeEachOthersChanges() {
    let (first, second) = (makeStore(), makeStore())
    first.send(.add(2))
    #expect(second.count == 2)
    second.send(.add(3))
    #expect(first.count == 5)
    #expect(first.sum == 2)
    @Shared(.inMemory("count")) var count = 0
    $count.withLock { $0 = 7 }
    #expect(first.state.count == 7)
  }

  /// The shared value tells the observer before the store learns of the change.
  @Test func anObserverWhoHasSeenAChangeIsNotToldOfItAgain() {
    let store = Store(initialState: State()) { Reduce<State, Void> { _, _ in .none } }
    let told = LockIsolated(0)
    func read() -> Int {
      withObservationTracking {
        store.count
      } onChange: {
        told.withValue { $0 += 1 }
      }
    }
    #expect(read() == 0)
    @Shared(.inMemory("count")) var count = 0
    $count.withLock { $0 = 1 }
    #expect(told.value == 1)
    #expect(read() == 1)
    store.send(())
    #expect(told.value == 1)
    $count.withLock { $0 = 2 }
    #expect(told.value == 2)
  }

  @Test func observersOfOtherStoresAreTold() async {
    let (first, second) = (makeStore(), makeStore())
    let (values, continuation) = AsyncStream<Int>.makeStream()
    let token = observe { continuation.yield(second.count) }
    let (sums, sumContinuation) = AsyncStream<Int>.makeStream()
    let sumToken = observe { sumContinuation.yield(second.sum) }
    var seen: [Int] = []
    for await value in values {
      seen.append(value)
      if value < 3 { first.send(.add(1)) } else { break }
    }
    #expect(seen == [0, 1, 2, 3])
    sumContinuation.finish()
    var seenSums: [Int] = []
    for await sum in sums { seenSums.append(sum) }
    #expect(seenSums == [0])
    token.cancel()
    sumToken.cancel()
  }

  @Test func changesFromElsewhereAreStepsOfTheirOwn() async {
    let (first, second) = (makeStore(), makeStore())
    var steps: [String] = []
    let (told, continuation) = AsyncStream<Void>.makeStream()
    second.inspect(
      with: Inspector { step in
        switch step {
        case .reduced(_, _, let before, let after): steps.append("reduced \(before.count) \(after.count)")
        case .sharedStateChanged(let before, let after):
          steps.append("shared \(before.count) \(after.count)")
          continuation.yield()
        default: break
        }
      }
    )
    var iterator = told.makeAsyncIterator()
    first.send(.add(1))
    await iterator.next()
    second.send(.add(1))
    await second.send(.addLater(3)).finish()
    await iterator.next()
    #expect(
      steps.filter { $0 != "reduced 2 2" } == ["shared 0 1", "reduced 1 2", "shared 2 5"]
    )
  }

  @Test func eachChangeFromElsewhereBeginsWhereTheOneBeforeEnded() async {
    let store = makeStore()
    var steps: [String] = []
    let (told, continuation) = AsyncStream<Void>.makeStream()
    store.inspect(
      with: Inspector { step in
        guard case .sharedStateChanged(let before, let after) = step else { return }
        steps.append("\(before.count) \(after.count)")
        continuation.yield()
      }
    )
    var iterator = told.makeAsyncIterator()
    @Shared(.inMemory("count")) var count = 0
    for number in 1...3 {
      $count.withLock { $0 = number }
      await iterator.next()
    }
    #expect(steps == ["0 1", "1 2", "2 3"])
  }

  /// As the states can't be compared, an inspector would be told of every change that is delivered to the store.
  @Test func whatAReducerChangesIsNoStepOfItsOwn() async {
    struct Incomparable {
      @Shared(.inMemory("count")) var count = 0
    }
    let store = Store(initialState: Incomparable()) {
      Reduce<Incomparable, Int> { state, count in
        state.$count.withLock { $0 = count }
        return .none
      }
    }
    var steps: [String] = []
    let (told, continuation) = AsyncStream<Void>.makeStream()
    store.inspect(
      with: Inspector { step in
        switch step {
        case .reduced(_, _, let before, let after): steps.append("reduced \(before.count) \(after.count)")
        case .sharedStateChanged(_, let after):
          steps.append("shared \(after.count)")
          continuation.yield()
        default: break
        }
      }
    )
    store.send(1)
    // After what the main actor has to deliver already.
    await Task { @MainActor in }.value
    @Shared(.inMemory("count")) var count = 0
    $count.withLock { $0 = 2 }
    var iterator = told.makeAsyncIterator()
    await iterator.next()
    #expect(steps == ["reduced 0 1", "shared 2"])
  }

  @Test func statesOfOtherStoresFollow() async {
    let (first, second) = (makeStore(), makeStore())
    var counts: [Int] = []
    for await state in second.states {
      counts.append(state.count)
      if counts.count < 3 { first.send(.add(1)) } else { break }
    }
    #expect(counts == [0, 1, 2])
  }

  @Test func whatHasLeftTheStateIsWatchedNoLonger() async {
    struct Parent: Equatable {
      var child: State?
    }
    let store = Store(initialState: Parent(child: State())) {
      Reduce<Parent, Bool> { state, isThere in
        state.child = isThere ? State() : nil
        return .none
      }
    }
    var steps: [Int?] = []
    let (told, continuation) = AsyncStream<Void>.makeStream()
    store.inspect(
      with: Inspector { step in
        guard case .sharedStateChanged(_, let after) = step else { return }
        steps.append(after.child?.count)
        continuation.yield()
      }
    )
    @Shared(.inMemory("count")) var count = 0
    store.send(false)
    $count.withLock { $0 = 1 }
    store.send(true)
    $count.withLock { $0 = 2 }
    var iterator = told.makeAsyncIterator()
    await iterator.next()
    #expect(steps == [2])
  }

  /// Changes on two actors race with each other and with reads.
  @Test func storesOfSeveralActorsShareAValue() async {
    actor Session {
      lazy var store = Store(initialState: State(), isolation: self) {
        Reduce<State, Int> { state, amount in
          state.$count.withLock { $0 += amount }
          return .none
        }
      }

      func run() {
        store.inspect(with: Inspector { _ in })
        for _ in 0..<500 { store.send(1) }
      }

      var count: Int { store.count }
    }
    let sessions = (0..<4).map { _ in Session() }
    await withTaskGroup(of: Void.self) { group in
      for session in sessions { group.addTask { await session.run() } }
    }
    for session in sessions { #expect(await session.count == 2000) }
  }

  @Test func aChangeReachesAThousandStores() async {
    let stores = (0..<1000).map { _ in makeStore() }
    let (told, continuation) = AsyncStream<Void>.makeStream()
    let tokens = stores.map { store in
      observe { if store.count == 1 { continuation.yield() } }
    }
    @Shared(.inMemory("count")) var count = 0
    $count.withLock { $0 = 1 }
    var iterator = told.makeAsyncIterator()
    for _ in stores { await iterator.next() }
    #expect(stores.allSatisfy { $0.count == 1 })
    for token in tokens { token.cancel() }
  }

  @Test func aSnapshotCanBecomeTheStateAgain() {
    let store = makeStore()
    store.send(.add(1))
    let snapshot = store.stateSnapshot
    store.send(.add(1))
    let state = StateSnapshot.attached(snapshot)
    #expect(store.count == 1)
    state.$count.withLock { $0 = 9 }
    #expect(store.count == 9)
    #expect(snapshot.count == 1)
  }
}
