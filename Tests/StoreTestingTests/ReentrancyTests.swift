import Foundation
import Testing

@testable import StoreTesting

/// User code that the test store runs, and that uses the test store: comparisons, descriptions, closures that assert,
/// and `deinit`s.
@Suite struct ReentrancyTests {
  /// Called by values when the test store runs their code.
  private final class Hook: Sendable {
    private let calls = Locked<[@Sendable () -> Void]>([])
    private let counter = Locked(0)

    var count: Int { counter.withLock { $0 } }

    func set(_ call: @escaping @Sendable () -> Void) { calls.withLock { $0 = [call] } }
    func clear() { calls.withLock { $0 = [] } }

    func call() {
      guard let call = calls.withLock({ $0.first }) else { return }
      counter.withLock { $0 += 1 }
      call()
    }
  }

  /// Calls the hook when it is released.
  private final class Token: Sendable, Equatable {
    let hook: Hook
    init(_ hook: Hook) { self.hook = hook }
    deinit { hook.call() }
    static func == (lhs: Token, rhs: Token) -> Bool { true }
  }

  /// Calls the hook when it is compared or described.
  private struct Watched: Equatable, CustomStringConvertible {
    var value = 0
    let hook: Hook

    static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.hook.call()
      return lhs.value == rhs.value
    }

    var description: String {
      hook.call()
      return "Watched \(value)"
    }
  }

  private struct State: Equatable {
    var watched: Watched
    var token: Token?
  }

  private enum Action: Equatable {
    case increment
    case later(Watched)
    case replaceToken(Token)
    case received(Watched, Token?)
  }

  /// `@unchecked Sendable`: the test store is used by one task, and by what it runs.
  private final class Reference: @unchecked Sendable {
    var store: TestStore<State, Action>?
  }

  private func makeStore(_ hook: Hook) -> TestStore<State, Action> {
    TestStore(initialState: State(watched: Watched(hook: hook), token: Token(hook))) {
      Reduce<State, Action> { state, action in
        switch action {
        case .increment:
          state.watched.value += 1
          return .none
        case .later(let watched):
          return .merge(
            .send(.received(watched, Token(hook))),
            .run { send in await send(.received(watched, Token(hook))) }
          )
        case .replaceToken(let token):
          state.token = token
          state.watched.value += 1
          return .none
        case .received:
          state.watched.value += 1
          return .none
        }
      }
    }
  }

  /// Uses everything of a test store that does not need `await`.
  private func use(_ reference: Reference, _ hook: Hook) -> @Sendable () -> Void {
    {
      guard let store = reference.store else { return }
      // Cleared first, so that comparisons here do not call it again.
      hook.clear()
      let value = store.state.watched.value
      store.assert { $0.watched.value = value }
      store.exhaustivity = store.exhaustivity
      store.dependencies.date.now = .distantPast
      _ = store.isDismissed
      _ = TestStore(initialState: 0) { Reduce<Int, Bool> { _, _ in .none } }
      hook.set(self.use(reference, hook))
    }
  }

  @Test func comparisonsAndDescriptionsMayUseTheStore() async {
    let hook = Hook()
    let reference = Reference()
    let store = makeStore(hook)
    reference.store = store
    hook.set(use(reference, hook))
    let failures = await reported {
      await store.send(.increment) { $0.watched.value = 1 }
      await store.send(.later(Watched(value: 7, hook: hook)))
      let token = Token(Hook())
      await store.receive(.received(Watched(value: 7, hook: hook), token)) { $0.watched.value = 9 }
      await store.receive(.received(Watched(value: 8, hook: hook), token)) { $0.watched.value = 3 }
      await store.finish()
    }
    #expect(hook.count > 5)
    // One issue of each kind: an unexpected state and an unexpected action.
    #expect(
      failures.map { $0.message.prefix(30) } == ["A state change does not match ", "Received unexpected action.\n\n "]
    )
    hook.clear()
    reference.store = nil
  }

  @Test func whatIsReleasedMayUseTheStore() async {
    let hook = Hook()
    let reference = Reference()
    let store = makeStore(hook)
    reference.store = store
    store.exhaustivity = .off
    hook.set(use(reference, hook))
    for number in 1...3 {
      await store.send(.replaceToken(Token(hook))) { $0.watched.value = number * 2 - 1 }
      await store.send(.increment) { $0.watched.value = number * 2 }
    }
    #expect(hook.count >= 2)
    for _ in 1...100 {
      await store.send(.later(Watched(hook: hook)))
      await store.receive { _ in true }
      await store.skipReceivedActions()
    }
    await store.finish()
    #expect(hook.count >= 100)
    hook.clear()
    reference.store = nil
  }

  @Test func predicatesAndClosuresThatAssertMayUseTheStore() async {
    let hook = Hook()
    let reference = Reference()
    let store = makeStore(hook)
    reference.store = store
    let use = use(reference, hook)
    await store.send(.increment) {
      use()
      $0.watched.value = 1
    }
    await store.send(.later(Watched(hook: hook)))
    await store.receive { _ in
      use()
      return true
    } assert: {
      use()
      $0.watched.value = 2
    }
    store.exhaustivity = .off
    await store.receive { _ in
      use()
      store.exhaustivity = .off
      return true
    }
    store.exhaustivity = .off
    hook.clear()
    reference.store = nil
  }

  /// An object that is released sends at once: on the store's actor an immediate task does not wait.
  private enum SenderAction: Sendable {
    case start
    case hold(Sender)
    case number(Int)
  }

  /// Sends at once when it is released: on the store's actor an immediate task does not wait.
  private final class Sender: Sendable {
    let send: Send<SenderAction>
    init(_ send: Send<SenderAction>) { self.send = send }
    deinit {
      let send = send
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        Task.immediate { await send(.number(1)) }
      } else {
        Task { await send(.number(1)) }
      }
    }
  }

  @Test func whatIsReleasedMaySend() async {
    let gate = Gate()
    let store = TestStore(initialState: 0) {
      Reduce<Int, SenderAction> { state, action in
        switch action {
        case .start:
          return .run { send in
            for _ in 1...20 { await send(.hold(Sender(send))) }
            await gate.wait()
          }
        case .hold: return .none
        case .number(let number):
          state += number
          return .none
        }
      }
    }
    store.exhaustivity = .off
    await store.send(.start)
    for _ in 1...5 { await store.receive { if case .hold = $0 { true } else { false } } }
    for number in 1...5 {
      await store.receive {
        if case .number = $0 { true } else { false }
      } assert: {
        $0 = number
      }
    }
    await store.skipReceivedActions()
    #expect(store.state == 20)
    gate.open()
    await store.finish()
  }

  // MARK: Several stores, and stores that go

  @Test func aStoreMayBeReleasedWhileItSends() async {
    final class Reference: @unchecked Sendable {
      var store: TestStore<Int, Bool>?
    }
    let reference = Reference()
    let gate = Gate()
    weak var inner: Store<Int, Bool>?
    let failures = await reported {
      reference.store = TestStore(initialState: 0) {
        Reduce<Int, Bool> { state, action in
          state += 1
          guard action else { return .none }
          return .run { send in
            reference.store = nil
            await send(false)
            await gate.wait()
          }
        }
      }
      inner = reference.store?.store
      await reference.store?.send(true) { $0 = 1 }
    }
    #expect(reference.store == nil)
    #expect(failures.count == 2)
    #expect(failures.first?.message.hasPrefix("The store received 1 unexpected action.") == true)
    #expect(failures.last?.message.hasPrefix("1 effect still running at the end of the test.") == true)
    gate.open()
    #expect(inner == nil)
  }

  /// The effect has the last reference, so the store is released during a job of its own executor.
  @Test func aStoreMayBeReleasedByItsOwnEffect() async {
    final class Reference: @unchecked Sendable {
      var store: TestStore<Int, Bool>?
    }
    let clock = TestClock()
    let reference = Reference()
    let ended = Gate()
    var store: TestStore<Int, Bool>? = TestStore(initialState: 0) {
      Reduce<Int, Bool> { _, _ in
        .run { _ in
          try? await clock.sleep(for: .seconds(1))
          reference.store = nil
          ended.open()
        }
      }
    }
    store?.exhaustivity = .off
    await store?.send(true)
    reference.store = store
    store = nil
    await clock.advance(by: .seconds(1))
    await ended.wait()
    #expect(reference.store == nil)
  }

  /// Effects of each store send to the other one, through the test stores.
  @Test(arguments: [TestSchedule.firstInFirstOut, .random(seed: 1), .random(seed: 2)])
  func storesMaySendToOneAnother(schedule: TestSchedule) async {
    final class Reference: @unchecked Sendable {
      var stores: [TestStore<Int, Int>] = []
    }
    let reference = Reference()
    func make(_ other: Int) -> TestStore<Int, Int> {
      let store = TestStore(initialState: 0, schedule: schedule) {
        Reduce<Int, Int> { state, action in
          state += 1
          guard action > 0 else { return .none }
          return .run { _ in await reference.stores[other].send(action - 1) }
        }
      }
      store.exhaustivity = .off
      return store
    }
    reference.stores = [make(1), make(0)]
    await reference.stores[0].send(10)
    for store in reference.stores { await store.finish() }
    #expect(reference.stores[0].store.withState { $0 } == 6)
    #expect(reference.stores[1].store.withState { $0 } == 5)
    reference.stores = []
  }
}
