import Observation
import Store
import Synchronization
import Testing

@testable import StoreCore

/// The data that observation keeps and searches, and the user code that it calls meanwhile.
@MainActor
@Suite struct ObservationUpkeepTests {
  private let log = Log()

  // MARK: Key paths with a subscript

  @Test func keyPathsThatNobodyObservesAreForgotten() {
    let store = makeRows(1000)
    for id in 0..<1000 {
      log.watch("\(id)") { _ = store[dynamicMember: \.rows[id: id]?.count] }
      store.send(.change { $0.rows[id: id]?.count += 1 })
    }
    #expect(log.entries == (0..<1000).map { "\($0)" })
    #expect(store.core.observation.map { $0.cells.count <= 16 } == true)
  }

  @Test func manyKeyPathsAreFoundAgain() {
    let store = makeRows(500)
    func watchAll() {
      log.watch("changed") { for id in 0..<500 { _ = store[dynamicMember: \.rows[id: id]?.count] } }
    }
    watchAll()
    watchAll()
    let observation = store.core.observation
    #expect(observation?.cells.count == 500)
    #expect(observation?.index?.cells.values.reduce(0) { $0 + $1.count } == 500)
    store.send(.note("looks"))
    #expect(log.entries.isEmpty)
    store.send(.change { $0.rows[id: 499]?.count += 1 })
    #expect(log.entries == ["changed", "changed"])
    log.watch("one of many") { _ = store[dynamicMember: \.rows[id: 7]?.count] }
    log.watch("a few") { for id in 500..<1000 { _ = store[dynamicMember: \.rows[id: id]?.count] } }
    // The registrations of the first observers have been removed by now.
    #expect(observation.map { $0.cells.count <= 1001 } == true)
    store.send(.change { $0.rows[id: 7]?.count += 1 })
    store.send(.change { $0.rows.append(Scripted.Row(id: 700)) })
    #expect(log.entries.dropFirst(2) == ["one of many", "a few"])
  }

  @Test func whatIsToldAtOnceAndNotReadAgainIsForgotten() {
    let store = makeRows(500)
    log.watch("changed") { for id in 0..<500 { _ = store[dynamicMember: \.rows[id: id]?.count] } }
    store.send(.change { state in for id in 0..<500 { state.rows[id: id]?.count += 1 } })
    store.send(.note("looks"))
    #expect(store.core.observation?.cells.isEmpty == true)
    log.watch("read again") { _ = store[dynamicMember: \.rows[id: 7]?.count] }
    store.send(.change { $0.rows[id: 7]?.count += 1 })
    #expect(log.entries == ["changed", "read again"])
  }

  // MARK: The gate

  /// An observer that another observable tells, on any thread, is unregistered from the store.
  @Test func observersThatAreToldOnOtherThreads() async {
    let store = makeStore(Scripted.State()) { Scripted() }
    let others = (0..<200).map { _ in Other() }
    for other in others {
      log.watch("told") {
        _ = store.count
        _ = other.value
      }
    }
    await withTaskGroup { group in
      for other in others { group.addTask { other.change() } }
      for _ in 0..<200 { #expect(store.count == 0) }
    }
    #expect(log.entries.count == 200)
    store.send(.change { $0.count = 1 })
    #expect(log.entries.count == 200)
  }

  /// Between two actions, after the observers of the first were told through something else, the reader sees the
  /// current value: it is told of no change that was before.
  @Test func aReaderIsNotToldWhatOthersHaveMissed() {
    let store = makeStore(Scripted.State()) { Scripted() }
    let other = Other()
    log.watch("before") { _ = (store.count, other.value) }
    var isFirst = true
    store.inspect(
      with: Inspector { [log] step in
        guard case .reduced = step, isFirst else { return }
        isFirst = false
        log.watch("between") { _ = (store.count, other.value) }
        other.change()
        log.watch("after") { _ = store.count }
      }
    )
    store.send(.change { $0.count = 1 })
    #expect(log.entries.sorted() == ["before", "between"])
    store.send(.change { $0.count = 2 })
    #expect(log.entries.last == "after")
  }

  /// Between two actions, a reader learns of a change before the observers of the old value are told of it.
  @Test func aReaderIsNotToldWhatEarlierOnesWereTold() {
    let store = makeStore(Scripted.State()) { Scripted() }
    log.watch("before") { _ = store.count }
    let token = store.inspect(
      with: Inspector { [log] step in
        if case .reduced = step { log.watch("between") { _ = store.count } }
      }
    )
    store.send(.change { $0.count = 1 })
    token.cancel()
    #expect(log.entries.sorted() == ["before", "between"])
    log.watch("after") { _ = store.count }
    store.send(.note("nothing new"))
    #expect(log.entries.count == 2)
    store.send(.change { $0.count = 2 })
    #expect(log.entries.last == "after")
  }

  private final class Other: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    var value: Int {
      registrar.access(self, keyPath: \.value)
      return 0
    }
    func change() { registrar.withMutation(of: self, keyPath: \.value) {} }
  }

  // MARK: Code of users

  /// A value that runs code when it is compared or released.
  private final class Value: Equatable {
    let number: Int
    @MainActor static var onCompare: (() -> Void)?
    @MainActor static var onDeinit: (() -> Void)?

    init(_ number: Int) { self.number = number }

    static func == (lhs: Value, rhs: Value) -> Bool {
      MainActor.assumeIsolated { onCompare?() }
      return lhs.number == rhs.number
    }

    deinit {
      MainActor.assumeIsolated { Self.onDeinit?() }
    }
  }

  private struct Values {
    var value = Value(0)
    var count = 0
    var rows: IdentifiedArrayOf<Scripted.Row> = []
  }

  private enum ValuesAction {
    case set(Int)
    case count
    case row(Int)
  }

  private func makeValues() -> Store<Values, ValuesAction> {
    makeStore(Values(), of: ValuesAction.self) { state, action in
      switch action {
      case .set(let number): state.value = Value(number)
      case .count: state.count += 1
      case .row(let id): state.rows.append(Scripted.Row(id: id))
      }
      return .none
    }
  }

  @Test func comparisonsThatSendAndObserve() {
    let store = makeValues()
    defer { Value.onCompare = nil }
    var round = 0
    var isFirstOfRound = false
    Value.onCompare = {
      // Sending every time would never end.
      guard isFirstOfRound else { return }
      isFirstOfRound = false
      store.send(.row(round))
      log.watch("in a comparison") {
        _ = store.value
        for id in 0..<round { _ = store[dynamicMember: \.rows[id: id]?.count] }
      }
    }
    for number in 1...50 {
      log.watch("value") { _ = store.value }
      (round, isFirstOfRound) = (number, true)
      store.send(.set(number))
    }
    #expect(log.entries.count { $0 == "value" } == 50)
    #expect(store.withState(\.rows.count) == 50)
  }

  @Test func valuesThatSendAndObserveAsTheyGo() {
    let store = makeValues()
    defer { Value.onDeinit = nil }
    var ends = 0
    Value.onDeinit = {
      ends += 1
      store.send(.count)
      log.watch("as it went") { _ = store.value }
    }
    for number in 1...50 {
      log.watch("value") { _ = store.value }
      store.send(.set(number))
    }
    Value.onDeinit = nil
    #expect(ends == 50)
    #expect(store.withState(\.count) == 50)
    #expect(log.entries.count { $0 == "value" } == 50)
  }
}
