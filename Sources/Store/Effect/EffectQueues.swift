/// Which effects of a store run and which wait, where they share an id and a policy limits how many run at a time. A
/// pure state machine: it runs nothing; each function returns what the store has to do.
///
/// A *unit* is an effect that was made cancellable with a policy. It counts once, however many operations it is
/// composed of and however long its parts last. A part of a unit that has a policy too is a unit of its own, unless its
/// id is that of the whole unit, which is counted already.
///
/// A unit that is a part of another one never waits. So a unit that runs is never blocked, and no effect waits for
/// itself, nor two effects for each other.
///
/// Units have a *key*: an id, with the child whose reducer gave it. Each key has a queue of its own.
///
/// A unit is in one of these states, and changes only as listed here.
///
/// | From | By | To |
/// |---|---|---|
/// | - | `arrive`, answered by `.start` | running |
/// | - | `arrive`, answered by `.wait` | waiting, behind all that wait under its key |
/// | - | `arrive`, answered by `.discard` | gone: it never starts |
/// | - | `arrive`, answered by `.evict(oldest)` | nothing has changed: the store cancels `oldest`, which leaves, and asks again |
/// | running | `leave` | gone: it has finished, or was cancelled in whatever way |
/// | waiting | `leave` | gone: it was cancelled in whatever way |
/// | waiting | `leave` of another one, which names it | running |
///
/// A waiting unit counts as in flight: it is cancelled with its id, its child and its send, and the sequence that it is
/// a step of does not continue. Its operations have not begun, so cancelling it calls none of their code.
///
/// The policy of each unit decides, also where the units of one key have different policies:
///
/// - `.runNewest(n)` starts at once. Before that the oldest running units leave, until fewer than *n* run. Waiting
///   units start as they leave; those are newer, so they leave last.
/// - `.runOldest(n, .discardNew)` starts if fewer than *n* run and none waits, and is discarded otherwise.
/// - `.runOldest(n, .suspendNew)` starts if fewer than *n* run and none waits, or if it is a part of another unit.
///   Otherwise it waits. When a unit leaves, the first waiting unit starts if fewer run than *its* limit allows, and
///   then the next one. No waiting unit overtakes another.
///
/// No unit waits forever if the running units end: as a limit is at least 1, the first waiting unit starts when none
/// runs.
///
/// - Complexity: Each function takes amortized constant time, however many units run and wait, plus that for each unit
///   that `leave` returns in `started`.
struct EffectQueues<Key: Hashable> {
  /// A number that is unique for each unit.
  typealias Unit = Int

  /// The answer to the arrival of a unit.
  enum Arrival: Equatable {
    case start
    case wait
    case discard
    /// The oldest running unit has to be cancelled first. Then `arrive` has to be called again.
    case evict(oldest: Unit)
  }

  private struct EffectQueue {
    var running = Line<Void>()
    /// The waiting units, with their limits.
    var waiting = Line<Int>()

    var isEmpty: Bool { running.isEmpty && waiting.isEmpty }

    mutating func arrive(_ unit: Unit, isPart: Bool, _ policy: EffectPolicy) -> Arrival {
      switch policy {
      case .runNewest:
        if running.count >= policy.limit, let oldest = running.first { return .evict(oldest: oldest.unit) }
      case .runOldest(_, let overflow):
        if waiting.isEmpty, running.count < policy.limit { break }
        if overflow == .discardNew { return .discard }
        if isPart { break }
        waiting.append(unit, policy.limit)
        return .wait
      }
      running.append(unit, ())
      return .start
    }

    /// - Parameter started: Receives the units that run from now on, in order.
    mutating func leave(_ unit: Unit, started: inout [Unit]) {
      running.remove(unit)
      waiting.remove(unit)
      while let next = waiting.first, running.count < next.value {
        waiting.remove(next.unit)
        running.append(next.unit, ())
        started.append(next.unit)
      }
    }
  }

  private var queues: [Key: EffectQueue] = [:]
  private var keys: [Unit: Key] = [:]

  init() {}

  /// Whether there are no units.
  var isEmpty: Bool { keys.isEmpty }

  /// Whether a unit is running or waiting.
  func contains(_ unit: Unit) -> Bool { keys[unit] != nil }

  /// Adds a unit.
  ///
  /// - Parameters:
  ///   - unit: A unit that is not in the queue.
  ///   - isPart: Whether it is a part of another unit.
  mutating func arrive(_ unit: Unit, isPart: Bool = false, under key: Key, _ policy: EffectPolicy) -> Arrival {
    let arrival = queues[key, default: EffectQueue()].arrive(unit, isPart: isPart, policy)
    if arrival == .start || arrival == .wait { keys[unit] = key }
    return arrival
  }

  /// Removes a unit that has finished or was cancelled. Nothing happens if it has been removed already.
  ///
  /// - Parameter started: Receives the units that run from now on, in order.
  mutating func leave(_ unit: Unit, started: inout [Unit]) {
    guard let key = keys.removeValue(forKey: unit), let index = queues.index(forKey: key) else { return }
    // Changed in place: a copy would make each change linear in the number of waiting units.
    queues.values[index].leave(unit, started: &started)
    if queues.values[index].isEmpty { queues.remove(at: index) }
  }

  /// Units in the order in which they arrived. Any of them can be removed in amortized constant time.
  private struct Line<Value> {
    private var values: [Unit: Value] = [:]
    /// All units of `values`, and some that were removed.
    private var order: [Unit] = []
    /// The index of the first unit in `order` that has not been removed.
    private var head = 0

    var isEmpty: Bool { values.isEmpty }
    var count: Int { values.count }

    var first: (unit: Unit, value: Value)? {
      // The unit at `head` is never a removed one: see `remove`.
      guard head < order.count, let value = values[order[head]] else { return nil }
      return (order[head], value)
    }

    mutating func append(_ unit: Unit, _ value: Value) {
      values[unit] = value
      order.append(unit)
    }

    mutating func remove(_ unit: Unit) {
      guard values.removeValue(forKey: unit) != nil else { return }
      while head < order.count, values[order[head]] == nil { head += 1 }
      // The number of removals that it takes to get here makes this amortized constant time.
      if order.count > 2 * values.count + 32 {
        order = order[head...].filter { values[$0] != nil }
        head = 0
      }
    }
  }
}
