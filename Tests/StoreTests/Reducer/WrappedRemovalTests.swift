import Dependencies
import Store
import Testing

@testable import StoreCore

/// A child that has gone takes its effects with it, also if a reducer around it does something with the effect that says
/// so, and that effect never comes to its turn.
@MainActor
@Suite struct WrappedRemovalTests {
  enum Wrapping: CaseIterable {
    case afterAStepThatIsCancelled
    case afterADebounceThatAnotherReplaces
    case afterADebounceThatIsCancelled
    case afterAThrottleThatAnotherReplaces
    case withAPolicyThatSuspends
    case withAPolicyThatDiscards
  }

  struct Row: Reducer {
    struct State: Equatable, Identifiable { let id: Int }
    enum Action { case start }
    func reduce(into state: inout State, action: Action) -> Effect<Action> { .run { _ in try await Task.never() } }
  }

  struct List: Reducer {
    struct State: Equatable { var rows: IdentifiedArrayOf<Row.State> = [.init(id: 1), .init(id: 2)] }
    @CasePathable enum Action {
      case remove(Int)
      case rows(IdentifiedActionOf<Row>)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .remove(let id) = action { state.rows.remove(id: id) }
        return .none
      }
      .forEach(\.rows, action: \.rows) { Row() }
    }
  }

  struct Wrapper: Reducer {
    @CasePathable enum Action {
      case list(List.Action)
      case other
      case cancel
    }
    let wrapping: Wrapping
    let clock: TestClock<Duration>

    func reduce(into state: inout List.State, action: Action) -> Effect<Action> {
      switch action {
      case .list(let action):
        let effect = List().reduce(into: &state, action: action).map(Action.list)
        guard case .remove = action else { return effect }
        return wrap(effect)
      case .other: return wrap(.run { _ in try await Task.never() })
      case .cancel: return .cancel(id: 0)
      }
    }

    private func wrap(_ effect: Effect<Action>) -> Effect<Action> {
      switch wrapping {
      case .afterAStepThatIsCancelled:
        .concatenate(.run { _ in try await Task.never() }, effect).cancellable(id: 0)
      case .afterADebounceThatAnotherReplaces, .afterADebounceThatIsCancelled:
        effect.debounce(id: 0, for: .seconds(1), clock: clock)
      case .afterAThrottleThatAnotherReplaces:
        effect.throttle(id: 0, for: .seconds(1), clock: clock)
      case .withAPolicyThatSuspends: effect.cancellable(id: 0, policy: .runOldest(.suspendNew))
      case .withAPolicyThatDiscards: effect.cancellable(id: 0, policy: .runOldest(.discardNew))
      }
    }
  }

  @Test(arguments: Wrapping.allCases) func whatNeverStartsRemovesAllTheSame(_ wrapping: Wrapping) async {
    let clock = TestClock()
    let store = Store(initialState: List.State()) { Wrapper(wrapping: wrapping, clock: clock) }
    let row = store.send(.list(.rows(.element(id: 1, action: .start))))
    switch wrapping {
    case .afterAStepThatIsCancelled, .afterADebounceThatIsCancelled:
      store.send(.list(.remove(1)))
      store.send(.cancel)
    case .afterADebounceThatAnotherReplaces:
      store.send(.list(.remove(1)))
      store.send(.other)
    case .afterAThrottleThatAnotherReplaces:
      store.send(.other)
      store.send(.list(.remove(1)))
      store.send(.other)
    case .withAPolicyThatSuspends, .withAPolicyThatDiscards:
      store.send(.other)
      store.send(.list(.remove(1)))
    }
    #expect(await row.isFinished)
    store.invalidate()
  }
}
