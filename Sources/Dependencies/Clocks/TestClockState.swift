/// What a test clock knows: the time and who sleeps until when. No locks, no tasks: each function says what to do next.
///
/// `Waiter` is whatever the owner needs to wake a sleeper; a continuation in a ``TestClock``.
struct TestClockState<Instant: InstantProtocol, Waiter> {
  /// Names a sleep. Sleeps end in the order of their deadlines, those with the same deadline in the order of arrival.
  struct Ticket: Hashable, Comparable {
    let deadline: Instant
    let arrival: Int

    static func < (lhs: Self, rhs: Self) -> Bool {
      (lhs.deadline, lhs.arrival) < (rhs.deadline, rhs.arrival)
    }
  }

  /// What a task that wants to sleep has to do.
  enum SleepAction {
    /// Wait until the waiter is handed out by `wakeNext` or `cancel`.
    case wait
    /// Go on: the deadline has passed.
    case wakeNow(Waiter)
    /// Throw: the sleep was cancelled before it began.
    case cancelNow(Waiter)
  }

  private(set) var now: Instant

  /// Who sleeps, the last to wake first, so that waking removes from the end.
  private var sleepers: [(ticket: Ticket, waiter: Waiter)] = []

  /// Sleeps that were announced and neither began nor were cancelled yet.
  private var announced: Set<Int> = []

  private var arrivals = 0

  init(now: Instant) { self.now = now }

  /// Shows another time. Who sleeps until an earlier one is woken when the time is moved on.
  mutating func set(to now: Instant) { self.now = now }

  /// The deadline that is due first.
  var nextDeadline: Instant? { sleepers.last?.ticket.deadline }

  /// How many sleep.
  var count: Int { sleepers.count }

  /// A task is about to sleep. Comes before `sleep`, so that a cancellation in between can name it.
  mutating func announce(until deadline: Instant) -> Ticket {
    arrivals += 1
    announced.insert(arrivals)
    return Ticket(deadline: deadline, arrival: arrivals)
  }

  /// An announced sleep begins.
  mutating func sleep(_ ticket: Ticket, waiter: Waiter) -> SleepAction {
    guard announced.remove(ticket.arrival) != nil else { return .cancelNow(waiter) }
    guard ticket.deadline > now else { return .wakeNow(waiter) }
    sleepers.insert((ticket, waiter), at: position(of: ticket))
    return .wait
  }

  /// A sleep is cancelled. Returns who has to be told, if it had begun and was not over.
  mutating func cancel(_ ticket: Ticket) -> Waiter? {
    if announced.remove(ticket.arrival) != nil { return nil }
    let index = position(of: ticket)
    guard index < sleepers.endIndex, sleepers[index].ticket == ticket else { return nil }
    return sleepers.remove(at: index).waiter
  }

  /// Moves the time on to the next deadline that is not after `limit`, and returns who has to be woken.
  ///
  /// With no such deadline the time moves on to `limit`, and no one is woken. The time never moves back.
  mutating func wakeNext(upTo limit: Instant) -> Waiter? {
    guard let (ticket, waiter) = sleepers.last, ticket.deadline <= limit else {
      now = max(now, limit)
      return nil
    }
    sleepers.removeLast()
    now = max(now, ticket.deadline)
    return waiter
  }

  /// Where a ticket is, or would be inserted. O(log *n*).
  private func position(of ticket: Ticket) -> Int {
    var low = 0
    var high = sleepers.count
    while low < high {
      let middle = (low + high) / 2
      if sleepers[middle].ticket > ticket { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
