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

    func expect(hashes: Int, comparisons: Int, location: SourceLocation = #_sourceLocation, of body: () -> Void) {
      counts.withLock { $0 = (0, 0) }
      body()
      let (hashCount, comparisonCount) = counts.withLock { $0 }
      #expect(hashCount <= hashes, sourceLocation: location)
      #expect(comparisonCount <= comparisons, sourceLocation: location)
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
    counter.expect(hashes: 30 * depth, comparisons: 30 * depth) { store.run(effect) }
    counter.expect(hashes: 30 * depth, comparisons: .max) { store.cancel(id: id(depth / 2)) }
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
    struct State: Equatable, Identifiable { let id: ID }
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
    counter.expect(hashes: 100 * count, comparisons: 100 * count) {
      for value in 0..<count { store.send(.child(.element(id: id(value), action: .start))) }
    }
    // Finds that the row that was started last exists.
    store.send(.change { _ in })
    counter.expect(hashes: 0, comparisons: 0) { for _ in 0..<100 { store.send(.change { _ in }) } }
    counter.expect(hashes: 100 * 5, comparisons: 100 * 40) {
      for _ in 0..<100 { store.send(.child(.element(id: id(count / 2), action: .nothing))) }
    }
  }

  @MainActor @Test func removingARowLooksAtThoseThatDiffer() {
    let count = 1000
    let store = makeRows(count)
    for value in 0..<count { store.send(.child(.element(id: id(value), action: .start))) }
    let gone = id(500)
    // Each id is compared once, in two parts.
    counter.expect(hashes: 500, comparisons: 2 * count) { store.send(.change { $0.remove(id: gone) }) }
    #expect(store.root?.ledger.liveCount == count - 1)
    let added = Row.State(id: id(count))
    counter.expect(hashes: 500, comparisons: 2 * count) {
      store.send(.change { $0.append(added) })
      store.send(.child(.element(id: added.id, action: .start)))
    }
    #expect(store.root?.ledger.liveCount == count)
    store.send(.change { $0 = [] })
    #expect(store.root?.ledger.isEmpty == true)
  }
}
