import Dependencies
import Foundation
import StoreCore
import Synchronization

/// The data that all threads of an exploration share.
package final class ExplorationSearch<State: Equatable & Sendable, Action: Sendable>: Sendable {
  let feature: ExploredFeature<State, Action>
  let bounds: ExplorationBounds
  /// Whether stories may begin with the states of settled points that other stories have reached.
  let resumesFromState: Bool
  /// Whether points at different times are different points, as the feature reads the time.
  let distinguishesTime: Bool
  /// Whether the person does any actions.
  let sends: Bool
  let watch: ExplorationWatch
  /// The number of steps at the start of each story that are not part of the exploration, and are left out of its text.
  let preparationCount: Int
  /// Returns whether the user wants the exploration to end.
  private let isInterrupted: @Sendable () -> Bool
  let tables: ExplorationTables<State, Action>

  init(
    _ feature: ExploredFeature<State, Action>,
    bounds: ExplorationBounds,
    tables: ExplorationTables<State, Action>,
    resumesFromState: Bool,
    distinguishesTime: Bool = false,
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
    self.resumesFromState = resumesFromState
    self.distinguishesTime = distinguishesTime
    self.sends = sends
  }

  private let longestWork = Locked(Duration.zero)
  private let wasCancelled = Atomic(false)
  private let timeReads = Atomic(false)

  var states: ValueTable<State> { tables.states }

  /// Records how long a thread has explored so far.
  func record(work: Duration) { longestWork.withLock { $0 = max($0, work) } }

  /// Whether a story has read the time although points at different times count as the same.
  var mustDistinguishTime: Bool { !distinguishesTime && timeReads.load(ordering: .relaxed) }

  func recordTimeRead() { timeReads.store(true, ordering: .relaxed) }

  /// Ends the exploration because its task was cancelled. Stories run in other tasks, which are not.
  func cancel() { wasCancelled.store(true, ordering: .relaxed) }

  /// Whether the exploration has to end before it has covered everything.
  var isStopped: Bool { wasCancelled.load(ordering: .relaxed) || isInterrupted() }

  /// Whether any thread has explored for as long as the bounds allow.
  var isTimeUp: Bool { longestWork.withLock { $0 } >= bounds.time }

  var keepsEdges: Bool { feature.rules.eventually != nil }

  var keepsGraph: Bool { watch.graphLimit > 0 }

  /// Called before this thread runs stories.
  func willRun() {
    if let rescue = watch.rescue { StoryRescue.begin(rescue) }
  }

  /// Called before this thread runs a story, with its steps.
  func willRun(_ moves: @autoclosure () -> [StoryMove<Action>]) {
    guard watch.rescue != nil, var text = StoryRescue.story else { return }
    for move in moves().dropFirst(preparationCount) { text.append(move.code) }
    text.endStory()
  }

  /// Called before this thread runs a step after the story.
  func willRun(step move: StoryMove<Action>) {
    guard watch.rescue != nil, var text = StoryRescue.step else { return }
    text.append(move.code)
    text.endStep()
  }

  /// Called when this thread has run its stories.
  func didRun() {
    if watch.rescue != nil { StoryRescue.clear() }
  }
}

/// The points of one depth, and which of them threads have begun to explore.
package final class ExplorationLevel<State: Equatable & Sendable, Action: Sendable>: Sendable {
  /// How many points a thread takes at a time. One thread has explored fewer points before another one has started.
  static var pointsAtATime: Int { 8 }

  /// The steps before the first point.
  let prefix: [StoryMove<Action>]
  let nodes: [StateExplorer<State, Action>.Node]
  let frontier: [Int]
  /// Whether no steps from these points are run, because the stories would be too long.
  let isLast: Bool
  /// Whether to stop before all points are explored.
  private let isOver: @Sendable () -> Bool
  /// Called with the number of points that threads have begun to explore, and the number of steps that were run for
  /// these.
  private let progress: @Sendable (_ points: Int, _ steps: Int) -> Void
  private let covered = Locked((position: 0, steps: 0))

  init(
    prefix: [StoryMove<Action>],
    nodes: [StateExplorer<State, Action>.Node],
    frontier: [Int],
    isLast: Bool,
    isOver: @escaping @Sendable () -> Bool,
    progress: @escaping @Sendable (_ points: Int, _ steps: Int) -> Void
  ) {
    self.prefix = prefix
    self.nodes = nodes
    self.frontier = frontier
    self.isLast = isLast
    self.isOver = isOver
    self.progress = progress
  }

  /// Returns the steps from the beginning to a point.
  func story(to node: Int) -> [StoryMove<Action>] {
    prefix + StateExplorer<State, Action>.Node.moves(to: node, in: nodes)
  }

  /// Takes the next points that no thread has taken; `nil` if there are none or the exploration is over.
  func takePositions() -> Range<Int>? {
    guard !isOver() else { return nil }
    return covered.withLock { covered in
      guard covered.position < frontier.count else { return nil }
      let range = covered.position..<min(covered.position + Self.pointsAtATime, frontier.count)
      covered.position = range.upperBound
      return range
    }
  }

  /// Records that steps were run.
  ///
  /// - Returns: Whether the exploration continues.
  func goesOn(afterMore steps: Int) -> Bool {
    if steps > 0 {
      let covered = covered.withLock { covered in
        covered.steps += steps
        return covered
      }
      progress(covered.position, covered.steps)
    }
    return !isOver()
  }
}

/// Returns the processor time that the current thread has used so far.
///
/// An exploration with this time covers the same however busy the machine is.
func threadTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(Int(time.tv_sec)) + .nanoseconds(Int(time.tv_nsec))
}
