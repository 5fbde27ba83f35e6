import Store
import Testing

@testable import StoreCore

@MainActor @Suite struct StackScopeTests {
  func makeStore(_ numbers: Int...) -> StoreOf<Book> {
    Store(initialState: Book.State(path: StackState(numbers.map { Page.State(number: $0) }))) { Book() }
  }

  @Test func elements() {
    let store = makeStore(10, 11, 12)
    let pages = store.scope(state: \.path, action: \.path)
    #expect(pages.ids == [0, 1, 2] && pages.map(\.number) == [10, 11, 12])
    #expect(pages[id: 2]?.number == 12 && pages[id: 3] == nil)
    let second = pages[1]
    second.send(.tapped)
    #expect(second.taps == 1 && store.path[id: 1]?.taps == 1)

    // An element keeps its store, wherever it is and however it is asked for.
    store.send(.change { $0.path[id: 0] = nil })
    second.send(.tapped)
    #expect(second.taps == 2 && store.path[id: 1]?.taps == 2)
    #expect(store.scope(state: \.path, action: \.path).ids == [1, 2])
    #expect(store.scope(\.path, action: \.path)[0] === second)
    #expect(store.scope(state: \.path, action: \.path)[id: 1] === second)
    #expect(store.scope(state: \.path[id: 1], action: \.path[id: 1])?.taps == 2)
    #expect(store.scope(state: \.path[id: 0], action: \.path[id: 0]) == nil)

    store.send(.linkOpened(numbers: [20, 21]))
    #expect(second.number == 11)
    #expect(withCapturedIssues { _ = second.send(.tapped) }.count == 1)
    #expect(store.path.map(\.taps) == [0, 0] && store.scope(state: \.path, action: \.path).ids == [3, 4])
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
    let log = Log()
    log.watch { _ = read() }
    change()
    return !log.entries.isEmpty
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
