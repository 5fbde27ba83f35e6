import Store
import Dependencies

@testable import StoreCore

/// The ways in which a store can run. Its guarantees must hold in all of them.
enum StoreVariant: CaseIterable {
  /// Effects run up to their first suspension while they are started.
  case immediate
  /// Effects are started as jobs of the store's actor, as on systems without `Task.immediate`.
  case enqueued
  /// Reducers are called without binding dependencies, as in programs without overrides.
  case direct
}

@MainActor func makeStore<State, Action, R: Reducer<State, Action>>(
  _ initialState: State,
  _ variant: StoreVariant = .immediate,
  @ReducerBuilder<State, Action> reducer: () -> R
) -> Store<State, Action> {
  let store = Store(
    initialState: initialState,
    isolation: MainActor.shared,
    configuration: StoreConfiguration(start: variant == .enqueued ? .enqueued : .immediate),
    reducer: reducer
  )
  if variant == .direct { store.core.runtime.flags.remove(.bindsDependencies) }
  return store
}

@MainActor func makeStore<State, Action>(
  _ initialState: State,
  _ variant: StoreVariant = .immediate,
  of action: Action.Type,
  reduce: @escaping (inout State, Action) -> Effect<Action>
) -> Store<State, Action> { makeStore(initialState, variant) { Reduce(reduce) } }
