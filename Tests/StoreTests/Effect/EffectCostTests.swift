import Dependencies
import Store
import Testing

@testable import StoreCore

/// The cost of an effect must not depend on the number of others in flight, nor that of a row on other rows that have
/// some. The tests count calls of user code, not time.
@Suite struct EffectCostTests {
  final class Counter: Sendable {
    private let counts = Locked((hashes: 0, comparisons: 0))

    func hash() { counts.withLock { $0.hashes += 1 } }
    func compare() { counts.withLock { $0.comparisons += 1 } }

    func counts(of body: () -> Void) -> (hashes: Int, comparisons: Int) {
      counts.withLock { $0 = (0, 0) }
      body()
      return counts.withLock { $0 }
    }
  }

  struct ID: Hashable, Sendable {
    let value: Int
    let counter: Counter

    static func == (first: ID, second: ID) -> Bool {
      first.counter.compare()
      return first.value == second.value
    }

    func hash(into hasher: inout Hasher) {
      counter.hash()
      hasher.combine(value)
    }
  }

  let counter = Counter()

  func id(_ value: Int) -> ID { ID(value: value, counter: counter) }

  @MainActor @Test(arguments: [10, 1000]) func idsWithinIDs(depth: Int) {
    let store = makeLogStore()
    let effect = (0..<depth).reduce(Effect<LogAction>.run { _ in try await Task.never() }) {
      $0.cancellable(id: id($1))
    }
    let starting = counter.counts { store.run(effect) }
    #expect(starting.hashes <= 30 * depth)
    #expect(starting.comparisons <= 30 * depth)
    let cancelling = counter.counts { store.cancel(id: id(depth / 2)) }
    #expect(cancelling.hashes <= 30 * depth)
    #expect(store.root?.ledger.isEmpty == true)
  }

  /// A feature may limit each of its many rows.
  @MainActor @Test(arguments: [100, 1000, 10_000], [false, true]) func limitsOfManyIDs(count: Int, areOver: Bool) {
    let clock = RateLimitTests.RecordingClock()
    let store = makeStore(0, of: Int.self) { state, value in
      guard value < count else { return .none }
      return .send(count).throttle(id: value, for: .seconds(1), clock: clock)
    }
    for value in 0..<count {
      store.send(value)
      if areOver { clock.time.setValue(VirtualInstant(offset: .seconds(value + 1))) }
    }
    // Each arrival reads the time once. The time of each is read again whenever the number of limits has doubled.
    #expect(clock.reads.value <= 4 * count)
    // Limits are kept until their intervals are over.
    let kept = store.root?.throttles.count ?? 0
    #expect(areOver ? kept <= 64 : kept == count)
  }

  // MARK: Rows

  struct Row: Reducer {
    struct State: Equatable, Identifiable {
      let id: ID
    }
    enum Action: Sendable { case start, nothing }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if case .start = action { .run { _ in try await Task.never() } } else { .none }
    }
  }

  typealias Rows = IdentifiedArray<ID, Row.State>

  @MainActor func makeRows(_ count: Int) -> Store<Rows, ParentAction<Rows, IdentifiedAction<ID, Row.Action>>> {
    let rows = IdentifiedArray(uniqueElements: (0..<count).map { Row.State(id: id($0)) })
    return Store(initialState: rows) {
      Changer<Rows, IdentifiedAction<ID, Row.Action>>().forEach(\.self, action: \.child) { Row() }
    }
  }

  @MainActor @Test(arguments: [100, 1000]) func actionsOfOthersLookAtNoRow(count: Int) {
    let store = makeRows(count)
    let starting = counter.counts {
      for value in 0..<count { store.send(.child(.element(id: id(value), action: .start))) }
    }
    #expect(starting.hashes <= 100 * count)
    #expect(starting.comparisons <= 100 * count)
    // Finds that the row that was started last exists.
    store.send(.change { _ in })
    let unrelated = counter.counts {
      for _ in 0..<100 { store.send(.change { _ in }) }
    }
    #expect(unrelated.hashes == 0)
    #expect(unrelated.comparisons == 0)
    let related = counter.counts {
      for _ in 0..<100 { store.send(.child(.element(id: id(count / 2), action: .nothing))) }
    }
    #expect(related.hashes <= 100 * 5)
    #expect(related.comparisons <= 100 * 40)
  }

  @MainActor @Test func removingARowLooksAtThoseThatDiffer() {
    let count = 1000
    let store = makeRows(count)
    for value in 0..<count { store.send(.child(.element(id: id(value), action: .start))) }
    let gone = id(500)
    let removing = counter.counts { store.send(.change { $0.remove(id: gone) }) }
    // Each id is compared once, in two parts.
    #expect(removing.comparisons <= 2 * count)
    #expect(removing.hashes <= 500)
    #expect(store.root?.ledger.liveCount == count - 1)
    let added = Row.State(id: id(count))
    let appending = counter.counts {
      store.send(.change { $0.append(added) })
      store.send(.child(.element(id: added.id, action: .start)))
    }
    #expect(appending.comparisons <= 2 * count)
    #expect(appending.hashes <= 500)
    #expect(store.root?.ledger.liveCount == count)
    store.send(.change { $0 = [] })
    #expect(store.root?.ledger.isEmpty == true)
  }
}
