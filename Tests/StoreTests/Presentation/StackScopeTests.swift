import Store
import Dependencies
import Observation
import Testing

@testable import StoreCore

@MainActor
@Suite struct StackScopeTests {
  func makeStore(_ numbers: Int...) -> StoreOf<Book> {
    Store(initialState: Book.State(path: StackState(numbers.map { Page.State(number: $0) }))) { Book() }
  }

  @Test func elements() {
    let store = makeStore(10, 11, 12)
    let pages = store.scope(state: \.path, action: \.path)
    #expect(pages.count == 3)
    #expect(pages.ids == [0, 1, 2])
    #expect(pages.map(\.number) == [10, 11, 12])
    pages[1].send(.tapped)
    #expect(pages[1].taps == 1)
    #expect(store.path[id: 1]?.taps == 1)
    #expect(pages[id: 2]?.number == 12)
    #expect(pages[id: 3] == nil)
    #expect(pages.last?.number == 12)
  }

  @Test func theStateNeedsNoLabel() {
    let store = makeStore(10)
    #expect(store.scope(\.path, action: \.path)[0] === store.scope(state: \.path, action: \.path)[0])
  }

  @Test func anElementHasTheSameStoreAsLongAsSomebodyHoldsIt() {
    let store = makeStore(10, 11)
    let second = store.scope(state: \.path, action: \.path)[1]
    store.send(.change { $0.path[id: 0] = nil })
    let pages = store.scope(state: \.path, action: \.path)
    #expect(pages.ids == [1])
    #expect(pages[0] === second)
    #expect(pages[id: 1] === second)
    second.send(.nextTapped(number: 12))
    #expect(store.scope(state: \.path, action: \.path).ids == [1, 2])
  }

  @Test func theStoreOfAnElementThatIsGoneReadsWhatItWas() {
    let store = makeStore(10, 11)
    let second = store.scope(state: \.path, action: \.path)[1]
    store.send(.linkOpened(numbers: [20, 21]))
    #expect(second.number == 11)
    let issues = withCapturedIssues { _ = second.send(.tapped) }
    #expect(issues.count == 1)
    #expect(store.path.map(\.taps) == [0, 0])
    #expect(store.scope(state: \.path, action: \.path).ids == [2, 3])
  }

  @Test func theStoreOfOneElement() {
    let store = makeStore(10)
    let page = store.scope(state: \.path[id: 0], action: \.path[id: 0])
    #expect(page?.number == 10)
    page?.send(.tapped)
    #expect(store.path[id: 0]?.taps == 1)
    #expect(store.scope(state: \.path[id: 0], action: \.path[id: 0]) === page)
    #expect(store.scope(state: \.path[id: 1], action: \.path[id: 1]) == nil)
    store.send(.homeButtonTapped)
    #expect(store.scope(state: \.path[id: 0], action: \.path[id: 0]) == nil)
  }

  @Test func theStoreOfTheStack() {
    let store = makeStore(10)
    let path: Store<StackState<Page.State>, StackActionOf<Page>> = store.scope(state: \.path, action: \.path)
    path.send(.push(id: path.nextID, state: Page.State(number: 11)))
    #expect(path.count == 2)
    path.send(.popFrom(id: 0))
    #expect(store.path.isEmpty)
  }

  /// Returns whether a change of a value that `read` reads is announced while `change` runs.
  func isAnnounced<Value>(_ read: () -> Value, when change: () -> Void) -> Bool {
    let flag = Locked(false)
    _ = withObservationTracking(read) { flag.withLock { $0 = true } }
    change()
    return flag.withLock { $0 }
  }

  @Test func observation() {
    let store = makeStore(10, 11)
    let pages = Array(store.scope(state: \.path, action: \.path))
    func ids() -> [StackElementID] { store.scope(state: \.path, action: \.path).ids }
    let tap = { _ = store.send(.path(.element(id: 1, action: .tapped))) }
    #expect(!isAnnounced(ids, when: tap))
    #expect(isAnnounced(ids) { store.send(.pageButtonTapped(number: 12)) })
    #expect(isAnnounced(ids) { store.send(.path(.popFrom(id: 2))) })
    #expect(isAnnounced({ pages[1].taps }, when: tap))
    #expect(!isAnnounced({ pages[0].taps }, when: tap))
    #expect(isAnnounced({ store.path }, when: tap))
    // Equal pages with other ids count as different pages.
    #expect(isAnnounced({ store.path }) { store.send(.change { $0.path = StackState($0.path) }) })
    #expect(!isAnnounced({ store.path }) { store.send(.change { _ in }) })
    #expect(store.path.ids == [3, 4])
  }
}
