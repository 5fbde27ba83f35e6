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
      let logged = log.value.sorted { $0 < $1 }
      let expected = model.log.sorted { $0 < $1 }
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

/// A description of an effect, from which the tests make an effect and which the model interprets.
indirect enum EffectTree: Sendable {
  /// The value that an effect sends: an integer to log, or another tree to perform.
  enum Message: Sendable {
    case log(Int)
    case perform(EffectTree)
  }

  case none
  case send(Message)
  /// Sleeps and sends repeatedly. Durations are in nanoseconds and differ from each other.
  case run([(sleep: Int, message: Message)])
  case merge([EffectTree])
  case concatenate([EffectTree])
  case cancellable(EffectTree, id: Int, cancelInFlight: Bool)
  case cancel(id: Int)
  case debounce(EffectTree, id: Int, duration: Int)
  case throttle(EffectTree, id: Int, duration: Int, latest: Bool)

  var isNone: Bool {
    switch self {
    case .none: true
    case .merge(let trees), .concatenate(let trees): trees.allSatisfy(\.isNone)
    case .cancellable(let tree, _, _), .debounce(let tree, _, _), .throttle(let tree, _, _, _): tree.isNone
    case .send, .run, .cancel: false
    }
  }

  func effect(_ clock: TestClock<Duration>) -> Effect<Message> {
    switch self {
    case .none: .none
    case .send(let message): .send(message)
    case .run(let steps):
      .run { send in
        for step in steps {
          try await clock.sleep(until: clock.now.advanced(by: .nanoseconds(step.sleep)))
          await send(step.message)
        }
      }
    case .merge(let trees): .merge(trees.map { $0.effect(clock) })
    case .concatenate(let trees): .concatenate(trees.map { $0.effect(clock) })
    case .cancellable(let tree, let id, let cancelInFlight):
      tree.effect(clock).cancellable(id: id, cancelInFlight: cancelInFlight)
    case .cancel(let id): .cancel(id: id)
    case .debounce(let tree, let id, let duration):
      tree.effect(clock).debounce(id: id, for: .nanoseconds(duration), clock: clock)
    case .throttle(let tree, let id, let duration, let latest):
      tree.effect(clock).throttle(id: id, for: .nanoseconds(duration), clock: clock, latest: latest)
    }
  }
}

/// Makes random trees.
struct EffectTreeGenerator {
  var random: SeededRandomNumberGenerator
  private var lastValue = 0

  init(seed: UInt64) { random = SeededRandomNumberGenerator(seed: seed) }

  mutating func duration() -> Int { Int.random(in: 1...1_000_000_000, using: &random) }

  mutating func message(_ depth: Int) -> EffectTree.Message {
    if depth > 0, Int.random(in: 0..<4, using: &random) == 0 { return .perform(tree(depth - 1)) }
    lastValue += 1
    return .log(lastValue)
  }

  mutating func trees(_ depth: Int) -> [EffectTree] {
    (0..<Int.random(in: 0...4, using: &random)).map { _ in tree(depth - 1) }
  }

  mutating func tree(_ depth: Int) -> EffectTree {
    switch Int.random(in: 0..<(depth > 0 ? 16 : 5), using: &random) {
    case 0: .none
    case 1: .send(message(depth))
    case 2: .cancel(id: Int.random(in: 1...6, using: &random))
    case 3, 4:
      .run((0..<Int.random(in: 1...3, using: &random)).map { _ in (sleep: duration(), message: message(depth)) })
    case 5, 6, 7: .merge(trees(depth))
    case 8, 9, 10: .concatenate(trees(depth))
    case 11, 12, 13:
      .cancellable(
        tree(depth - 1),
        id: Int.random(in: 1...6, using: &random),
        cancelInFlight: Bool.random(using: &random)
      )
    // Debouncing and throttling use different ids, because the limit of an id is one or the other.
    case 14: .debounce(tree(depth - 1), id: Int.random(in: 3...4, using: &random), duration: duration())
    default:
      .throttle(
        tree(depth - 1),
        id: Int.random(in: 5...6, using: &random),
        duration: duration(),
        latest: Bool.random(using: &random)
      )
    }
  }
}
