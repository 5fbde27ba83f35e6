import Dependencies
import Store

/// What all threads of an exploration share.
final class ExplorationSearch<State: Equatable & Sendable, Action: Sendable>: Sendable {
  let feature: ExploredFeature<State, Action>
  let bounds: ExplorationBounds
  /// Whether stories may begin with states that others have reached.
  let goesOnFromValues: Bool
  /// Whether the person does anything.
  let sends: Bool
  let states = ValueTable<State>()
  let actions = ValueTable<Action>.ofAny()

  init(_ feature: ExploredFeature<State, Action>, bounds: ExplorationBounds, goesOnFromValues: Bool, sends: Bool = true)
  {
    self.feature = feature
    self.bounds = bounds
    self.goesOnFromValues = goesOnFromValues
    self.sends = sends
  }

  private let lastNumber = Locked(0)

  /// A number that nothing else has.
  func makeNumber() -> Int {
    lastNumber.withLock { number in
      number += 1
      return number
    }
  }

  var keepsEdges: Bool { feature.rules.eventually != nil }
}

/// The points of one depth, and who looks at which.
final class ExplorationLevel<State: Equatable & Sendable, Action: Sendable>: Sendable {
  /// What comes before the first point.
  let prefix: [StoryMove<Action>]
  let nodes: [StateExplorer<State, Action>.Node]
  let frontier: [Int]
  /// Whether nothing goes on from these points.
  let isLast: Bool
  let deadline: ContinuousClock.Instant
  let bounds: ExplorationBounds
  private let position = Locked(0)

  init(
    prefix: [StoryMove<Action>],
    nodes: [StateExplorer<State, Action>.Node],
    frontier: [Int],
    isLast: Bool,
    deadline: ContinuousClock.Instant,
    bounds: ExplorationBounds
  ) {
    self.prefix = prefix
    self.nodes = nodes
    self.frontier = frontier
    self.isLast = isLast
    self.deadline = deadline
    self.bounds = bounds
  }

  /// The next points that nobody has begun to look at.
  func takePositions() -> Range<Int>? {
    guard !Task.isCancelled, !ExplorationInterruption.isInterrupted, ContinuousClock.now < deadline else { return nil }
    return position.withLock { position in
      guard position < frontier.count else { return nil }
      let range = position..<min(position + 32, frontier.count)
      position = range.upperBound
      return range
    }
  }
}
