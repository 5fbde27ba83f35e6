import Observation
import Store
import Testing

@testable import StoreCore

@Reducer private struct GoneRoot {
  struct State: Equatable { @Presents var node: Places.State? = Places.State() }
  enum Action {
    case set(Places.State?)
    case node(PresentationAction<Places.Action>)
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .set(let node) = action { state.node = node }
      return .none
    }
    .ifLet(\.$node, action: \.node) { Places() }
  }
}

/// What a store reads when its state is gone: the state that was last read through it, or of which an observed value has
/// changed last.
@MainActor @Suite struct GoneStateTests {
  private let store = Store(initialState: GoneRoot.State()) { GoneRoot() }

  /// The stores of the node's children.
  private func leaves() throws -> [(name: String, store: StoreOf<PlacedLeaf>)] {
    let node = try #require(store.scope(state: \.$node, action: \.node))
    let destination = try #require(node.scope(state: \.$destination, action: \.destination))
    guard case .leaf(let destinationLeaf) = destination.case else { return [] }
    return [
      ("always", node.scope(state: \.always, action: \.always)),
      ("plain", try #require(node.scope(state: \.plain, action: \.plain))),
      ("sheet", try #require(node.scope(state: \.$sheet, action: \.sheet))),
      // The other spelling, which reads a copy.
      ("sheet'", try #require(node.scope(state: \.sheet, action: \.sheet))),
      ("destination", destinationLeaf),
      ("row", try #require(node.scope(state: \.rows, action: \.rows)[id: 1])),
      ("element", node.scope(state: \.path, action: \.path)[0]),
    ]
  }

  /// Through stores that nothing retains.
  @Test func everyPlaceIsObserved() throws {
    let log = Log()
    let names = try leaves().map(\.name)
    for (index, name) in names.enumerated() { log.watch(name) { _ = try? leaves()[index].store.n } }
    for (_, leaf) in try leaves() { leaf.send(.edit(1)) }
    #expect(log.entries.isEmpty)
    for (_, leaf) in try leaves() { leaf.send(.edit(4)) }
    #expect(log.entries.sorted() == names.sorted())
  }

  /// Only one value was read after the change, and none of the values is observed.
  @Test func allOfTheStateThatWasReadIsRead() throws {
    for (name, leaf) in try leaves() {
      var changed = leaf.state
      for number in 1...8 {
        changed.edit(number)
        leaf.send(.edit(number))
      }
      #expect(leaf.n == changed.n, "\(name)")
      let before = store.state
      store.send(.node(.dismiss))
      #expect(leaf.title == changed.title, "\(name)")
      #expect(leaf.state == changed, "\(name)")
      #expect(leaf.withState { $0.items } == changed.items, "\(name)")
      #expect(leaf.stateSnapshot.items == changed.items, "\(name)")
      Log().watch {
        #expect(leaf.state == changed, "\(name)")
        #expect(leaf.items == changed.items, "\(name)")
      }
      // A shared value belongs to nobody: it is what it is now.
      changed.$total.withLock { $0 = 99 }
      #expect(leaf.total == 99, "\(name)")
      store.send(.set(before.node))
      #expect(leaf.items == changed.items, "\(name)")
    }
  }

  /// An action has changed the state since it was read, and the next one removes it. If an observed value was among the
  /// changes, all values are the new ones; if none was, all are those that were read.
  @Test(arguments: [true, false]) func oldAndNewAreNotMixed(isObserved: Bool) throws {
    for (name, leaf) in try leaves() {
      var (state, last) = (leaf.state, leaf.state)
      let log = Log()
      if isObserved { log.watch { _ = leaf.n } }
      for number in 1...8 {
        state.edit(number)
        let wasTold = !log.entries.isEmpty
        leaf.send(.edit(number))
        if !log.entries.isEmpty, !wasTold { last = state }
      }
      #expect(log.entries.isEmpty != isObserved)
      let before = store.state
      store.send(.node(.dismiss))
      #expect((leaf.n, leaf.title) == (last.n, last.title), "\(name)")
      Log().watch { #expect((leaf.n, leaf.title) == (last.n, last.title), "\(name)") }
      store.send(.set(before.node))
    }
  }

  /// In a program that overrides no dependency, a send takes the fast path.
  @Test func theLastStateIsReadInAProgram() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let store = Store(initialState: Scripted.State(detail: Scripted.Pane(count: 1))) { Scripted() }
        let detail = store.scope(state: \.detail, action: \.detail)
        for _ in 1...2 {
          store.send(.change { $0.detail = Scripted.Pane(count: 7) })
          precondition(detail?.count == 7)
          store.send(.change { $0.detail = nil })
          precondition(detail?.count == 7)
        }
      }
    }
  }

  @Test func theLastStateIsReleasedWithItsStore() {
    final class Owned: Sendable {}
    struct Child {
      var count = 0
      let object: Owned
    }
    struct Parent { var child: Child? }
    weak var owned: Owned?
    let store = makeStore(Parent()) { Changer<Parent, Never>() }
    do {
      let object = Owned()
      owned = object
      store.send(.change { $0.child = Child(object: object) })
      let child = store.scope(state: \.child, action: \.child)
      Log().watch { _ = child?.count }
    }
    #expect(owned != nil)
    store.send(.change { $0.child = nil })
    #expect(owned == nil)
  }

  /// An observer that registers while the state is gone is told if it is there again, and is not what was read.
  @Test(arguments: [1, 3]) func anObserverOfAGoneStateIsToldOfAnother(count: Int) {
    let store = Store(initialState: Scripted.State(detail: Scripted.Pane(count: 1))) { Scripted() }
    let detail = store.scope(state: \.detail, action: \.detail)
    Log().watch { _ = detail?.count }
    store.send(
      .change { state in
        state.detail?.count = 2
        state.detail = nil
      }
    )
    let log = Log()
    log.watch("told") { #expect(detail?.count == 1) }
    #expect(log.entries == [])
    store.send(.change { $0.detail = Scripted.Pane(count: count) })
    #expect(log.entries == (count == 1 ? [] : ["told"]))
  }

  @Test func presenceIsObservedWhileTheParentIsGone() throws {
    let node = try #require(store.scope(state: \.$node, action: \.node))
    let before = store.state
    store.send(.node(.dismiss))
    let log = Log()
    log.watch("told") { #expect(node.scope(state: \.plain, action: \.plain) == nil) }
    store.send(.set(before.node))
    #expect(log.entries == ["told"])
    #expect(node.scope(state: \.plain, action: \.plain) != nil)
  }

  /// What a parent does with a large collection takes no longer because its elements have stores.
  @Test func aLargeCollectionIsNotCopied() throws {
    let rows = IdentifiedArray(uniqueElements: (0..<2_000).map { Scripted.Row(id: $0) })
    let store = Store(initialState: Scripted.State(rows: rows)) { Scripted() }
    let row = store.scope(state: \.rows, action: \.rows)[7]
    row.send(.add(3))
    func address() -> UnsafeRawPointer? {
      store.withState { $0.rows._elements.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) } }
    }
    let before = address()
    for _ in 0..<3 { store.send(.change { $0.rows[id: 8]?.count += 1 }) }
    #expect(address() == before)
    #expect(row.count == 3)
    store.send(.change { $0.rows.remove(id: 7) })
    #expect(row.count == 3)
  }
}
