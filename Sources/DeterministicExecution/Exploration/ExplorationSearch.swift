import Dependencies
import Foundation
import StoreCore

/// What all threads of an exploration share.
@usableFromInline package final class ExplorationSearch<State: Equatable & Sendable, Action: Sendable>: Sendable {
  @usableFromInline let feature: ExploredFeature<State, Action>
  @usableFromInline let bounds: ExplorationBounds
  /// Whether stories may begin with states that others have reached.
  @usableFromInline let goesOnFromValues: Bool
  /// Whether the person does anything.
  @usableFromInline let sends: Bool
  @usableFromInline let watch: ExplorationWatch
  /// How many steps of each story are not told, as they come before what is explored.
  let preparationCount: Int
  /// Whether somebody wants it to end.
  let isInterrupted: @Sendable () -> Bool
  @usableFromInline let tables: ExplorationTables<State, Action>

  init(
    _ feature: ExploredFeature<State, Action>,
    bounds: ExplorationBounds,
    tables: ExplorationTables<State, Action>,
    goesOnFromValues: Bool,
    sends: Bool = true,
    watch: ExplorationWatch = ExplorationWatch(),
    preparationCount: Int = 0,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    self.feature = feature
    self.tables = tables
    self.watch = watch
    self.preparationCount = preparationCount
    self.isInterrupted = isInterrupted
    self.bounds = bounds
    self.goesOnFromValues = goesOnFromValues
    self.sends = sends
  }

  private let longestWork = Locked(Duration.zero)

  @inlinable var states: ValueTable<State> { tables.states }

  /// Notes for how long a thread has explored so far.
  func note(work: Duration) { longestWork.withLock { $0 = max($0, work) } }

  /// Whether a thread has explored for as long as the bounds allow.
  var isTimeUp: Bool { longestWork.withLock { $0 } >= bounds.time }

  var keepsEdges: Bool { feature.rules.eventually != nil }

  @usableFromInline var keepsGraph: Bool { watch.graphLimit > 0 }

  /// A story that is going to be run, as it is written.
  @usableFromInline func willRun(_ moves: [StoryMove<Action>]) {
    guard let willRun = watch.willRun else { return }
    willRun(moves.dropFirst(preparationCount).map(\.code).joined(separator: " "))
  }
}

/// The points of one depth, and who looks at which.
@usableFromInline package final class ExplorationLevel<State: Equatable & Sendable, Action: Sendable>: Sendable {
  /// How many points a thread takes at a time. What is less is done before another thread has begun.
  static var pointsAtATime: Int { 8 }

  /// What comes before the first point.
  @usableFromInline let prefix: [StoryMove<Action>]
  @usableFromInline let nodes: [StateExplorer<State, Action>.Node]
  @usableFromInline let frontier: [Int]
  /// Whether nothing goes on from these points.
  @usableFromInline let isLast: Bool
  @usableFromInline let bounds: ExplorationBounds
  /// Whether no more points are to be looked at.
  private let isOver: @Sendable () -> Bool
  private let position = Locked(0)

  init(
    prefix: [StoryMove<Action>],
    nodes: [StateExplorer<State, Action>.Node],
    frontier: [Int],
    isLast: Bool,
    bounds: ExplorationBounds,
    isOver: @escaping @Sendable () -> Bool
  ) {
    self.prefix = prefix
    self.nodes = nodes
    self.frontier = frontier
    self.isLast = isLast
    self.bounds = bounds
    self.isOver = isOver
  }

  /// The next points that nobody has begun to look at.
  func takePositions() -> Range<Int>? {
    guard !Task.isCancelled, !isOver() else { return nil }
    return position.withLock { position in
      guard position < frontier.count else { return nil }
      let range = position..<min(position + Self.pointsAtATime, frontier.count)
      position = range.upperBound
      return range
    }
  }
}

/// The processor time that the current thread has taken so far.
///
/// What an exploration covers in its time is then the same however busy the machine is with something else.
func threadTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(Int(time.tv_sec)) + .nanoseconds(Int(time.tv_nsec))
}
