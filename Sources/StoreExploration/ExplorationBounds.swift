/// The limits of an exploration. Its report names those that ended it.
public struct ExplorationBounds: Sendable {
  /// The maximum number of steps of a story.
  public var depth: Int
  /// The maximum number of actions of the person in a story, or `nil` for no limit other than ``depth``.
  public var actions: Int?
  /// The maximum number of answers to clients' calls in a story, or `nil` for no limit other than ``depth``.
  public var answers: Int?
  /// The maximum number of orders in which the jobs that are ready after a step are run. If a step wakes several
  /// effects at once, as moving the clock or a cancellation does, each order counts as a step of its own. Orders that
  /// differ only in independent jobs count as one.
  ///
  /// With 1, jobs run in the order in which they became ready. With more, each effect runs until it waits. To run a
  /// story again, use the same setting.
  public var orders: Int
  /// The maximum number of distinct points. It limits the memory of an exploration, which keeps about one state for
  /// each point.
  public var points: Int
  /// The time after which an exploration ends. It is processor time, so the load of the machine does not count. Still,
  /// how much is covered in this time depends on the machine.
  public var time: Duration
  /// Whether orders that differ only in independent jobs count as one. Tests turn it off to check that nothing is
  /// missed.
  package var reducesOrders = true

  /// Makes bounds. With the default values an exploration ends within seconds.
  public init(
    depth: Int = 12,
    actions: Int? = nil,
    answers: Int? = nil,
    orders: Int = 1,
    points: Int = 100_000,
    time: Duration = .seconds(5)
  ) {
    self.depth = depth
    self.actions = actions
    self.answers = answers
    self.orders = orders
    self.points = points
    self.time = time
  }
}
