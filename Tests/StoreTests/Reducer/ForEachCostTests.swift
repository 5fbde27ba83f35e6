import Store
import Testing

@testable import StoreCore

/// The cost that rows with effects in flight cause for other rows and for the parent.
@MainActor
@Suite struct ForEachCostTests {
  typealias ID = EffectCostTests.ID

  struct Row: Reducer {
    struct State: Equatable, Identifiable {
      let id: ID
      var rows: IdentifiedArray<ID, State> = []
    }
    @CasePathable enum Action: Sendable {
      case start
      case nothing
      case remove(ID)
      indirect case rows(IdentifiedAction<ID, Action>)
    }
    var isOuter = false

    var body: some Reducer<State, Action> {
      let rows = Reduce<State, Action> { state, action in
        switch action {
        case .start: return .run { _ in try await Task.never() }
        case .remove(let id): state.rows.remove(id: id)
        case .nothing, .rows: break
        }
        return .none
      }
      if isOuter {
        rows.forEach(\.rows, action: \.rows) { Row() }
      } else {
        rows
      }
    }
  }

  struct List: Reducer {
    struct State: Equatable {
      var rows: IdentifiedArray<ID, Row.State> = []
    }
    @CasePathable enum Action {
      case nothing
      case change((inout State) -> Void)
      case rows(IdentifiedAction<ID, Row.Action>)
    }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        if case .change(let change) = action { change(&state) }
        return .none
      }
      .forEach(\.rows, action: \.rows) { Row(isOuter: true) }
    }
  }

  let counter = EffectCostTests.Counter()

  func id(_ value: Int) -> ID { ID(value: value, counter: counter) }

  func rows(_ values: Range<Int>, each: Range<Int> = 0..<0) -> IdentifiedArray<ID, Row.State> {
    IdentifiedArray(
      uniqueElements: values.map { value in
        Row.State(id: id(value), rows: IdentifiedArray(uniqueElements: each.map { Row.State(id: id($0)) }))
      }
    )
  }

  func ledger<State, Action>(_ store: Store<State, Action>) -> EffectLedger? {
    (store.core as? RootCore)?.ledger
  }

  @Test(arguments: [100, 1000]) func actionsOfOthersLookAtNoRow(count: Int) {
    let store = Store(initialState: List.State(rows: rows(0..<count))) { List() }
    let starting = counter.counts {
      for value in 0..<count { store.send(.rows(.element(id: id(value), action: .start))) }
    }
    #expect(starting.hashes <= 100 * count)
    #expect(starting.comparisons <= 100 * count)
    // Finds that the row that was started last exists.
    store.send(.nothing)
    let unrelated = counter.counts {
      for _ in 0..<100 { store.send(.nothing) }
    }
    #expect(unrelated.hashes == 0)
    #expect(unrelated.comparisons == 0)
    let related = counter.counts {
      for _ in 0..<100 { store.send(.rows(.element(id: id(count / 2), action: .nothing))) }
    }
    #expect(related.hashes <= 100 * 5)
    #expect(related.comparisons <= 100 * 40)
  }

  @Test func removingARowLooksAtThoseThatDiffer() {
    let count = 1000
    let store = Store(initialState: List.State(rows: rows(0..<count))) { List() }
    let tasks = (0..<count).map { store.send(.rows(.element(id: id($0), action: .start))) }
    let gone = id(500)
    let removing = counter.counts { store.send(.change { $0.rows.remove(id: gone) }) }
    // Each id is compared once, in two parts.
    #expect(removing.comparisons <= 2 * count)
    #expect(removing.hashes <= 500)
    #expect(ledger(store)?.liveCount == count - 1)
    let added = Row.State(id: id(count))
    let appending = counter.counts {
      store.send(.change { $0.rows.append(added) })
      store.send(.rows(.element(id: added.id, action: .start)))
    }
    #expect(appending.comparisons <= 2 * count)
    #expect(appending.hashes <= 500)
    #expect(ledger(store)?.liveCount == count)
    store.send(.change { $0.rows = [] })
    #expect(ledger(store)?.isEmpty == true)
    withExtendedLifetime(tasks) {}
  }

  @Test func rowsOfRowsAreTheirOwn() {
    let count = 30
    let store = Store(initialState: List.State(rows: rows(0..<count, each: 0..<count))) { List() }
    for outer in 0..<count {
      for inner in 0..<count {
        store.send(.rows(.element(id: id(outer), action: .rows(.element(id: id(inner), action: .start)))))
      }
    }
    #expect(ledger(store)?.liveCount == count * count)
    let unrelated = counter.counts {
      for outer in 0..<count { store.send(.rows(.element(id: id(outer), action: .nothing))) }
    }
    #expect(unrelated.hashes <= 50 * count)
    #expect(unrelated.comparisons <= 100 * count)
    store.send(.rows(.element(id: id(3), action: .remove(id(4)))))
    #expect(ledger(store)?.liveCount == count * count - 1)
    let gone = id(5)
    store.send(.change { $0.rows.remove(id: gone) })
    #expect(ledger(store)?.liveCount == count * (count - 1) - 1)
    store.send(.change { $0.rows = [] })
    #expect(ledger(store)?.isEmpty == true)
  }

  @Test func rowsThatAreReplacedByEarlierOnes() {
    let store = Store(initialState: List.State(rows: rows(0..<20))) { List() }
    store.send(.rows(.element(id: id(1), action: .start)))
    let earlier = store.rows
    let added = Row.State(id: id(20))
    store.send(.change { $0.rows.append(added) })
    store.send(.rows(.element(id: added.id, action: .start)))
    #expect(ledger(store)?.liveCount == 2)
    store.send(.change { $0.rows = earlier })
    #expect(ledger(store)?.liveCount == 1)
    store.send(.change { $0.rows.append(added) })
    store.send(.rows(.element(id: added.id, action: .start)))
    store.send(.change { $0.rows.swapAt(0, 20) })
    #expect(ledger(store)?.liveCount == 2)
    let first = id(1)
    store.send(.change { $0.rows.remove(id: first) })
    #expect(ledger(store)?.liveCount == 1)
    store.send(.change { $0.rows.removeAll() })
    #expect(ledger(store)?.isEmpty == true)
  }
}
