import Store
import Testing

@testable import StoreCore

@Suite struct PrintChangesTests {
  enum Action { case increment, ignore }

  @MainActor @Test func printsActionsAndChanges() {
    nonisolated(unsafe) var output = ""
    let store = Store(initialState: 0) {
      Changes<Int, Action> { count, action in if case .increment = action { count += 1 } }
        ._printChanges(.customDump { output += $0 + "\n" })
    }
    store.send(.increment)
    store.send(.ignore)
    #expect(
      output == """
        received action:
            PrintChangesTests.Action.increment
          - 0
          + 1

        received action:
            PrintChangesTests.Action.ignore
          (No state changes)


        """
    )
  }
}
