import Dependencies
import Store
import Testing

@testable import StoreCore

/// Actions that send one another without end block their actor, so a report has to name them.
@MainActor
@Suite struct EndlessSendTests {
  enum Action {
    case start
    case tick(Int)
  }

  @Test func actionsThatAreSentOnAndOnAreReportedOnce() {
    var configuration = StoreConfiguration()
    configuration.endlessCount = 100
    let store = Store(initialState: 0, isolation: MainActor.shared, configuration: configuration) {
      Reduce<Int, Action> { state, action in
        state += 1
        return state % 1_000 == 0 ? .none : .send(.tick(state % 1_000))
      }
    }
    let issues = withCapturedIssues {
      store.send(.start)
      store.send(.start)
    }
    #expect(store.state == 2_000)
    #expect(
      issues.map(\.message)
        == Array(
          repeating: """
            A store has reduced 100 actions in one call of "send", and goes on.

              Action:
                EndlessSendTests.Action.tick(99)
              Store:  Store<Int, EndlessSendTests.Action>

            This usually is an action whose effect sends the same action again, such as ".send(.tick)" in reply to \
            ".tick". Nothing else of the store's actor runs until it ends. Send it from a ".run" effect that waits in \
            between, or only as long as there is something to do.
            """,
          count: 2
        )
    )
  }

  @Test func actionsThatComeToAnEndAreNot() {
    var configuration = StoreConfiguration()
    configuration.endlessCount = 100
    let store = Store(initialState: 0, isolation: MainActor.shared, configuration: configuration) {
      Reduce<Int, Action> { state, _ in
        state += 1
        return state % 99 == 0 ? .none : .send(.tick(state))
      }
    }
    for _ in 1...10 { store.send(.start) }
    #expect(store.state == 990)
    #expect(StoreConfiguration().endlessCount == 1_000_000)
  }
}
