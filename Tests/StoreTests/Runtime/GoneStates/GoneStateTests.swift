import Observation
import Store
import Testing

@testable import StoreCore

/// What a store reads when its state is gone: the last state that it had.
@MainActor
@Suite struct GoneStateTests {
  @Test(arguments: 0..<80) func storesReadTheLastStateWhicheverActionRemovesIt(seed: UInt64) {
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

  /// The child was changed since it was scoped, and nobody has read it.
  @Test func whatWasNeverReadIsRead() throws {
    let store = Store(initialState: GoneStateRoot.State(node: makeNode())) { GoneStateRoot() }
    let node = try #require(store.scope(state: \.$node, action: \.node))
    let leaves = try leaves(of: node)
    for (_, leaf) in leaves {
      for seed in 0..<20 { leaf.send(.edit(seed: UInt64(seed))) }
    }
    let last = leaf
    let changed = try #require(store.node).always
    #expect(changed != last)
    store.send(.node(.dismiss))
    for (name, leaf) in leaves {
      #expect(leaf.n == changed.n, "\(name)")
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

  /// What a child's own reducer does before a parent removes the child in the same action.
  @Test func theActionThatEndsTheChildCounts() {
    let store = Store(initialState: Closing.State(child: Closing.Child.State(items: [1]))) { Closing() }
    let child = store.scope(state: \.$child, action: \.child)
    child?.send(.close)
    #expect(store.child == nil)
    #expect(child?.items == [1, 2])
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
  @Test(arguments: [[1, 2], [3]]) func anObserverOfAGoneStateIsToldOfAnother(items: [Int]) {
    let store = Store(initialState: Closing.State(child: Closing.Child.State(items: [1]))) { Closing() }
    let child = store.scope(state: \.$child, action: \.child)
    withObservationTracking {
      _ = child?.items
    } onChange: {
    }
    child?.send(.close)
    let log = Log()
    withObservationTracking {
      #expect(child?.items == [1, 2])
    } onChange: {
      log.append("told")
    }
    #expect(log.entries == [])
    store.send(.present(items))
    #expect(log.entries == (items == [1, 2] ? [] : ["told"]))
  }

  /// The action before the one that removes the state has changed it, and observers were not told in between.
  @Test func anObserverIsToldWhatTheLastStateWas() {
    let store = Store(initialState: Closing.State(child: Closing.Child.State(items: [1]))) { Closing() }
    let child = store.scope(state: \.$child, action: \.child)
    let log = Log()
    withObservationTracking {
      _ = child?.items
    } onChange: {
      log.append("told")
    }
    child?.send(.close)
    #expect(log.entries == ["told"])
    #expect(child?.items == [1, 2])
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

  /// A child's reducer changes its state in place, although the state is kept for a store while other reducers run.
  @Test func theChildsOwnReducerCopiesNothing() throws {
    let store = Store(initialState: GoneStateRoot.State(node: makeNode())) { GoneStateRoot() }
    let node = try #require(store.scope(state: \.$node, action: \.node))
    let leaves = try leaves(of: node)
    for (name, leaf) in leaves {
      // The first action releases what was copied when the stores were made.
      for _ in 0..<2 { leaf.send(.append) }
      let address = leaf.withState { $0.items.address }
      for _ in 0..<5 { leaf.send(.replaceFirst) }
      #expect(leaf.withState { $0.items.address } == address, "\(name)")
    }
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
    store.send(.change { $0.rows.remove(id: 7) })
    #expect(row.count == 3)
  }
}

extension [Int] {
  fileprivate var address: UnsafeRawPointer? { withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) } }
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
