import Observation
import Store
import Synchronization
import Testing

@testable import StoreCore

/// The data that observation keeps and searches, and the user code that it calls meanwhile.
@MainActor @Suite struct ObservationUpkeepTests {
  private let log = Log()
  private let store = makeStore(Scripted.State()) { Scripted() }

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
    for _ in 1...2 {
      log.watch("changed") { for id in 0..<500 { _ = store[dynamicMember: \.rows[id: id]?.count] } }
    }
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

  // MARK: Observers that are gone

  private func expectNothingIsKept(by store: StoreOf<Scripted>, location: SourceLocation = #_sourceLocation) {
    store.send(.note("looks"))
    #expect(store.core.observation?.children.isEmpty == true, sourceLocation: location)
  }

  /// Observes what a closure reads, and logs when the observer is released.
  private func observe(_ name: String, _ read: () -> Void) {
    let token = EndToken { [log] in log.append("\(name) gone") }
    withObservationTracking(read) { withExtendedLifetime(token) {} }
  }

  @Test func nothingIsKeptOfObserversThatHaveBeenTold() {
    let store = makeRows(100)
    for round in 0..<10 {
      observe("\(round)") {
        for row in store.scope(state: \.rows, action: \.rows) { _ = row.count }
        _ = store.scope(state: \.pane, action: \.pane).count
      }
      store.send(.rows(.element(id: round, action: .add(1))))
    }
    #expect(log.entries == (0..<10).map { "\($0) gone" })
    expectNothingIsKept(by: store)
    #expect(store.core.observation?.isObserved == false)
  }

  @Test func whatWasObservedOfARowThatHasGoneIsGivenBack() {
    let store = makeRows(3)
    for row in store.scope(state: \.rows, action: \.rows) { observe("\(row.id)") { _ = row.name } }
    store.send(.change { $0.rows.remove(id: 1) })
    #expect(log.entries == ["1 gone"])
    store.send(.change { $0.rows.removeAll() })
    #expect(log.entries.sorted() == ["0 gone", "1 gone", "2 gone"])
    expectNothingIsKept(by: store)
  }

  @Test func whatWasObservedOfASheetThatHasGoneIsGivenBack() {
    let store = makeStore(Scripted.State(detail: Scripted.Pane(leaf: Scripted.Leaf()))) { Scripted() }
    var detail = store.scope(state: \.detail, action: \.detail)
    observe("a") { _ = detail?.count }
    observe("b") { _ = detail?.scope(state: \.leaf, action: \.leaf)?.count }
    store.send(.change { $0.detail = nil })
    // The store is retained, and may get its state back.
    store.send(.note("looks"))
    #expect(log.entries.isEmpty)
    detail = nil
    store.send(.note("looks"))
    #expect(log.entries.sorted() == ["a gone", "b gone"])
    expectNothingIsKept(by: store)
  }

  // MARK: The gate

  /// An observer that another observable tells, on any thread, is unregistered from the store.
  @Test func observersThatAreToldOnOtherThreads() async {
    let others = (0..<200).map { _ in Other() }
    for other in others { log.watch("told") { _ = (store.count, other.value) } }
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

  /// A value that runs code when it is compared and when it is released.
  private final class Value: Equatable {
    let number: Int
    @MainActor static var onUse: ((_ isRelease: Bool) -> Void)?

    init(_ number: Int) { self.number = number }

    deinit { MainActor.assumeIsolated { Self.onUse?(true) } }

    static func == (lhs: Value, rhs: Value) -> Bool {
      MainActor.assumeIsolated { onUse?(false) }
      return lhs.number == rhs.number
    }
  }

  private struct Values {
    var value = Value(0)
    var rows: IdentifiedArrayOf<Scripted.Row> = []
  }

  @Test(arguments: [false, true]) func valuesThatSendAndObserveWhenTheyAreComparedOrReleased(isRelease: Bool) {
    let store = makeStore(Values()) { Changer<Values, Never>() }
    defer { Value.onUse = nil }
    var uses = 0
    var isFirst = false
    Value.onUse = { isReleased in
      // Sending at every comparison would never end.
      guard isReleased == isRelease, isRelease || isFirst else { return }
      isFirst = false
      uses += 1
      let row = Scripted.Row(id: uses)
      store.send(.change { $0.rows.append(row) })
      log.watch("as it was used") {
        _ = store.value
        if !isRelease { for id in 0..<row.id { _ = store[dynamicMember: \.rows[id: id]?.count] } }
      }
    }
    for number in 1...50 {
      log.watch("value") { _ = store.value }
      isFirst = true
      store.send(.change { $0.value = Value(number) })
    }
    Value.onUse = nil
    #expect(uses == 50 && store.withState(\.rows.count) == 50)
    #expect(log.entries.count { $0 == "value" } == 50)
  }
}
