import Store
import Testing

@testable import StoreCore

/// Children in properties with `willSet` or `didSet`, which have no address.
@MainActor
@Suite struct ObservedPropertyTests {
  struct State {
    var guest: Member.State? { didSet { guestChanges += 1 } }
    var children: IdentifiedArrayOf<Member.State> = [] { didSet { childrenChanges += 1 } }
    var guestChanges = 0
    var childrenChanges = 0
  }

  @Test func observersAreToldOfChangesOnly() {
    let log = Log()
    let store = makeStore(State(guest: Member.State(id: 1), children: [Member.State(id: 2)])) {
      EmptyReducer<State, Family.Action>()
        .ifLet(\.guest, action: \.guest) { Member(log: log) }
        .forEach(\.children, action: \.children) { Member(log: log) }
    }
    func changes() -> [Int] { [store.guestChanges, store.childrenChanges] }
    store.send(.nothing)
    #expect(changes() == [0, 0])
    store.send(.guest(.work))
    #expect(changes() == [1, 0])
    store.send(.children(.element(id: 2, action: .work)))
    #expect(changes() == [1, 1])
    store.send(.nothing)
    #expect(changes() == [1, 1])
    #expect(log.entries == ["work 1 started", "work 2 started"])
  }
}
