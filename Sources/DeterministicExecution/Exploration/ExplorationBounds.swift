/// How far an exploration goes. What ends it first is in its report.
public struct ExplorationBounds: Sendable {
  /// The number of steps of a story.
  public var depth: Int
  /// The number of actions of the person in a story; as many as there are steps if it is `nil`.
  public var actions: Int?
  /// The number of answers to clients' calls in a story; as many as there are steps if it is `nil`.
  public var answers: Int?
  /// The number of orders in which what is ready after a step is run. Where a step wakes several effects at once, as the
  /// clock or a cancellation does, each order is a step of its own; those that only swap what is independent are not.
  ///
  /// With 1, jobs run in the order in which they became ready, and no other is tried. With more, each effect runs until it
  /// waits, and a story is run again with as many.
  public var orders: Int
  /// The number of points that are told apart. It bounds the memory that an exploration takes: about that of as many
  /// states.
  public var points: Int
  /// The time that an exploration takes: processor time of each thread, so that what else the machine does is not counted.
  /// Unlike the other bounds it makes what is covered depend on the machine.
  public var time: Duration
  /// The number of threads that explore; as many as there are processors if it is `nil`. It does not change what is found.
  public var threads: Int?
  /// Whether orders that differ only in what is independent count as one. Tests look at what it leaves out.
  @usableFromInline package var reducesOrders = true

  /// Makes bounds. Those that are not named end an exploration within seconds.
  public init(
    depth: Int = 12,
    actions: Int? = nil,
    answers: Int? = nil,
    orders: Int = 1,
    points: Int = 100_000,
    time: Duration = .seconds(5),
    threads: Int? = nil
  ) {
    self.depth = depth
    self.actions = actions
    self.answers = answers
    self.orders = orders
    self.points = points
    self.time = time
    self.threads = threads
  }
}
