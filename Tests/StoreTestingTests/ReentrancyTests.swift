import Foundation
import Testing

@testable import StoreTesting

/// User code that the test store runs, and that uses the test store: comparisons, descriptions, closures that assert,
/// and `deinit`s.
@Suite struct ReentrancyTests {
  private final class Hook: Sendable {
    private let state = Locked<(call: (@Sendable () -> Void)?, count: Int)>((nil, 0))

    var count: Int { state.withLock { $0.count } }

    func set(_ call: (@Sendable () -> Void)?) { state.withLock { $0.call = call } }

    func call() {
      let call = state.withLock { state in
        if state.call != nil { state.count += 1 }
        return state.call
      }
      call?()
    }
  }

  private final class Token: Sendable, Equatable {
    let hook: Hook
    init(_ hook: Hook) { self.hook = hook }
    deinit { hook.call() }
    static func == (lhs: Token, rhs: Token) -> Bool { true }
  }

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

  private enum Action: Equatable { case increment, later(Watched), replaceToken(Token), received(Watched, Token?) }

  private func makeStore() -> (TestStore<State, Action>, Hook, Reference<TestStore<State, Action>>) {
    let (hook, reference) = (Hook(), Reference<TestStore<State, Action>>())
    let store = TestStore(initialState: State(watched: Watched(hook: hook), token: Token(hook))) {
      Reduce<State, Action> { state, action in
        if case .later(let watched) = action {
          return .merge(
            .send(.received(watched, Token(hook))),
            .run { send in await send(.received(watched, Token(hook))) }
          )
        }
        if case .replaceToken(let token) = action { state.token = token }
        state.watched.value += 1
        return .none
      }
    }
    reference.value = store
    return (store, hook, reference)
  }

  /// Uses everything of a test store that does not need `await`.
  private func use(_ reference: Reference<TestStore<State, Action>>, _ hook: Hook) -> @Sendable () -> Void {
    {
      guard let store = reference.value else { return }
      // Cleared first, so that comparisons here do not call it again.
      hook.set(nil)
      let value = store.state.watched.value
      store.assert { $0.watched.value = value }
      store.exhaustivity = store.exhaustivity
      store.dependencies.date.now = .distantPast
      _ = store.isDismissed
      _ = TestStore(initialState: 0) { Reduce<Int, Bool> { _, _ in .none } }
      hook.set(self.use(reference, hook))
    }
  }

  @Test func comparisonsDescriptionsAndClosuresOfATestMayUseTheStore() async {
    let (store, hook, reference) = makeStore()
    let use = use(reference, hook)
    hook.set(use)
    let failures = await reported {
      await store.send(.increment) {
        use()
        $0.watched.value = 1
      }
      await store.send(.later(Watched(value: 7, hook: hook)))
      let token = Token(Hook())
      await store.receive(.received(Watched(value: 7, hook: hook), token)) { $0.watched.value = 9 }
      await store.receive(.received(Watched(value: 8, hook: hook), token)) { $0.watched.value = 3 }
      await store.send(.later(Watched(value: 9, hook: hook)))
      for value in 4...5 {
        await store.receive { _ in
          use()
          return true
        } assert: {
          use()
          $0.watched.value = value
        }
      }
      await store.finish()
    }
    #expect(hook.count > 5)
    // One issue of each kind: an unexpected state and an unexpected action.
    #expect(failures.map(\.headline) == ["A state change does not match expectation.", "Received unexpected action."])
    hook.set(nil)
    reference.value = nil
  }

  @Test func whatIsReleasedMayUseTheStore() async {
    let (store, hook, reference) = makeStore()
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
    hook.set(nil)
    reference.value = nil
  }

  @Test func aStoreMayBeReleasedWhileItSends() async {
    let reference = Reference<TestStore<Int, Bool>>()
    let gate = Gate()
    weak var inner: Store<Int, Bool>?
    let failures = await reported {
      reference.value = TestStore(initialState: 0) {
        Reduce<Int, Bool> { state, action in
          state += 1
          guard action else { return .none }
          return .run { send in
            reference.value = nil
            await send(false)
            await gate.wait()
          }
        }
      }
      inner = reference.value?.store
      await reference.value?.send(true) { $0 = 1 }
    }
    #expect(reference.value == nil)
    #expect(failures.count == 2)
    #expect(failures.first?.message.hasPrefix("The store received 1 unexpected action.") == true)
    #expect(failures.last?.message.hasPrefix("1 effect still running at the end of the test.") == true)
    gate.open()
    #expect(inner == nil)
  }

  /// The effect has the last reference, so the store is released during a job of its own executor.
  @Test func aStoreMayBeReleasedByItsOwnEffect() async {
    let clock = TestClock()
    let reference = Reference<TestStore<Int, Int>>()
    let ended = Gate()
    var store: TestStore<Int, Int>? = makeStoreOfLastAction {
      .run { _ in
        try? await clock.sleep(for: .seconds(1))
        reference.value = nil
        ended.open()
      }
    }
    store?.exhaustivity = .off
    await store?.send(0)
    reference.value = store
    store = nil
    await clock.advance(by: .seconds(1))
    await ended.wait()
    #expect(reference.value == nil)
  }

  /// Effects of each store send to the other one, through the test stores.
  @Test(arguments: [TestSchedule.firstInFirstOut, .random(seed: 1), .random(seed: 2)])
  func storesMaySendToOneAnother(schedule: TestSchedule) async {
    let reference = Reference<[TestStore<Int, Int>]>()
    func make(_ other: Int) -> TestStore<Int, Int> {
      let store = TestStore(initialState: 0, schedule: schedule) {
        Reduce<Int, Int> { state, action in
          state += 1
          guard action > 0 else { return .none }
          return .run { _ in await reference.value?[other].send(action - 1) }
        }
      }
      store.exhaustivity = .off
      return store
    }
    let stores = [make(1), make(0)]
    reference.value = stores
    await stores[0].send(10)
    for store in stores { await store.finish() }
    #expect(stores.map { $0.store.withState { $0 } } == [6, 5])
    reference.value = nil
  }
}
