import Dependencies
import Store
import Testing

@testable import StoreCore

/// Effects that are merged or joined again and again are one list, so that no recursion goes through them.
///
/// Takes seconds, so it does not run on the main actor, which most tests share.
@Suite actor ManyEffectsTests {
  private let count = 10_000
  private let effect = Effect<Int>.run { await $0(1) }

  /// Sends 0 to a store that performs an effect for it, and returns the sum of the values that the effect sends.
  private func sum(_ effect: Effect<Int>, start: StoreConfiguration.Start = .immediate) async -> Int {
    let store = Store(initialState: 0, isolation: self, configuration: StoreConfiguration(start: start)) {
      Reduce<Int, Int> { state, action in
        state += action
        return action == 0 ? effect : .none
      }
    }
    await store.send(0).finish()
    return store.state
  }

  @Test func atOnce() async {
    let merged = Effect<Int>.merge((0..<count).map { _ in effect })
    #expect(await sum(merged) == count)
    #expect(await sum(merged, start: .enqueued) == count)
    #expect(await sum(merged.map { $0 * 2 }) == count * 2)
    let joined = Effect<Int>.concatenate((0..<count).map { _ in effect })
    #expect(await sum(joined) == count)
    #expect(await sum(joined.map { $0 * 2 }) == count * 2)
    #expect(await sum(.concatenate((0..<count).map { _ in .send(1) })) == count)
  }

  @Test func againAndAgain() async {
    func expectSum(_ join: (Effect<Int>, Effect<Int>) -> Effect<Int>) async {
      let joined = (0..<count).reduce(Effect<Int>.none) { joined, _ in join(joined, effect) }
      #expect(await sum(joined) == count)
    }
    await expectSum { $0.merge(with: $1) }
    await expectSum { $1.merge(with: $0) }
    await expectSum { .merge($1, $0) }
    await expectSum { $0.concatenate(with: $1) }
    await expectSum { $1.concatenate(with: $0) }
    await expectSum { .concatenate($1, $0) }
  }

  /// Each `cancellable` was a level of the stack, where the effect is performed, transformed and released.
  @Test func cancellableAgainAndAgain() async {
    let many = 2000
    let nested = (0..<many).reduce(effect) { effect, id in effect.cancellable(id: id) }
    #expect(await sum(nested) == 1)
    #expect(await sum(nested.map { $0 * 2 }) == 2)
    #expect(await sum(.concatenate(effect, nested)) == 2)
    let store = Store(initialState: 0, isolation: self) {
      Reduce<Int, Int> { _, action in
        guard action == 0 else { return .cancel(id: action) }
        return (0..<many).reduce(Effect.run { _ in try await Task.never() }) { $0.cancellable(id: $1) }
      }
    }
    let task = store.send(0)
    store.send(many / 2)
    await task.finish()
  }
}
