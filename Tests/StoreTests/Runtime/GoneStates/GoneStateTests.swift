import Observation
import Store
import Testing

@testable import StoreCore

/// What a store reads when its state is gone: the state that was last read through it, or of which an observed value has
/// changed last.
@MainActor
@Suite struct GoneStateTests {
  @Test(arguments: 0..<80) func storesReadTheLastStateThatTheyHaveRead(seed: UInt64) {
    let model = GoneStateModel(seed: seed)
    for _ in 0..<120 { model.step() }
    #expect(model.failures == [])
  }

  @Test func theModelLooksAtStatesThatAreGone() {
    let model = GoneStateModel(seed: 1)
    for _ in 0..<300 { model.step() }
    #expect(model.goneCount > 100)
  }

  private let leaf = GoneStateLeaf.State(id: 1, n: 1, title: "new", items: [1])

  private func makeNode() -> GoneStateNode.State {
    var node = GoneStateNode.State()
    node.always = leaf
    node.plain = leaf
    node.sheet = leaf
    node.destination = .leaf(leaf)
    node.rows = [leaf]
    return node
  }

  /// The stores of a node's children.
  private func leaves(of node: StoreOf<GoneStateNode>) throws -> [(name: String, store: StoreOf<GoneStateLeaf>)] {
    let destination = try #require(node.scope(state: \.$destination, action: \.destination))
    guard case .leaf(let destinationLeaf) = destination.case else { return [] }
    return [
      ("always", node.scope(state: \.always, action: \.always)),
      ("plain", try #require(node.scope(state: \.plain, action: \.plain))),
      ("sheet", try #require(node.scope(state: \.$sheet, action: \.sheet))),
      ("destination", destinationLeaf),
      ("row", try #require(node.scope(state: \.rows, action: \.rows)[id: 1])),
    ]
  }

  /// Only one value was read after the change, and none of the values is observed.
  @Test func allOfTheStateThatWasReadIsRead() throws {
    let store = Store(initialState: GoneStateRoot.State(node: makeNode())) { GoneStateRoot() }
    let node = try #require(store.scope(state: \.$node, action: \.node))
    let leaves = try leaves(of: node)
    for (_, leaf) in leaves {
      for seed in 0..<20 { leaf.send(.edit(seed: UInt64(seed))) }
    }
    let changed = try #require(store.node).always
    #expect(changed != leaf)
    for (name, leaf) in leaves { #expect(leaf.n == changed.n, "\(name)") }
    store.send(.node(.dismiss))
    for (name, leaf) in leaves {
      #expect(leaf.title == changed.title, "\(name)")
      #expect(leaf.state == changed, "\(name)")
      #expect(leaf.withState { $0.items } == changed.items, "\(name)")
      #expect(leaf.stateSnapshot.items == changed.items, "\(name)")
      withObservationTracking {
        #expect(leaf.state == changed, "\(name)")
        #expect(leaf.items == changed.items, "\(name)")
      } onChange: {
      }
    }
  }

  /// An action has changed the state since it was read, and the next one removes it. If an observed value was among the
  /// changes, all values are the new ones; if none was, all are those that were read.
  @Test(arguments: [true, false]) func oldAndNewAreNotMixed(isObserved: Bool) throws {
    let store = Store(initialState: GoneStateRoot.State(node: makeNode())) { GoneStateRoot() }
    let node = try #require(store.scope(state: \.$node, action: \.node))
    for (name, leaf) in try leaves(of: node) {
      var (state, last) = (leaf.state, leaf.state)
      let isTold = LockIsolated(!isObserved)
      if isObserved {
        withObservationTracking {
          _ = leaf.n
        } onChange: {
          isTold.setValue(true)
        }
      }
      for seed in UInt64(0)..<20 {
        var random = SeededRandomNumberGenerator(seed: seed)
        state.edit(with: &random)
        let wasTold = isTold.value
        leaf.send(.edit(seed: seed))
        if isTold.value, !wasTold { last = state }
      }
      #expect(isTold.value)
      let before = try #require(store.node)
      store.send(.node(.dismiss))
      #expect(leaf.n == last.n, "\(name)")
      #expect(leaf.title == last.title, "\(name)")
      withObservationTracking {
        #expect(leaf.n == last.n, "\(name)")
        #expect(leaf.title == last.title, "\(name)")
      } onChange: {
      }
      store.send(.set(node: before))
    }
  }

  /// In a program that overrides no dependency, a send takes the fast path.
  @Test func theLastStateIsReadInAProgram() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let store = Store(initialState: Closing.State(child: Closing.Child.State(items: [1]))) { Closing() }
        let child = store.scope(state: \.$child, action: \.child)
        store.send(.present([7]))
        precondition(child?.items == [7])
        store.send(.child(.dismiss))
        precondition(child?.items == [7])
      }
    }
  }

  /// An observer is registered, and nobody holds the child's store.
  @Test func theLastStateIsReleasedWithItsStore() {
    weak var owned: Owned?
    let store = Store(initialState: Owning.State()) { Owning() }
    do {
      let object = Owned()
      owned = object
      store.send(.present(object))
      let child = store.scope(state: \.child, action: \.child)
      withObservationTracking {
        _ = child?.n
      } onChange: {
      }
    }
    #expect(owned != nil)
    store.send(.present(nil))
    #expect(owned == nil)
  }

  @Test func whatIsThereAgainIsRead() {
    let store = Store(initialState: Closing.State(child: Closing.Child.State(items: [1]))) { Closing() }
    let child = store.scope(state: \.$child, action: \.child)
    child?.send(.close)
    store.send(.present([7]))
    #expect(child?.items == [7])
    store.send(.child(.dismiss))
    #expect(child?.items == [7])
  }

  /// An observer that registers while the state is gone is told if it is there again, and is not what was read.
  @Test(arguments: [[1], [3]]) func anObserverOfAGoneStateIsToldOfAnother(items: [Int]) {
    let store = Store(initialState: Closing.State(child: Closing.Child.State(items: [1]))) { Closing() }
    let child = store.scope(state: \.$child, action: \.child)
    withObservationTracking {
      _ = child?.items
    } onChange: {
    }
    child?.send(.close)
    let log = Log()
    withObservationTracking {
      #expect(child?.items == [1])
    } onChange: {
      log.append("told")
    }
    #expect(log.entries == [])
    store.send(.present(items))
    #expect(log.entries == (items == [1] ? [] : ["told"]))
  }

  @Test func presenceIsObservedWhileTheParentIsGone() throws {
    let store = Store(initialState: GoneStateRoot.State(node: makeNode())) { GoneStateRoot() }
    let node = try #require(store.scope(state: \.$node, action: \.node))
    let before = try #require(store.node)
    store.send(.node(.dismiss))
    let log = Log()
    withObservationTracking {
      #expect(node.scope(state: \.plain, action: \.plain) == nil)
    } onChange: {
      log.append("told")
    }
    store.send(.set(node: before))
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

/// A parent that removes its child when that says so.
@Reducer private struct Closing {
  @Reducer struct Child {
    struct State: Equatable { var items: [Int] }
    enum Action { case close }
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.items.append(2)
      return .none
    }
  }
  struct State: Equatable { @Presents var child: Child.State? }
  enum Action {
    case child(PresentationAction<Child.Action>)
    case present([Int])
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .child(.presented(.close)): state.child = nil
      case .child(.dismiss): break
      case .present(let items): state.child = Child.State(items: items)
      }
      return .none
    }
    .ifLet(\.$child, action: \.child) { Child() }
  }
}

private final class Owned: Sendable {}

/// A parent whose child has an object in its state.
@Reducer private struct Owning {
  @Reducer struct Child {
    struct State {
      var n = 0
      let object: Owned
    }
    enum Action {}
    var body: some ReducerOf<Self> { EmptyReducer() }
  }
  struct State { var child: Child.State? }
  enum Action {
    case child(Child.Action)
    case present(Owned?)
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .present(let object) = action { state.child = object.map { Child.State(object: $0) } }
      return .none
    }
    .ifLet(\.child, action: \.child) { Child() }
  }
}
