import Dependencies
import StoreTesting
import TestSupport
import Testing

/// Compares random trees of effects with a model.
@Suite struct EffectTreeTests {
  typealias Log = LockIsolated<[(time: Int, value: Int)]>

  @Reducer
  struct Feature {
    let clock: TestClock<Duration>
    let log: Log

    func reduce(into state: inout Int, action: EffectTree.Message) -> Effect<EffectTree.Message> {
      switch action {
      case .perform(let tree): return tree.effect(clock)
      case .log(let value):
        state += 1
        log.withValue { $0.append((clock.now.offset.nanoseconds, value)) }
        return .none
      }
    }
  }

  @Test(arguments: randomSeeds(75)) func behavesLikeTheModel(seed: UInt64) async {
    var generator = EffectTreeGenerator(seed: seed)
    let clock = TestClock()
    let log = Log([])
    let store = TestStore(initialState: 0) { Feature(clock: clock, log: log) }
    store.exhaustivity = .off
    let model = EffectTreeModel()
    var tasks: [TestStoreTask] = []

    var steps: [String] = []
    func check(_ step: String) -> Bool {
      steps.append(step)
      let logged = log.value.sorted { ($0.time, $0.value) < ($1.time, $1.value) }
      let expected = model.log.sorted { ($0.time, $0.value) < ($1.time, $1.value) }
      let isEqual = logged.elementsEqual(expected) { $0 == $1 }
      #expect(isEqual, "seed \(seed):\n\(steps.joined(separator: "\n"))\n\(logged) instead of \(expected)")
      return isEqual
    }

    for _ in 0..<Int.random(in: 2...12, using: &generator.random) {
      let step: String
      switch Int.random(in: 0..<7, using: &generator.random) {
      case 0..<3:
        let tree = generator.tree(4)
        tasks.append(await store.send(.perform(tree)))
        model.send(tree)
        step = "send \(tree)"
      case 3 where !tasks.isEmpty:
        let task = Int.random(in: 0..<tasks.count, using: &generator.random)
        await tasks[task].cancel()
        model.cancel(send: task)
        step = "cancel \(task)"
      default:
        let duration = generator.duration()
        await clock.advance(by: .nanoseconds(duration))
        model.advance(by: duration)
        step = "advance to \(model.now)"
      }
      guard check(step) else { return }
    }
    let duration = 1_000_000_000_000
    await clock.advance(by: .nanoseconds(duration))
    model.advance(by: duration)
    guard check("at the end") else { return }
    #expect(model.isIdle, "seed \(seed):\n\(steps.joined(separator: "\n"))")
    // All effects are over, so `finish` has nothing to report.
    await store.skipReceivedActions(strict: false)
    store.exhaustivity = .on
    await store.finish()
  }
}

extension Duration {
  fileprivate var nanoseconds: Int {
    Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000)
  }
}
