import Dependencies
import Store
import Testing

@testable import StoreCore

/// What is cancelled together is stopped before anything that follows from it begins.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct CancellationOrderTests {
  @CasePathable fileprivate enum Action {
    case child(Void), remove
  }

  private enum ID { case next }

  /// The end of a removed child lets a sequence continue, whose next step the returned effect replaces.
  @Test func aRemovedChildEndsBeforeTheReturnedEffectBegins() async {
    let log = Log()
    let children = Reduce<Int?, Action> { child, action in
      if case .remove = action { child = nil }
      return .none
    }
    .ifLet(\.self, action: \.child) {
      Reduce { _, _ in .run { _ in try await Task.never() } }
    }
    let store = makeStore(Optional(0), of: Action.self) { child, action in
      let effect = children.reduce(into: &child, action: action)
      switch action {
      case .child:
        let next = Effect<Action>.run { _ in log.append("next") }.cancellable(id: ID.next, cancelInFlight: true)
        return .concatenate(effect, next)
      case .remove:
        return .run { _ in log.append("other") }.cancellable(id: ID.next, cancelInFlight: true)
      }
    }
    let first = store.send(.child(()))
    await store.send(.remove).finish()
    await first.finish()
    #expect(log.entries == ["other"])
    #expect((store.core as? RootCore)?.ledger.isEmpty == true)
    #expect((store.core as? RootCore)?.running.isEmpty == true)
  }

  /// Two cancellations from another thread. The first one lets the next step of a sequence begin, which the second one
  /// cancels.
  @Test func aCancellationIsNotOvertakenByWhatAnEarlierOneStarts() async {
    let task = Locked<StoreTask?>(nil)
    let store = makeStore([String](), of: String.self) { log, action in
      switch action {
      case "start":
        return .concatenate(
          .run { _ in try await Task.never() }.cancellable(id: "first"),
          .run { send in await send("sent by what was cancelled") }
        )
      case "stop":
        return .run { _ in
          await elsewhere {
            Task.cancel(id: "first")
            task.withLock { $0 }?.cancel()
          }
        }
      default:
        log.append(action)
        return .none
      }
    }
    let start = store.send("start")
    task.withLock { $0 = start }
    await store.send("stop").finish()
    await start.finish()
    #expect(store.state.isEmpty)
  }
}

/// Runs a closure away from the actor of the caller.
@concurrent private func elsewhere(_ body: @Sendable () -> Void) async { body() }
