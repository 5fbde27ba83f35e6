import Dependencies
import Observation
import Store
import TestSupport
import Testing

@testable import StoreCore

/// Compares observation with a plain model: an observer is told once, when the store comes to rest in a state in which
/// a value that it read has changed since its registration. A store that is held while its state is gone reads what it
/// has read last.
@MainActor @Suite struct ObservationModelTests {
  @Test(arguments: randomSeeds(75)) func exactlyThoseAreToldWhoseValuesHaveChanged(seed: UInt64) {
    let model = Model(seed: seed)
    for _ in 0..<60 { model.step() }
    #expect(model.failures == [])
    #expect(model.tellings > 0)
  }

  @Test func theModelReadsStatesThatAreGone() {
    let model = Model(seed: 0)
    for _ in 0..<600 { model.step() }
    #expect(model.goneReads > 50)
  }
}

@MainActor private final class Model {
  /// A store that the test retains for some time.
  final class Held<State: Equatable, Action> {
    var store: Store<State, Action>?
    var last: State
    init(_ store: Store<State, Action>) { (self.store, last) = (store, store.withState { $0 }) }
  }

  /// A way to read the store, and the values that it reads in a state.
  struct Probe {
    let name: String
    /// Reads through stores. A retained store whose state is gone returns the last value.
    let read: () -> Int?
    /// The values that are read. Each is `nil` in a state in which the same store has no value.
    let values: [(Scripted.State) -> Int?]
    /// Whether nothing retains the store that was read.
    let isReleased: () -> Bool
  }

  final class Observer {
    var reads: [(probe: Probe, lastSeen: [Int?])] = []
    /// Whether the observer's closure still runs, so that it is not registered yet.
    var isReading = true
    /// Whether a value that it read has changed meanwhile. If that was the end of a child, the observer is told when
    /// nobody holds a store of the child any more.
    var hasMissedAChange = false
    let log = Log()
    var toldCount: Int { log.entries.count }
    var expectedCount = 0
  }

  let store: StoreOf<Scripted>
  private var random: SeededRandomNumberGenerator
  private var observers: [Observer] = []
  private var heldRows: [Int: Held<Scripted.Row, Scripted.RowAction>] = [:]
  private var heldDetail: Held<Scripted.Pane, Scripted.PaneAction>?
  private var depth = 0
  private(set) var failures: [String] = []
  private(set) var tellings = 0
  private(set) var goneReads = 0

  init(seed: UInt64) {
    random = SeededRandomNumberGenerator(seed: seed)
    store = makeStore(
      Scripted.State(
        pane: Scripted.Pane(leaf: Scripted.Leaf(), rows: [Scripted.Row(id: 0)]),
        detail: Scripted.Pane(leaf: Scripted.Leaf()),
        rows: [Scripted.Row(id: 0), Scripted.Row(id: 1)]
      )
    ) { Scripted() }
  }

  private func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  func step() {
    var isSingleChange = false
    switch pick(10) {
    case 0..<5: isSingleChange = change()
    case 5..<8: observe()
    case 8: holdOrRelease()
    default: _ = makeProbe().read()
    }
    let state = store.withState { $0 }
    for (id, held) in heldRows { checkHeld(held, state.rows[id: id], isSingleChange) }
    if let heldDetail { checkHeld(heldDetail, state.detail, isSingleChange) }
  }

  /// Reads all that is held. What it reads when it goes is known if there was only one change since the last reading.
  private func checkHeld<State, Action>(_ held: Held<State, Action>, _ present: State?, _ isSingleChange: Bool) {
    guard let read = held.store?.withState({ $0 }) else { return }
    if present == nil { goneReads += 1 }
    if isSingleChange && read != present ?? held.last { failures.append("held: \(read), not \(present ?? held.last)") }
    held.last = read
  }

  // MARK: Changes

  private func makeChange() -> @Sendable (inout Scripted.State) -> Void {
    let id = pick(4)
    let value = pick(3)
    switch pick(15) {
    case 0: return { $0.count = value }
    case 1: return { $0.other = value }
    case 2: return { $0.pane.count = value }
    case 3: return { $0.pane.leaf = value == 0 ? nil : Scripted.Leaf(count: value) }
    case 4: return { $0.pane.leaf?.count = value }
    case 5: return { $0.detail = value == 0 ? nil : Scripted.Pane(count: value, leaf: Scripted.Leaf(count: value)) }
    case 6: return { $0.detail?.count = value }
    case 7: return { $0.detail?.leaf = value == 0 ? nil : Scripted.Leaf(count: value) }
    case 8: return { $0.rows.remove(id: id) }
    case 9: return { if $0.rows[id: id] == nil { $0.rows.insert(Scripted.Row(id: id, count: value), at: 0) } }
    case 10: return { $0.rows[id: id]?.count = value }
    case 11: return { $0.rows[id: id]?.leaf = value == 0 ? nil : Scripted.Leaf(count: value) }
    case 12: return { $0.rows = IdentifiedArray(uniqueElements: $0.rows.reversed()) }
    case 13: return { $0.pane.rows[id: 0]?.count = value }
    default:
      return {
        $0.count += value
        $0.rows[id: id]?.count += 1
        $0.detail = nil
      }
    }
  }

  /// Returns whether it was only one.
  @discardableResult private func change() -> Bool {
    let change = makeChange()
    let isSingle = pick(4) > 0
    if !isSingle {
      let further = makeChange()
      store.send(
        .act("two") { state in
          change(&state)
          return .send(.change(further))
        }
      )
    } else {
      store.send(.change(change))
    }
    check()
    return isSingle
  }

  /// Determines which observers must have been told since the last call.
  private func check() {
    let state = store.withState { $0 }
    for observer in observers {
      var isChanged = false
      for (index, read) in observer.reads.enumerated() {
        for (part, value) in read.probe.values.enumerated() {
          let value = value(state)
          if let value, value != read.lastSeen[part] {
            isChanged = true
            observer.reads[index].lastSeen[part] = value
          } else if value == nil && read.probe.isReleased() {
            isChanged = true
          }
        }
      }
      // An observer misses changes that happen while its closure runs.
      if isChanged && observer.isReading { observer.hasMissedAChange = true }
      if isChanged && !observer.isReading { observer.expectedCount = 1 }
      let isToldLate = observer.hasMissedAChange && observer.toldCount == 1
      if observer.toldCount != observer.expectedCount && !isToldLate {
        let names = observer.reads.map(\.probe.name)
        failures.append("\(names): told \(observer.toldCount) times, not \(observer.expectedCount)")
      }
    }
    tellings += observers.count { $0.expectedCount > 0 }
    observers.removeAll { $0.expectedCount > 0 || $0.toldCount > 0 }
  }

  // MARK: Observers

  private func observe() {
    let observer = Observer()
    let log = observer.log
    observers.append(observer)
    depth += 1
    withObservationTracking {
      for _ in 0...pick(3) {
        let probe = makeProbe()
        let lastSeen = probe.read()
        let state = store.withState { $0 }
        // Outer observers also read the values that a nested observation reads.
        for reader in observers where reader.isReading {
          reader.reads.append((probe, probe.values.map { $0(state) ?? lastSeen }))
        }
        if pick(4) == 0 { change() }
        if depth < 3 && pick(6) == 0 { observe() }
      }
    } onChange: {
      log.append("told")
    }
    depth -= 1
    observer.isReading = false
  }

  private func holdOrRelease() {
    if pick(3) == 0 {
      if let heldDetail {
        heldDetail.store = nil
        self.heldDetail = nil
      } else if let detail = store.scope(state: \.detail, action: \.detail) {
        heldDetail = Held(detail)
      }
      return
    }
    let id = pick(4)
    if let held = heldRows[id] {
      held.store = nil
      heldRows[id] = nil
    } else if let row = store.scope(state: \.rows, action: \.rows)[id: id] {
      heldRows[id] = Held(row)
    }
  }

  private func makeProbe() -> Probe {
    typealias State = Scripted.State
    typealias Values = [(State) -> Int?]
    func probe(_ name: String, _ values: Values, read: @escaping () -> Void) -> Probe {
      Probe(name: name, read: { (read(), nil).1 }, values: values, isReleased: { false })
    }
    let (id, store) = (pick(4), store)
    let state = store.withState { $0 }
    /// Whether there is a child and, if there is one now, its count.
    func values<Parent, Child>(
      in parent: @escaping (State) -> Parent?,
      _ child: @escaping (Parent) -> Child?,
      _ count: @escaping (Child) -> Int
    ) -> Values {
      guard let now = parent(state) else { return [] }
      let presence: Values = [{ parent($0).map { child($0) == nil ? 0 : 1 } }]
      return presence + (child(now) == nil ? [] : [{ parent($0).flatMap(child).map(count) }])
    }
    let leafOfDetail = values(in: { $0.detail }, { $0.leaf }, \.count)
    let ids: Values = [{ $0.rows.reduce(1) { $0 * 5 + $1.id } }]
    switch pick(15) {
    case 0: return probe("count", [{ $0.count }]) { _ = store.count }
    case 1: return probe("total", [{ $0.total }]) { _ = store.total }
    case 2: return probe("pane", [{ $0.pane.count }]) { _ = store.scope(state: \.pane, action: \.pane).count }
    case 3:
      return probe("leaf", values(in: { $0.pane }, { $0.leaf }, \.count)) {
        _ = store.scope(state: \.pane, action: \.pane).scope(state: \.leaf, action: \.leaf)?.count
      }
    case 4:
      return probe("detail", values(in: { $0 }, { $0.detail }, \.count)) {
        _ = store.scope(state: \.detail, action: \.detail)?.count
      }
    case 5:
      return probe("detail's leaf", [{ $0.detail == nil ? 0 : 1 }] + leafOfDetail) {
        _ = store.scope(state: \.detail, action: \.detail)?.scope(state: \.leaf, action: \.leaf)?.count
      }
    case 6: return probe("ids", ids) { _ = store.scope(state: \.rows, action: \.rows) }
    case 7:
      return probe("rows", ids + state.rows.map { row in { $0.rows[id: row.id]?.count } }) {
        for row in store.scope(state: \.rows, action: \.rows) { _ = row.count }
      }
    case 8:
      return probe("row \(id)'s leaf", ids + values(in: { $0.rows[id: id] }, { $0.leaf }, \.count)) {
        _ = store.scope(state: \.rows, action: \.rows)[id: id]?.scope(state: \.leaf, action: \.leaf)?.count
      }
    case 9:
      return probe("subscript \(id)", [{ $0.rows[id: id]?.count ?? -1 }]) {
        _ = store[dynamicMember: \.rows[id: id]?.count]
      }
    case 10: return probe("frame", [{ $0.frame.count }]) { _ = store.scope(state: \.frame, action: \.pane).count }
    case 11:
      return probe("shown detail", values(in: { $0 }, { $0.shownDetail }, \.count)) {
        _ = store.scope(state: \.shownDetail, action: \.detail)?.count
      }
    case 12:
      return probe("row of the pane", [{ $0.pane.rows.reduce(0) { $0 + $1.count } }]) {
        for row in store.scope(state: \.pane, action: \.pane).scope(state: \.rows, action: \.rows) { _ = row.count }
      }
    case 13:
      guard let held = heldRows[id] else { return makeProbe() }
      return Probe(name: "held row \(id)", read: { held.store?.count }, values: [{ $0.rows[id: id]?.count }]) {
        held.store == nil
      }
    default:
      guard let held = heldDetail else { return makeProbe() }
      guard state.detail != nil, pick(2) == 0 else {
        return Probe(name: "held detail", read: { held.store?.count }, values: [{ $0.detail?.count }]) {
          held.store == nil
        }
      }
      return Probe(
        name: "held detail's leaf",
        read: { held.store?.scope(state: \.leaf, action: \.leaf)?.count },
        values: leafOfDetail
      ) { held.store == nil }
    }
  }
}
