import Store
import Testing

@testable import StoreCore

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

  @Test func mergedAtOnce() async {
    let merged = Effect<Int>.merge((0..<count).map { _ in effect })
    #expect(await sum(merged) == count)
    #expect(await sum(merged, start: .enqueued) == count)
    #expect(await sum(merged.map { $0 * 2 }) == count * 2)
  }

  @Test func mergedAgainAndAgain() async {
    let appended = (0..<count).reduce(Effect<Int>.none) { merged, _ in merged.merge(with: effect) }
    #expect(await sum(appended) == count)
    let prepended = (0..<count).reduce(Effect<Int>.none) { merged, _ in effect.merge(with: merged) }
    #expect(await sum(prepended) == count)
    let nested = (0..<count).reduce(Effect<Int>.none) { merged, _ in .merge(effect, merged) }
    #expect(await sum(nested) == count)
  }

  @Test func concatenatedAtOnce() async {
    let joined = Effect<Int>.concatenate((0..<count).map { _ in effect })
    #expect(await sum(joined) == count)
    #expect(await sum(joined.map { $0 * 2 }) == count * 2)
    #expect(await sum(.concatenate((0..<count).map { _ in .send(1) })) == count)
  }

  @Test func concatenatedAgainAndAgain() async {
    let appended = (0..<count).reduce(Effect<Int>.none) { joined, _ in joined.concatenate(with: effect) }
    #expect(await sum(appended) == count)
    let prepended = (0..<count).reduce(Effect<Int>.none) { joined, _ in effect.concatenate(with: joined) }
    #expect(await sum(prepended) == count)
    let nested = (0..<count).reduce(Effect<Int>.none) { joined, _ in .concatenate(effect, joined) }
    #expect(await sum(nested) == count)
  }

  /// Each `cancellable` was a level of the stack, where the effect is performed, transformed and released.
  @Test func cancellableAgainAndAgain() async {
    let many = 2000
    let nested = (0..<many).reduce(effect) { effect, id in effect.cancellable(id: id) }
    #expect(await sum(nested) == 1)
    #expect(await sum(nested.map { $0 * 2 }) == 2)
    #expect(await sum(.concatenate(effect, nested)) == 2)
    let store = Store(initialState: 0, isolation: self) {
      Reduce<Int, Int> { state, action in
        state += action
        switch action {
        case 0:
          return (0..<many).reduce(Effect.run { _ in try await Task.sleep(for: .seconds(1_000)) }) { effect, id in
            effect.cancellable(id: id)
          }
        default: return .cancel(id: action)
        }
      }
    }
    let task = store.send(0)
    store.send(many / 2)
    await task.finish()
  }
}
