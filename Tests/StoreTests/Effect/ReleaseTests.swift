import Dependencies
import Store
import Testing

@testable import StoreCore

/// Code that runs when the store releases an action, an effect or an id: these may hold the last reference to an object
/// whose `deinit` sends.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct ReleaseTests {
  enum Action: Sendable {
    case run(@MainActor @Sendable () -> Effect<Action>)
    case hold(ReleaseToken)
    case add
    case addLater
    case log(String)
  }

  struct State: Equatable {
    var count = 0
    var log: [String] = []
  }

  @MainActor final class Owner {
    var store: Store<State, Action>?
    var tasks: [StoreTask] = []

    /// Releases the store after the access to the variable has ended.
    func leave() {
      let released = store
      store = nil
      withExtendedLifetime(released) {}
    }

    func send(_ action: Action) {
      guard let task = store?.send(action) else { return }
      tasks.append(task)
    }
  }

  let owner = Owner()

  init() {
    owner.store = makeStore(State(), of: Action.self) { state, action in
      switch action {
      case .run(let effect): return MainActor.assumeIsolated { effect() }
      case .hold: return .none
      case .add: state.count += 1
      case .addLater: return .run { await $0(.add) }
      case .log(let entry): state.log.append(entry)
      }
      return .none
    }
  }

  /// A token whose `deinit` sends an action that has an effect.
  func token() -> ReleaseToken { ReleaseToken { [owner] in owner.send(.addLater) } }

  func finish() async {
    while let task = owner.tasks.popLast() { await task.finish() }
  }

  @Test(arguments: [1, 2, 63, 64, 65, 200]) func effectsThatHoldTokens(count: Int) async throws {
    let store = try #require(owner.store)
    let task = store.send(
      .run {
        .send(
          .run {
            .merge(
              (0..<count).map { _ in
                let token = token()
                return .run { _ in withExtendedLifetime(token) {} }
              }
            )
          }
        )
      }
    )
    await task.finish()
    await finish()
    #expect(store.count == count)
    #expect(store.core.isAtRest)
  }

  @Test(arguments: [1, 2, 64, 65, 200]) func actionsThatHoldTokens(count: Int) async throws {
    let store = try #require(owner.store)
    store.send(.run { .merge((0..<count).map { _ in .send(.hold(token())) }) })
    await finish()
    #expect(store.count == count)
    #expect(store.core.isAtRest)
  }

  @Test func effectsThatAreCancelledBeforeTheyStart() async throws {
    let store = try #require(owner.store)
    store.send(
      .run {
        let tokens = (0..<70).map { _ in token() }
        let effects = tokens.map { token in Effect<Action>.run { _ in withExtendedLifetime(token) {} } }
        return .concatenate(.merge(effects).cancellable(id: 1), .none)
      }
    )
    store.send(.run { .merge(.run { [token = token()] _ in _ = token }.cancellable(id: 1), .cancel(id: 1)) })
    await finish()
    #expect(store.count == 71)
    #expect(store.core.isAtRest)
  }

  @Test func stepsThatAreNotReached() async throws {
    let store = try #require(owner.store)
    let task = store.send(
      .run {
        let token = token()
        return .concatenate(
          .run { _ in try await Task.sleep(for: .seconds(1_000_000)) },
          .run { _ in withExtendedLifetime(token) {} }
        )
      }
    )
    task.cancel()
    await task.finish()
    await finish()
    #expect(store.count == 1)
    #expect(store.core.isAtRest)
  }

  @Test func anIDThatSendsWhenItIsHashedComparedAndReleased() async throws {
    struct ID: Hashable, Sendable {
      let value: Int
      let token: ReleaseToken
      let send: @MainActor @Sendable () -> Void

      static func == (lhs: Self, rhs: Self) -> Bool {
        MainActor.assumeIsolated { lhs.send() }
        return lhs.value == rhs.value
      }

      func hash(into hasher: inout Hasher) {
        MainActor.assumeIsolated { send() }
        // All ids have the same hash, so that they are compared.
        hasher.combine(0)
      }
    }
    let store = try #require(owner.store)
    let log = Log()
    let owner = owner
    let (gone, continuation) = AsyncStream<Void>.makeStream()
    @MainActor func id(_ value: Int) -> ID {
      let token = ReleaseToken {
        owner.send(.addLater)
        continuation.yield()
      }
      return ID(value: value, token: token) {
        log.append("sent")
        owner.send(.add)
      }
    }
    store.send(
      .run {
        .merge((0..<5).map { Effect.run { _ in try await Task.never() }.cancellable(id: id($0), cancelInFlight: true) })
      }
    )
    store.send(.run { .merge((0..<5).map { .cancel(id: id($0)) }) })
    for await _ in gone.prefix(10) {}
    await finish()
    #expect(log.entries.count > 10)
    #expect(store.count == log.entries.count + 10)
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
    #expect(store.count == 1)
    #expect(store.core.isAtRest)
  }

  @Test func tokensThatGoWithTheStore() async throws {
    let (gone, continuation) = AsyncStream<Void>.makeStream()
    let owner = owner
    let handle = try #require(owner.store).handle
    @MainActor func token() -> ReleaseToken {
      ReleaseToken {
        owner.send(.log("nobody gets this"))
        Task {
          await handle.send(.log("nor this"))
          continuation.yield()
        }
      }
    }
    owner.store?.send(
      .run {
        let (running, next) = (token(), token())
        return .concatenate(
          .run { _ in
            withExtendedLifetime(running) {}
            try await Task.never()
          },
          .run { _ in withExtendedLifetime(next) {} }
        )
      }
    )
    weak let core = owner.store?.core
    owner.leave()
    #expect(core == nil)
    for await _ in gone.prefix(2) {}
  }

  @Test(arguments: [0, 1, 2, 3]) func theStoreGoesInTheMiddle(of place: Int) async throws {
    let owner = owner
    weak let core = owner.store?.core
    let leave: @MainActor @Sendable () -> Void = { owner.leave() }
    var task: StoreTask?
    switch place {
    case 0:
      task = owner.store?.send(
        .run {
          leave()
          return .merge(.send(.addLater), .run { _ in }, .run { _ in try await Task.never() })
        }
      )
    case 1: task = owner.store?.send(.hold(ReleaseToken { leave() }))
    case 2: task = owner.store?.send(.run { .run { @MainActor _ in leave() } })
    default:
      withObservationTracking {
        _ = owner.store?.count
      } onChange: {
        MainActor.assumeIsolated { leave() }
      }
      task = owner.store?.send(.add)
    }
    await task?.finish()
    #expect(owner.store == nil)
    #expect(core == nil)
  }

  /// Values that observation keeps for comparison are released and compared while the store looks for changes.
  @Test func aValueThatSendsWhenItIsComparedAndReleased() async {
    struct Value: Equatable {
      let number: Int
      let token: ReleaseToken

      static func == (lhs: Self, rhs: Self) -> Bool {
        MainActor.assumeIsolated { lhs.token.onRelease() }
        return lhs.number == rhs.number
      }
    }
    @MainActor final class Box {
      var store: Store<[Value], Int>?
      var sendsLeft = 20
      var told = 0
    }
    let box = Box()
    @MainActor func value(_ number: Int) -> Value {
      Value(
        number: number,
        token: ReleaseToken {
          guard box.sendsLeft > 0 else { return }
          box.sendsLeft -= 1
          box.store?.send(100 + box.sendsLeft)
        }
      )
    }
    let store = makeStore([value(0)], of: Int.self) { state, number in
      MainActor.assumeIsolated { state.insert(value(number), at: 0) }
      return .none
    }
    box.store = store
    withObservationTracking {
      _ = store[dynamicMember: \.[0]]
    } onChange: {
      MainActor.assumeIsolated { box.told += 1 }
    }
    store.send(1)
    #expect(box.told == 1)
    #expect(box.sendsLeft < 20)
    #expect(store.withState(\.count) == 22 - box.sendsLeft)
    #expect(store.core.isAtRest)
    box.store = nil
  }
}

extension Task where Success == Never, Failure == Never {
  /// Waits until the task is cancelled.
  static func never() async throws {
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    for await _ in stream {}
    withExtendedLifetime(continuation) {}
    throw _Concurrency.CancellationError()
  }
}

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
