import Dependencies
import Store
import Testing

@testable import StoreCore

/// Code that runs when the store releases an action, an effect or an id, or uses an id: these may hold the last
/// reference to an object whose `deinit` sends.
@MainActor @Suite(.timeLimit(.minutes(10))) struct ReleaseTests {
  enum Action: Sendable {
    case run(@MainActor @Sendable () -> Effect<Action>)
    case hold(ReleaseToken), add, addLater
  }

  @MainActor final class Owner {
    var store: Store<Int, Action>?
    var tasks: [StoreTask] = []

    func send(_ action: Action) {
      guard let task = store?.send(action) else { return }
      tasks.append(task)
    }
  }

  let owner = Owner()

  init() { owner.store = Self.store(.immediate) }

  private static func store(_ variant: StoreVariant) -> Store<Int, Action> {
    makeStore(0, variant, of: Action.self) { count, action in
      switch action {
      case .run(let effect): return MainActor.assumeIsolated { effect() }
      case .hold: return .none
      case .add: count += 1
      case .addLater: return .run { await $0(.add) }
      }
      return .none
    }
  }

  /// A token whose `deinit` sends an action that has an effect.
  func token() -> ReleaseToken { ReleaseToken { [owner] in owner.send(.addLater) } }
  func finish() async { while let task = owner.tasks.popLast() { await task.finish() } }

  @Test(arguments: [1, 2, 63, 64, 65, 200]) func effectsAndActionsThatHoldTokens(count: Int) async throws {
    let store = try #require(owner.store)
    let task = store.send(
      .run {
        let tokens = (0..<count).map { _ in token() }
        return .merge(tokens.map { token in .run { _ in withExtendedLifetime(token) {} } })
      }
    )
    await task.finish()
    await finish()
    #expect(store.state == count)
    store.send(.run { .merge((0..<count).map { _ in .send(.hold(token())) }) })
    await finish()
    #expect(store.state == 2 * count)
    #expect(store.core.isAtRest)
  }

  /// A `deinit` starts a task at once, during a cancellation.
  @Test func aTokenThatCancelsAndWaits() async throws {
    let store = try #require(owner.store)
    let log = Log()
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let task = store.send(.run { .run { _ in try await Task.never() }.cancellable(id: 2) })
    @MainActor func token() -> ReleaseToken {
      ReleaseToken { [owner] in
        Task.immediate { @MainActor in
          let sent = owner.store?.send(.addLater)
          #expect(await sent?.isFinished == false)
          await sent?.finish()
          log.append("finished")
        }
        Task.immediate { @MainActor in
          // The store is busy, so it cancels afterwards.
          task.cancel()
          await task.finish()
          #expect(await task.isFinished)
          log.append("cancelled")
        }
      }
    }
    store.send(.run { .send(.hold(token())) })
    await log.wait(for: "finished")
    await log.wait(for: "cancelled")
    #expect(store.state == 1)
    #expect(store.core.isAtRest)
  }

  struct ID: Hashable, Sendable {
    let value: Int
    let token: ReleaseToken

    static func == (first: ID, second: ID) -> Bool {
      MainActor.assumeIsolated { first.token.onRelease() }
      return first.value == second.value
    }

    func hash(into hasher: inout Hasher) {
      MainActor.assumeIsolated { token.onRelease() }
      // Ids have the same hash as others, so that they are compared.
      hasher.combine(value % 4)
    }
  }

  /// The `==`, `hash(into:)` and `deinit` of ids may run any code, such as sending to the store that is comparing,
  /// hashing or releasing them.
  @Test(arguments: StoreVariant.allCases) func idsThatSend(_ variant: StoreVariant) async {
    let store = Self.store(variant)
    owner.store = store
    var sent = 0
    func id(_ value: Int) -> ID {
      let token = ReleaseToken { [owner] in
        guard owner.store != nil else { return }
        sent += 1
        // Every other action has an effect with an id of its own.
        owner.send(sent.isMultiple(of: 2) ? .add : .run { .merge(.send(.add), .cancel(id: "other")) })
      }
      return ID(value: value, token: token)
    }
    let hang = Effect<Action>.run { _ in try await Task.never() }
    let clock = TestClock()
    var random = SeededRandomNumberGenerator(seed: 1)
    for _ in 0..<300 {
      let value = Int.random(in: 0..<8, using: &random)
      let effect: Effect<Action> =
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1: hang.cancellable(id: id(value))
        case 2: hang.cancellable(id: id(value), cancelInFlight: true)
        case 3: .cancel(id: id(value))
        case 4: hang.debounce(id: id(value), for: .seconds(1), clock: clock)
        case 5: hang.throttle(id: id(value), for: .seconds(1), clock: clock)
        case 6: .concatenate(hang.cancellable(id: id(value)), hang).cancellable(id: id(value + 1))
        default: .merge(hang, .cancel(id: id(value)), hang).cancellable(id: id(value))
        }
      owner.send(.run { effect })
    }
    await Task { await clock.advance(by: .seconds(1)) }.value
    #expect(store.root?.ledger.isEmpty == false)
    for value in 0..<9 {
      let cancel = Effect<Action>.cancel(id: id(value))
      owner.send(.run { cancel })
    }
    for task in owner.tasks { task.cancel() }
    await finish()
    #expect(store.root?.ledger.isEmpty == true && store.root?.running.isEmpty == true)
    #expect(sent > 300)
    // Each action that was sent was reduced.
    #expect(store.state == sent)
    owner.store = nil
  }
}
