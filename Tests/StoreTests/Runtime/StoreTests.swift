import Store
import Dependencies
import Testing

@testable import StoreCore

@MainActor
@Suite struct StoreTests {
  @Test func effectsThatSendActionsWithEffectsNeedNoStack() async {
    let store = makeStore(0, of: Int.self) { count, left in
      count += 1
      return left == 0 ? .none : .run { await $0(left - 1) }
    }
    await store.send(100_000).finish()
    #expect(store.state == 100_001)
  }

  @Test func describesItself() {
    let store = makeStore(0, of: Int.self) { _, _ in .none }
    #expect("\(store)" == "Store<Int, Int>")
  }

  // MARK: Lifetimes

  private final class Owned {}

  private let log = Log()

  @Test func theStateIsFreedAndWhatTheReducerReplaces() {
    weak var first: Owned?
    weak var second: Owned?
    do {
      let store = makeStore(Owned(), of: Owned.self) { state, object in
        state = object
        return .none
      }
      first = store.withState { $0 }
      #expect(first != nil)
      store.send(Owned())
      second = store.withState { $0 }
      #expect(first == nil && second != nil)
    }
    #expect(second == nil)
  }

  @Test func observationDoesNotKeepTheStore() {
    weak var core: Core<Scripted.State, Scripted.Action>?
    do {
      let store = makeStore(Scripted.State()) { Scripted() }
      core = store.core
      log.watch { _ = (store.count, store.scope(state: \.pane, action: \.pane).count) }
      store.send(.change { $0.other += 1 })
    }
    #expect(core == nil)
  }

  @Test func aScopedStoreKeepsItsParent() async {
    let log = log
    weak var core: Core<Scripted.State, Scripted.Action>?
    do {
      let pane: Store<Scripted.Pane, Scripted.PaneAction>
      do {
        let store = makeStore(Scripted.State()) { Scripted() }
        core = store.core
        store.send(.run("a") { _ in await log.hang("effect") })
        pane = store.scope(state: \.pane, action: \.pane)
      }
      pane.send(.add(2))
      #expect(pane.count == 2)
      #expect(core != nil)
      #expect(log.entries == ["effect started"])
    }
    #expect(core == nil)
    #expect(log.entries == ["effect started", "effect cancelled"])
  }

  // MARK: The queue of actions

  @Test func theMemoryOfAQueueIsThatOfTheElementsThatWait() {
    var queue = Queue<Int>()
    queue.append(0)
    queue.append(1)
    for element in 2...100_000 {
      queue.append(element)
      #expect(queue.popFirst() == element - 2)
      if queue.places.count > 200 { break }
    }
    #expect(queue.places.count < 200)
    for element in 0..<10_000 { queue.append(element) }
    while queue.popFirst() != nil {}
    #expect(queue.places.capacity <= 1024)
  }

  /// Releasing an element may append others.
  @Test func anElementThatAddsAnotherWhenItGoes() {
    final class Box {
      var queue = Queue<Element>()
      var count = 0
    }
    final class Element {
      unowned let box: Box
      init(_ box: Box) { self.box = box }
      deinit {
        box.count += 1
        if box.count < 1000 { box.queue.append(Element(box)) }
      }
    }
    let box = Box()
    for _ in 0..<100 { box.queue.append(Element(box)) }
    while box.queue.popFirst() != nil {}
    #expect(box.queue.isEmpty)
    #expect(box.count >= 1000)
  }
}
