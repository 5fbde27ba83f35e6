import Store
import Testing

@testable import StoreCore

@Suite struct PrintChangesTests {
  @Reducer
  struct Counter {
    struct State: Equatable { var count = 0 }
    enum Action { case increment, ignore }
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if case .increment = action { state.count += 1 }
      return .none
    }
  }

  @MainActor @Test func printsActionsAndChanges() {
    nonisolated(unsafe) var output = ""
    let store = Store(initialState: Counter.State()) {
      Counter()._printChanges(.customDump { output += $0 + "\n" })
    }
    store.send(.increment)
    store.send(.ignore)
    #expect(
      output == """
        received action:
            PrintChangesTests.Counter.Action.increment
          - PrintChangesTests.Counter.State(count: 0)
          + PrintChangesTests.Counter.State(count: 1)

        received action:
            PrintChangesTests.Counter.Action.ignore
          (No state changes)


        """
    )
  }
}
