import Dependencies
import Store

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

  init(seed: UInt64) {
    random = SeededRandomNumberGenerator(seed: seed)
  }

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
      .run(
        (0..<Int.random(in: 1...3, using: &random)).map { _ in (sleep: duration(), message: message(depth)) }
      )
    case 5, 6, 7: .merge(trees(depth))
    case 8, 9, 10: .concatenate(trees(depth))
    case 11, 12, 13:
      .cancellable(
        tree(depth - 1),
        id: Int.random(in: 1...6, using: &random),
        cancelInFlight: Bool.random(using: &random)
      )
    // Debouncing and throttling use different ids, because the limit of an id is one or the other.
    case 14:
      .debounce(tree(depth - 1), id: Int.random(in: 3...4, using: &random), duration: duration())
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
