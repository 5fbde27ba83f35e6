import Store
import Testing

@testable import StoreCore

@MainActor
@Suite(.timeLimit(.minutes(10))) struct StatesEndTests {
  @Test func theStatesOfAStoreThatIsGoneEnd() async {
    var store: Store<Int, Int>? = makeStore(1, of: Int.self) { _, _ in .none }
    let states = store?.states
    store = nil
    var count = 0
    if let states { for await _ in states { count += 1 } }
    #expect(count == 0)
  }
}
