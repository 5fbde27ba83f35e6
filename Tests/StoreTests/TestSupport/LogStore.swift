import Store

@testable import StoreCore

/// The actions of a feature that runs the effects of a test.
enum LogAction: Sendable {
  /// Starts an effect that the test provides.
  case run(Effect<LogAction>)
  case log(String)
}

/// Makes a store whose state is the log.
@MainActor
func makeLogStore(_ variant: StoreVariant = .immediate) -> Store<[String], LogAction> {
  makeStore([String](), variant, of: LogAction.self) { state, action in
    switch action {
    case .run(let effect): return effect
    case .log(let entry):
      state.append(entry)
      return .none
    }
  }
}

/// The log of a store after it has run an effect to its end.
@MainActor
func finalLog(_ variant: StoreVariant = .immediate, of effect: Effect<LogAction>) async -> [String] {
  let store = makeLogStore(variant)
  await store.run(effect).finish()
  return store.state
}

extension Store<[String], LogAction> {
  @discardableResult
  func run(_ effect: Effect<LogAction>) -> StoreTask { send(.run(effect)) }

  /// Runs an operation, as an effect with an id if one is given.
  @discardableResult
  func run(
    id: (any Hashable & Sendable)? = nil,
    cancelInFlight: Bool = false,
    _ operation: @escaping @Sendable (Send<LogAction>) async throws -> Void
  ) -> StoreTask {
    let effect = Effect<LogAction>.run(operation: operation)
    return run(id.map { effect.cancellable(id: $0, cancelInFlight: cancelInFlight) } ?? effect)
  }

  @discardableResult
  func cancel(id: some Hashable & Sendable) -> StoreTask { run(.cancel(id: id)) }
}

@concurrent func offTheActor(_ operation: @Sendable () async -> Void) async { await operation() }

extension Core {
  /// Whether no effect is in flight, and the core keeps no data of earlier ones.
  var isAtRest: Bool {
    guard let root = self as? RootCore<State, Action> else { return true }
    return root.queue.isEmpty && root.waiting.isEmpty && root.starting.isEmpty && root.running.isEmpty
      && root.sequences.isEmpty && root.cancellationScopes.isEmpty && root.finishedGroups.isEmpty
      && root.groupWaiters.isEmpty && root.ledger.isEmpty
      && runtime.flags.isDisjoint(with: [.reducing, .modifying, .reading, .settling, .queued])
  }
}
