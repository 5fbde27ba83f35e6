import Dependencies
import Store
import Synchronization
import Testing

@testable import StoreCore

/// The cost of an effect must not depend on the number of others in flight. The tests count calls of user code, not
/// time.
@Suite struct EffectCostTests {
  final class Counter: Sendable {
    private let counts = Locked((hashes: 0, comparisons: 0, times: 0))

    func hash() { counts.withLock { $0.hashes += 1 } }
    func compare() { counts.withLock { $0.comparisons += 1 } }
    func time() { counts.withLock { $0.times += 1 } }

    func counts(of body: () -> Void) -> (hashes: Int, comparisons: Int, times: Int) {
      let before = counts.withLock { $0 }
      body()
      let after = counts.withLock { $0 }
      return (after.hashes - before.hashes, after.comparisons - before.comparisons, after.times - before.times)
    }
  }

  struct ID: Hashable, Sendable {
    let value: Int
    let counter: Counter

    static func == (first: ID, second: ID) -> Bool {
      first.counter.compare()
      return first.value == second.value
    }

    func hash(into hasher: inout Hasher) {
      counter.hash()
      hasher.combine(value)
    }
  }

  struct CountingClock: Clock {
    typealias Duration = Swift.Duration
    typealias Instant = VirtualInstant<Duration>

    let counter: Counter

    var now: Instant {
      counter.time()
      return Instant()
    }
    var minimumResolution: Duration { .nanoseconds(1) }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      try await Task.sleep(for: .seconds(3600))
    }
  }

  let counter = Counter()

  func id(_ value: Int) -> ID { ID(value: value, counter: counter) }

  @Test(arguments: [1000, 10_000]) func beginningAndEndingAmongMany(count: Int) {
    var ledger = EffectLedger()
    func key(_ value: Int) -> EffectLedger.Key { EffectLedger.Key(path: nil, id: CancelID(id(value))) }
    for value in 0..<count {
      _ = ledger.begin(group: value, sequence: nil, path: nil, ids: [key(value)])
    }
    // The number of collisions in the table differs from run to run, but hardly for the sum of a hundred operations.
    let allowed = 40 * 100
    func expectFew(_ body: (Int) -> Void) {
      let counts = counter.counts { for index in 0..<100 { body(index) } }
      #expect(counts.hashes <= allowed)
      #expect(counts.comparisons <= allowed)
    }
    var effects: [Int] = []
    expectFew {
      effects.append(ledger.begin(group: count + $0, sequence: nil, path: nil, ids: [key(count + $0)]))
    }
    var consequences: [EffectLedger.Consequence] = []
    expectFew { consequences += ledger.finish(effects[$0]) }
    expectFew { consequences += ledger.cancel(key(count / 2 + $0)) }
    expectFew { consequences += ledger.cancel(group: count / 3 + $0) }
    #expect(consequences.count { if case .stop = $0 { true } else { false } } == 200)
  }

  @MainActor @Test(arguments: [10, 1000]) func idsWithinIDs(depth: Int) {
    let store = makeStore(0, of: EffectBox.self) { _, box in box.effect }
    let effect = (0..<depth).reduce(Effect<EffectBox>.run { _ in try await Task.sleep(for: .seconds(3600)) }) {
      $0.cancellable(id: id($1))
    }
    let starting = counter.counts { store.send(EffectBox(effect: effect)) }
    #expect(starting.hashes <= 30 * depth)
    #expect(starting.comparisons <= 30 * depth)
    let cancelling = counter.counts { store.send(EffectBox(effect: .cancel(id: id(depth / 2)))) }
    #expect(cancelling.hashes <= 30 * depth)
    #expect((store.core as? RootCore)?.ledger.isEmpty == true)
  }

  struct EffectBox: Sendable {
    let effect: Effect<EffectBox>
  }

  @MainActor @Test(arguments: [100, 1000, 10_000]) func limitsAmongManyIDs(count: Int) {
    let clock = CountingClock(counter: counter)
    let store = makeStore(0, of: Int.self) { state, value in
      guard value < count else { return .none }
      return .send(count).throttle(id: value, for: .seconds(1), clock: clock)
    }
    let counts = counter.counts {
      for value in 0..<count { store.send(value) }
    }
    // Each arrival reads the time once. The time of each is read again whenever the number of limits has doubled.
    #expect(counts.times <= 4 * count)
    // All limits are kept, because their intervals are not over.
    #expect((store.core as? RootCore)?.throttles.count == count)
  }
}
