import Store
import Testing

@testable import StoreCore

@MainActor
@Suite struct ForEachOrderTests {
  @Test func effectsOfElementsThatGoTogetherAreCancelledInTheOrderInWhichTheyStarted() {
    let log = Log()
    let ids = (1...50).map { $0 * 7 % 51 }
    let store = makeStore(Family.State(children: IdentifiedArray(uniqueElements: ids.map { Member.State(id: $0) }))) {
      Family.parent.forEach(\.children, action: \.children) { Member(log: log) }
    }
    for id in ids { store.send(.children(.element(id: id, action: .work))) }
    store.send(.setChildren([]))
    #expect(log.entries.filter { $0.hasSuffix("cancelled") } == ids.map { "work \($0) cancelled" })
  }
}
