import Dependencies
import Store
import Testing

@testable import StoreCore

/// The places at which mistakes in the use of a store are reported.
@MainActor
@Suite struct CallSiteTests {
  @Test func whatIsSentToAStateThatIsGoneIsReportedWhereItWasSent() async throws {
    var state = Scripted.State(detail: Scripted.Pane(leaf: Scripted.Leaf()), rows: [Scripted.Row(id: 1)])
    state.count = 1
    let store = makeStore(state) { Scripted() }
    let detail = try #require(store.scope(state: \.detail, action: \.detail))
    let leaf = try #require(detail.scope(state: \.leaf, action: \.leaf))
    let row = store.scope(state: \.rows, action: \.rows)[0]
    let (handle, function) = (detail.handle, detail.send as (Scripted.PaneAction) -> StoreTask)
    _ = function(.add(1))
    #expect(store.detail?.count == 1)
    store.send(
      .change {
        $0.detail = nil
        $0.rows = []
      }
    )
    var lines: [Int] = []
    let issues = await withCapturedIssues {
      detail.send(.add(1))
      lines.append(#line - 1)
      leaf.send(.add(1))
      lines.append(#line - 1)
      row.send(.add(1))
      lines.append(#line - 1)
      await handle.send(.add(1))
      lines.append(#line - 1)
      handle.enqueue(.add(1))
      lines.append(#line - 1)
      await handle.send(.add(1))
      lines.append(#line - 1)
    }
    #expect(issues.map(\.line) == lines)
    #expect(issues.allSatisfy { $0.fileID == #fileID })
    #expect(issues.allSatisfy { $0.message.hasPrefix("A scoped store got an action when its state was gone.") })
  }

  @CasePathable enum Screen {
    case first(Int)
    case second(Int)
  }

  @Test func whatASubscriptCanNotChangeIsReportedWhereItIsUsed() {
    var lines: [Int] = []
    let issues = withCapturedIssues {
      var stack = StackState([Screen.first(1)])
      stack[id: 0, case: \.second] = 2
      lines.append(#line - 1)
      stack.removeAll()
      // Tests may write down elements with their old ids, so this is only reported in a program.
      withDependencies {
        $0.context = .live
      } operation: {
        stack[id: 0] = .first(2)
        lines.append(#line - 1)
      }
      var screen = PresentationState<Screen>(wrappedValue: .first(1))
      screen[case: \.second] = 2
      lines.append(#line - 1)
    }
    #expect(issues.map(\.line) == lines)
    #expect(issues.allSatisfy { $0.fileID == #fileID && $0.filePath == #filePath })
  }

  @Test func keyPathsThroughSubscriptsAreTheSameWhereverTheyAreWritten() {
    let first: AnyKeyPath = \StackState<Screen>.[id: 1]
    let second: AnyKeyPath = \StackState<Screen>.[id: 1]
    #expect(first == second && first.hashValue == second.hashValue)
    #expect(first != \StackState<Screen>.[id: 2])
  }
}
