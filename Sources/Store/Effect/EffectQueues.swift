/// Which effects of a store run and which wait, where they share an id and a policy limits how many run at a time. A
/// pure state machine: it runs nothing; each function tells what the store has to do.
///
/// What is counted is a *unit*: an effect that was made cancellable with a policy, as a whole, however many operations
/// it is composed of and however long its parts last. A part of a unit that has a policy too is a unit of its own, unless
/// its id is that of the whole: that one counts already.
///
/// A unit that is a part of another one never waits. So a unit that runs goes on, and no effect can wait for itself, nor
/// two effects for each other.
///
/// Units have a *key*: the id, with the child of the reducer that gave it. Each key has a queue of its own.
///
/// A unit is in one of these states. It changes only as said here; what is not listed is not possible.
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
/// A waiting unit is in flight for everything else: it is cancelled with its id, its child and its send, and what it is a
/// step of does not go on. Its operations have not begun, so nothing of them is called when it is cancelled.
///
/// The policy of each unit counts, also where units of one key have different ones:
///
/// - `.runNewest(n)` starts at once. First the oldest that run leave, until fewer than *n* do. What waits moves up as
///   they leave, and is newer than they are, so it leaves last.
/// - `.runOldest(n, .discardNew)` starts if fewer than *n* run and none waits, and is discarded otherwise.
/// - `.runOldest(n, .suspendNew)` starts if fewer than *n* run and none waits, or if it is a part of another unit. It
///   waits otherwise. When one leaves, the first that waits starts if fewer run than *its* limit allows, and then the
///   next one. Of those that wait none overtakes another.
///
/// No unit waits for ever while those that run end: as a limit is at least 1, the first starts when none runs.
///
/// - Complexity: Each function takes amortized constant time, whatever runs and waits, and each unit that `leave` names.
struct EffectQueues<Key: Hashable> {
  /// A number that no other unit has.
  typealias Unit = Int

  /// What becomes of a unit that arrives.
  enum Arrival: Equatable {
    case start
    case wait
    case discard
    /// The oldest unit that runs has to be cancelled first. Then ask again.
    case evict(oldest: Unit)
  }

  private struct EffectQueue {
    var running = Line<Void>()
    /// The units that wait, with their limits.
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

    /// - Parameter started: Gets the units that run from now on, in order.
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

  /// Whether a unit runs or waits.
  func contains(_ unit: Unit) -> Bool { keys[unit] != nil }

  /// A unit arrives.
  ///
  /// - Parameters:
  ///   - unit: A unit that is not in the queue.
  ///   - isPart: Whether it is a part of another unit.
  mutating func arrive(_ unit: Unit, isPart: Bool = false, under key: Key, _ policy: EffectPolicy) -> Arrival {
    let arrival = queues[key, default: EffectQueue()].arrive(unit, isPart: isPart, policy)
    if arrival == .start || arrival == .wait { keys[unit] = key }
    return arrival
  }

  /// A unit has finished or was cancelled. Nothing happens if it has left already.
  ///
  /// - Parameter started: Gets the units that run from now on, in order.
  mutating func leave(_ unit: Unit, started: inout [Unit]) {
    guard let key = keys.removeValue(forKey: unit), let index = queues.index(forKey: key) else { return }
    // In place, as a copy would make each change take time linear in what waits.
    queues.values[index].leave(unit, started: &started)
    if queues.values[index].isEmpty { queues.remove(at: index) }
  }

  /// Units in the order in which they came, from which any can be removed in amortized constant time.
  private struct Line<Value> {
    private var values: [Unit: Value] = [:]
    /// All units of `values`, and some that were removed.
    private var order: [Unit] = []
    /// The place of the first one that may not be removed.
    private var head = 0

    var isEmpty: Bool { values.isEmpty }
    var count: Int { values.count }

    var first: (unit: Unit, value: Value)? {
      // Removed ones are never the first: see `remove`.
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
      // Each removal pays for a part of this.
      if order.count > 2 * values.count + 32 {
        order = order[head...].filter { values[$0] != nil }
        head = 0
      }
    }
  }
}
