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

  @Test func labelsAreCasesWithoutTheirValues() {
    enum Row { case tapped(at: Int), closed }
    enum List { case row(Row), rowAt(Int, Row), changed(Int), appeared }
    func label(_ action: List) -> String { _ReducerPrinter<Int, List>.caseName(of: action) }
    #expect(label(.row(.tapped(at: 1))) == "List.row(.tapped)")
    #expect(label(.rowAt(1, .closed)) == "List.rowAt(.closed)")
    #expect(label(.changed(1)) == "List.changed")
    #expect(label(.appeared) == "List.appeared")
  }
}
