/// The time and the sleepers of a test clock. It uses neither locks nor tasks: each function returns the next step.
///
/// `Waiter` wakes a sleeper. In a ``TestClock`` it contains a continuation.
struct TestClockState<Instant: InstantProtocol, Waiter> {
  /// Identifies a sleep. Sleeps end in the order of their deadlines, those with the same deadline in the order of
  /// arrival.
  struct Ticket: Hashable, Comparable {
    let deadline: Instant
    let arrival: Int
    /// How often the time had been moved when the sleep's deadline was set.
    let moves: Int

    static func < (lhs: Self, rhs: Self) -> Bool {
      (lhs.deadline, lhs.arrival) < (rhs.deadline, rhs.arrival)
    }
  }

  /// The next step of a task that wants to sleep.
  enum SleepAction {
    /// Wait until `wakeNext` or `cancel` returns the waiter.
    case wait
    /// Continue, because the deadline has passed.
    case wakeNow(Waiter)
    /// Throw, because the sleep was cancelled before it began.
    case cancelNow(Waiter)
  }

  private(set) var now: Instant

  /// The waiters of the sleepers, by arrival.
  private var sleepers: [Int: Waiter] = [:]

  /// A binary heap of tickets: the ticket at an index wakes before those at twice the index plus one and two. It may
  /// contain tickets of cancelled sleeps, but not at the top.
  private var tickets: [Ticket] = []

  /// The sleeps that were announced and neither began nor were cancelled.
  private var announced: Set<Int> = []

  private var arrivals = 0

  /// How often the time was moved, including moves by zero.
  private(set) var moves = 0

  init(now: Instant) { self.now = now }

  /// Sets the time. Sleepers whose deadline is then in the past wake when the time is next moved.
  mutating func set(to now: Instant) {
    self.now = now
    moves += 1
  }

  var nextDeadline: Instant? { tickets.first?.deadline }

  var count: Int { sleepers.count }

  /// Records that a task is about to sleep. It is called before `sleep`, so that a cancellation in between can refer to
  /// the ticket.
  ///
  /// - Parameter moves: How often the time had been moved when the deadline was set; `nil` if it is set now.
  mutating func announce(until deadline: Instant, since moves: Int? = nil) -> Ticket {
    arrivals += 1
    announced.insert(arrivals)
    return Ticket(deadline: deadline, arrival: arrivals, moves: moves ?? self.moves)
  }

  /// Begins an announced sleep. The sleep ends at once if its deadline is in the past, or if its deadline is now and
  /// the time was moved since the deadline was set. O(log *n*).
  mutating func sleep(_ ticket: Ticket, waiter: Waiter) -> SleepAction {
    guard announced.remove(ticket.arrival) != nil else { return .cancelNow(waiter) }
    guard (ticket.deadline, ticket.moves) >= (now, moves) else { return .wakeNow(waiter) }
    sleepers[ticket.arrival] = waiter
    tickets.append(ticket)
    siftUp(from: tickets.count - 1)
    return .wait
  }

  /// Cancels a sleep. Returns its waiter if the sleep had begun and was not over. O(log *n*), amortized.
  mutating func cancel(_ ticket: Ticket) -> Waiter? {
    if announced.remove(ticket.arrival) != nil { return nil }
    guard let waiter = sleepers.removeValue(forKey: ticket.arrival) else { return nil }
    if tickets.count > 2 * sleepers.count + 16 {
      tickets = tickets.filter { sleepers[$0.arrival] != nil }
      for index in (0..<tickets.count / 2).reversed() { siftDown(from: index) }
    }
    removeCancelledFromTop()
    return waiter
  }

  /// Moves the time to the next deadline up to `limit` and returns the waiter to wake.
  ///
  /// Without such a deadline, it moves the time to `limit` and returns `nil`. The time never moves back. O(log *n*).
  mutating func wakeNext(upTo limit: Instant) -> Waiter? {
    guard let ticket = tickets.first, ticket.deadline <= limit else {
      now = max(now, limit)
      moves += 1
      return nil
    }
    if now < ticket.deadline {
      now = ticket.deadline
      moves += 1
    }
    let waiter = sleepers.removeValue(forKey: ticket.arrival)
    removeCancelledFromTop()
    return waiter
  }

  private mutating func removeCancelledFromTop() {
    while let top = tickets.first, sleepers[top.arrival] == nil {
      let last = tickets.removeLast()
      if tickets.isEmpty { return }
      tickets[0] = last
      siftDown(from: 0)
    }
  }

  private mutating func siftUp(from start: Int) {
    var index = start
    while index > 0, tickets[index] < tickets[(index - 1) / 2] {
      tickets.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func siftDown(from start: Int) {
    var index = start
    while true {
      var first = index
      for child in [2 * index + 1, 2 * index + 2] where child < tickets.count && tickets[child] < tickets[first] {
        first = child
      }
      if first == index { return }
      tickets.swapAt(index, first)
      index = first
    }
  }
}
