import Dependencies
import Store
import Testing

@testable import StoreCore

/// The effects of a removed child are cancelled even if a reducer around it changes the effect that cancels them so
/// that it never runs.
@MainActor
@Suite struct WrappedRemovalTests {
  enum Wrapping: CaseIterable {
    case afterAStepThatIsCancelled
    case afterADebounceThatAnotherReplaces
    case afterADebounceThatIsCancelled
    case afterAThrottleThatAnotherReplaces
  }

  struct Row: Reducer {
    struct State: Equatable, Identifiable { let id: Int }
    enum Action { case start, startLast }
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

  /// The list is a child itself, so that the effects that it removes are in one of its own.
  struct Screen: Reducer {
    struct State: Equatable { var list: List.State? = List.State() }
    @CasePathable enum Action { case list(List.Action) }
    var body: some ReducerOf<Self> { EmptyReducer().ifLet(\.list, action: \.list) { List() } }
  }

  struct Wrapper: Reducer {
    @CasePathable enum Action {
      case list(List.Action)
      case other
      case cancel
    }
    let wrapping: Wrapping
    let clock: TestClock<Duration>

    func reduce(into state: inout Screen.State, action: Action) -> Effect<Action> {
      switch action {
      case .list(let action):
        let effect: Effect<Action> = Screen().reduce(into: &state, action: .list(action)).map {
          switch $0 {
          case .list(let action): .list(action)
          }
        }
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
      }
    }
  }

  @Test(arguments: Wrapping.allCases) func whatNeverStartsRemovesAllTheSame(_ wrapping: Wrapping) async {
    let clock = TestClock()
    let store = Store(initialState: Screen.State()) { Wrapper(wrapping: wrapping, clock: clock) }
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
    }
    #expect(await row.isFinished)
    store.invalidate()
  }
}

/// Changes the effects of another reducer, which it calls in either of the two ways that there are.
private protocol EffectWrapper: Reducer where Base.State == State, Base.Action == Action {
  associatedtype Base: Reducer
  var base: Base { get }
  /// Whether it calls the other reducer's reduction, which is made once, instead of the reducer.
  var isBuilt: Bool { get }
  func wrap(_ effect: Effect<Base.Action>, of action: Base.Action) -> Effect<Base.Action>
}

extension EffectWrapper {
  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    wrap(base.reduce(into: &state, action: action), of: action)
  }

  func makeReduction() -> Reduction<Base.State, Base.Action> {
    guard isBuilt else { return { reduce(into: &$0, action: $1) } }
    let reduction = base.makeReduction()
    return { wrap(reduction(&$0, $1), of: $1) }
  }
}

/// A removal that a reducer around it delays cancels nothing of the children that come in the meantime.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct DelayedRemovalTests {
  typealias Row = WrappedRemovalTests.Row

  enum Delay: CaseIterable { case afterAStep, debounced, throttled, inAStepThatWaitsItself }

  struct Feature: Reducer {
    struct State: Equatable {
      var rows: IdentifiedArrayOf<Row.State> = [.init(id: 1), .init(id: 2)]
      var optional: Row.State? = .init(id: 1)
      @Presents var presented: Row.State? = .init(id: 1)
    }
    @CasePathable enum Action {
      case change((inout State) -> Void)
      case changeLater((inout State) -> Void)
      case rows(IdentifiedActionOf<Row>)
      case optional(Row.Action)
      case presented(PresentationAction<Row.Action>)
      case other
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .change(let change), .changeLater(let change): change(&state)
        case .rows(.element(let id, .startLast)): state.rows.remove(id: id)
        case .rows, .optional, .presented, .other: break
        }
        return .none
      }
      .forEach(\.rows, action: \.rows) { Row() }
      .ifLet(\.optional, action: \.optional) { Row() }
      .ifLet(\.$presented, action: \.presented) { Row() }
    }
  }

  /// Delays some of another reducer's effects.
  struct Delayed: EffectWrapper {
    let base = Feature()
    let delay: Delay
    let isBuilt: Bool
    let clock: TestClock<Duration>

    func wrap(_ effect: Effect<Feature.Action>, of action: Feature.Action) -> Effect<Feature.Action> {
      let clock = clock
      let pause = Effect<Feature.Action>.run { _ in try await clock.sleep(for: .seconds(1)) }
      switch action {
      case .other where delay == .throttled: return pause.throttle(id: 0, for: .seconds(1), clock: clock)
      case .changeLater, .rows(.element(_, .startLast)): break
      default: return effect
      }
      return switch delay {
      case .afterAStep: .concatenate(pause, effect)
      case .debounced: effect.debounce(id: 0, for: .seconds(1), clock: clock)
      case .throttled: effect.throttle(id: 0, for: .seconds(1), clock: clock)
      case .inAStepThatWaitsItself:
        .concatenate(pause, .concatenate(pause, effect).debounce(id: 0, for: .seconds(1), clock: clock))
      }
    }
  }

  struct Kind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let set: @Sendable (inout Feature.State, Row.State?) -> Void
    let start: @Sendable (Int) -> Feature.Action
  }

  nonisolated static let kinds = [
    Kind(
      testDescription: "row",
      set: { $0.rows = $1.map { [$0, .init(id: 2)] } ?? [.init(id: 2)] },
      start: { .rows(.element(id: $0, action: .start)) }
    ),
    Kind(testDescription: "optional", set: { $0.optional = $1 }, start: { _ in .optional(.start) }),
    Kind(testDescription: "presented", set: { $0.presented = $1 }, start: { _ in .presented(.presented(.start)) }),
  ]

  @Test(arguments: Delay.allCases, kinds) func aChildThatComesLaterGoesOn(_ delay: Delay, _ kind: Kind) async {
    // The child that comes later has the id of the one that was removed, or another one.
    for (isBuilt, id) in [(true, 1), (true, 3), (false, 1), (false, 3)] {
      let clock = TestClock()
      let store = Store(initialState: Feature.State()) { Delayed(delay: delay, isBuilt: isBuilt, clock: clock) }
      let removed = store.send(kind.start(1))
      store.send(.other)
      let removal = store.send(.changeLater { kind.set(&$0, nil) })
      #expect(await removed.isFinished, "built: \(isBuilt), id: \(id)")
      store.send(.change { kind.set(&$0, Row.State(id: id)) })
      let later = store.send(kind.start(id))
      await clock.run()
      await removal.finish()
      #expect(await later.isFinished == false, "built: \(isBuilt), id: \(id)")
      // The operator has not lost sight of the child.
      store.send(.change { kind.set(&$0, nil) })
      #expect(await later.isFinished, "built: \(isBuilt), id: \(id)")
    }
  }

  @Test(arguments: Delay.allCases, [true, false])
  func whatAChildStartsWithItsLastActionIsCancelled(_ delay: Delay, _ isBuilt: Bool) async {
    let clock = TestClock()
    let store = Store(initialState: Feature.State()) { Delayed(delay: delay, isBuilt: isBuilt, clock: clock) }
    store.send(.other)
    let last = store.send(.rows(.element(id: 1, action: .startLast)))
    store.send(.change { $0.rows.append(Row.State(id: 1)) })
    let later = store.send(.rows(.element(id: 1, action: .start)))
    await clock.run()
    await last.finish()
    #expect(await later.isFinished == false)
    store.invalidate()
  }
}

/// What a delayed effect cancels lets a sequence of a child continue that came in the meantime. Its next step has begun
/// after the delayed effect, but it is none of its own.
@MainActor
@Suite struct ContinuedSequenceTests {
  struct Row: Reducer {
    struct State: Equatable, Identifiable { let id: Int }
    enum Action { case start, startSequence }
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      let effect = Effect<Action>.run { _ in try await Task.never() }
      return switch action {
      case .start: effect
      case .startSequence: .concatenate(effect.cancellable(id: "first"), effect)
      }
    }
  }

  struct List: Reducer {
    struct State: Equatable { var rows: IdentifiedArrayOf<Row.State> = [.init(id: 1)] }
    @CasePathable enum Action {
      case remove
      case add(Int)
      case rows(IdentifiedActionOf<Row>)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .remove:
          state.rows = []
          return .cancel(id: "first")
        case .add(let id):
          state.rows.append(Row.State(id: id))
          return .none
        case .rows:
          return .none
        }
      }
      .forEach(\.rows, action: \.rows) { Row() }
    }
  }

  struct Delayed: EffectWrapper {
    let base = List()
    let isBuilt: Bool
    let clock: TestClock<Duration>

    func wrap(_ effect: Effect<List.Action>, of action: List.Action) -> Effect<List.Action> {
      guard case .remove = action else { return effect }
      return .concatenate(.run { _ in try await clock.sleep(for: .seconds(1)) }, effect)
    }
  }

  @Test(arguments: [true, false], [1, 2]) func itsNextStepIsNotRemoved(isBuilt: Bool, id: Int) async {
    let clock = TestClock()
    let store = Store(initialState: List.State()) { Delayed(isBuilt: isBuilt, clock: clock) }
    let old = store.send(.rows(.element(id: 1, action: .start)))
    let removal = store.send(.remove)
    store.send(.add(id))
    let sequence = store.send(.rows(.element(id: id, action: .startSequence)))
    #expect(await old.isFinished)
    await clock.advance(by: .seconds(1))
    await removal.finish()
    #expect(await !sequence.isFinished)
    store.invalidate()
    await sequence.finish()
  }
}
