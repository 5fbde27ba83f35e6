import Dependencies
import Execution
import Foundation
import StoreCore

/// Explores a feature breadth first: all stories of a length before longer ones, and those of the same length in the
/// order of `Story.moves()`. So it finds one of the shortest counterexamples: among these the first with the fewest
/// actions of the person. When it searches for an action, every other point that it explores is the nearest one.
///
/// A point that was reached before is not explored again. A point is identified by the state, the models, and for each
/// running effect its origin and its inputs. All that happens after the point is a function of these: a reducer is a
/// function of state and action, so an effect's operation is a function of the state and the action for which it was
/// returned, and its behavior is a function of the operation and of its inputs (answers, times, reads of models).
/// Anything else that influences a feature is unknown to the explorer.
///
/// Effects can't be copied, so a point is reached by running the steps that lead there from the beginning.
final class StateExplorer<State: Sendable, Action: Sendable> {
  typealias Move = StoryMove<Action>

  /// A point that a story has reached.
  struct Node {
    /// The last step of the way to the point; `nil` where the exploration begins.
    var way: (parent: Int, move: Move)?
    let depth: Int
    var actions: Int
    var answers: Int
    /// How near the story has come to the goal: the nearness of its nearest action.
    let nearness: Int
    /// The number of steps. A step that leads away from the goal counts several times.
    let cost: Int
    /// Identifies the point. The first number is that of the state.
    let key: [Int]
    let isSettled: Bool
    /// Whether the point is settled and has the property of `eventually`.
    let isGoal: Bool
    /// What the point waits for. Recorded only for a graph.
    let waits: [String]
    /// Whether a search for an action has taken the point to explore it.
    var isChosen = false
    /// Whether each step without an action of the person was tried.
    var isExpanded = false
    /// The points that follow without an action of the person. Recorded only for `eventually`.
    var targets: [Int] = []
    /// The last step of another way to the point, if one was found before the point was explored.
    var detour: (parent: Int, move: Move)?
  }

  struct Counterexample {
    var moves: [Move]
    var failure: StoryFailure
  }

  enum Result {
    case covered
    case counterexample(Counterexample)
    /// The state was different when the same steps were run again.
    case diverged(moves: [Move], expected: State, actual: State)
  }

  /// The result of a step.
  struct Outcome {
    let move: Move
    /// The point after the step; `nil` if the step fails.
    let node: Node?
    let failure: StoryFailure?
    /// The step in a graph. Recorded only for a graph.
    var edge: ExplorationGraph.Edge?
  }

  let feature: ExploredFeature<State, Action>
  let bounds: ExplorationBounds
  let runner: StoryRunner<State, Action>
  /// The steps before the exploration.
  let prefix: [Move]
  /// Whether stories contain actions of the person.
  var sends = true
  /// The maximum number of points of the graph.
  var graphLimit = 0
  /// Called again and again with the report so far.
  var progress: (ExplorationReport) -> Void = { _ in }
  let start = (wall: ContinuousClock.now, work: threadTime())
  var report = ExplorationReport()
  var nodes: [Node] = []
  var numbers: [[Int]: Int] = [:]
  /// The points that are explored now, and those that were found meanwhile.
  var (frontier, next): ([Int], [Int]) = ([0], [])
  /// If an action is searched for, the points that are explored later: the nearest ones first, and the shallowest.
  var (nearest, shallowest) = (RankedPoints(), RankedPoints())
  var graphEdges: [ExplorationGraph.Edge] = []
  /// The best story of this length that breaks a rule.
  var found: Counterexample?
  var divergence: Result?
  /// Whether a step was not possible when a story was run again.
  var isLost = false
  /// Whether the exploration has ended before everything was tried.
  var wasCut = false
  /// Whether points at different times are different points, because the feature has read the time.
  var tellsTimes = false
  var detourCount = 0
  /// Whether the same point led to other points when it was reached by another way.
  var keepsSomethingOutside = false
  /// The number of steps when the progress was last reported.
  var reportedSteps = 0
  /// The numbers of the actions that were sent, and of those that the bounds prevented.
  var (sent, unsent): (Set<Int>, Set<Int>) = ([], [])
  /// The numbers of the actions that were reduced.
  var reduced: Set<Int> = []

  init(
    _ feature: ExploredFeature<State, Action>,
    bounds: ExplorationBounds,
    _ runner: StoryRunner<State, Action>,
    after prefix: [Move]
  ) {
    self.feature = feature
    self.bounds = bounds
    self.runner = runner
    self.prefix = prefix
  }

  func run() -> Result {
    defer { finishReport() }
    var first: Node?
    var failure: StoryFailure?
    runner.perform { [self] in
      let story = Story(feature, runner)
      story.begin()
      note(story.actionsOfStep)
      for move in prefix where story.failure == nil {
        story.perform(move)
        note(story.actionsOfStep)
      }
      first = node(of: story)
      failure = story.failure
      story.end()
    }
    report.steps += prefix.count
    guard let first else {
      if let failure { return .counterexample(Counterexample(moves: prefix, failure: failure)) }
      report.cuts.insert(.cancellation)
      return .covered
    }
    add(first)
    while !frontier.isEmpty {
      for (position, index) in frontier.enumerated() {
        wasCut = wasCut || isOver(at: position)
        if wasCut || divergence != nil { break }
        runner.perform { [self] in expand(index, at: position) }
      }
      if let divergence { return divergence }
      if let found { return .counterexample(found) }
      report.level = nil
      progress(report)
      if wasCut {
        report.cuts.insert(runner.isStopped() ? .cancellation : .time)
        break
      }
      frontier = takeNext()
      if let first = frontier.first { report.depth = max(report.depth, nodes[first].depth) }
    }
    return unreachable().map { .counterexample($0) } ?? .covered
  }

  /// Reports the progress, and returns whether the exploration has to end.
  func isOver(at position: Int) -> Bool {
    if report.steps > reportedSteps {
      reportedSteps = report.steps
      report.level = feature.goal == nil ? (position + 1, frontier.count) : nil
      progress(report)
    }
    return runner.isStopped() || threadTime() - start.work >= bounds.time
  }

  /// Returns the points to explore next. Without a goal, these are all points that were found last. They have the same
  /// depth.
  ///
  /// With a goal, these are the nearest point, and the point that an exploration without a goal would explore. The
  /// latter is needed because the way to the goal may lead through actions that do not look near.
  func takeNext() -> [Int] {
    defer { next = [] }
    guard feature.goal != nil else { return next }
    for number in next {
      nearest.append(number, rank: [-nodes[number].nearness, nodes[number].cost])
      shallowest.append(number, rank: [nodes[number].depth])
    }
    return [choose(from: &nearest), choose(from: &shallowest)].compactMap(\.self)
  }

  private func choose(from points: inout RankedPoints) -> Int? {
    while let number = points.popFirst() {
      if nodes[number].isChosen { continue }
      nodes[number].isChosen = true
      return number
    }
    return nil
  }

  // MARK: Steps

  /// Returns the steps from the beginning to a point.
  func story(to node: Int) -> [Move] {
    var moves: [Move] = []
    var index = node
    while let (parent, move) = nodes[index].way {
      moves.append(move)
      index = parent
    }
    return prefix + moves.reversed()
  }

  func reach(_ path: [Move]) -> Story<State, Action> {
    let story = Story(feature, runner)
    isLost = false
    story.mount()
    for move in path where !story.perform(move) { isLost = true }
    report.steps += path.count
    return story
  }

  /// Runs all steps from a point.
  func expand(_ index: Int, at position: Int) {
    let node = nodes[index]
    let path = story(to: index)
    let story = reach(path)
    var possible: [Move] = []
    if !story.wasStopped {
      let isElsewhere = isLost || !path.isEmpty && !runner.states.areEqual(story.state, runner.states[node.key[0]])
      if story.failure == nil, isElsewhere { noteDivergence(path, node, story) }
      if node.isSettled { story.checkSettled() }
      if story.failure == nil { possible = story.moves() }
    }
    wasCut = story.wasStopped
    if let failure = story.failure { note(failure, path) }
    guard story.failure == nil, !wasCut, divergence == nil else { return story.end() }

    nodes[index].isExpanded = true
    let isLast = node.depth >= bounds.depth
    let sends = sends && bounds.actions.map { node.actions < $0 } ?? true
    let answers = bounds.answers.map { node.answers < $0 } ?? true
    let moves = possible.filter { $0.isOfPerson ? sends : $0.isAnswer ? answers : true }
    if self.sends, !sends, possible.contains(where: \.isOfPerson) { report.cuts.insert(.actions) }
    if !answers, let answer = possible.first(where: \.isAnswer) { cut(.answers, answer, at: index) }
    if isLast { moves.forEach { cut(.depth, $0, at: index) } }
    noteActions(possible, areSent: sends && !isLast)
    guard !isLast, !moves.isEmpty else { return story.end() }
    let outcomes = run(moves, from: index, path, story, at: position)
    if wasCut || divergence != nil { nodes[index].isExpanded = false }
    for outcome in outcomes { take(outcome, from: index, path) }
    if wasCut || divergence != nil { return }
    runDetour(to: index, outcomes)
  }

  /// Runs some steps from a point, in all orders.
  ///
  /// - Parameter story: A story that has reached the point.
  func run(
    _ moves: [Move],
    from index: Int,
    _ path: [Move],
    _ story: Story<State, Action>,
    at position: Int
  ) -> [Outcome] {
    let point = nodes[index]
    var outcomes: [Outcome] = []
    var reached: Story? = story
    defer { reached?.end() }
    for var move in moves {
      let orders = runner.runsWholeTasks ? OrderSearch(isReduced: bounds.reducesOrders) : nil
      var orderCount = 0
      repeat {
        guard orderCount < bounds.orders else {
          cut(.orders, move, at: index)
          break
        }
        wasCut = report.steps - reportedSteps >= 64 && isOver(at: position)
        if wasCut { return outcomes }
        let story = reached.take() ?? reach(path)
        report.steps += 1
        move.order = orders?.planned ?? []
        let answered = graphLimit > 0 ? story.answered(by: move) : nil
        let isPossible = !isLost && story.perform(move, search: orders)
        wasCut = story.wasStopped
        // A story that was stopped did not go another way.
        if !wasCut, !isPossible { noteDivergence(path, point, story) }
        guard !wasCut, isPossible else {
          story.end()
          return outcomes
        }
        if orders?.isRedundant == true {
          story.end()
          continue
        }
        orderCount += 1
        move.order = orders?.order ?? []
        let node = node(of: story, after: (index, move))
        var outcome = Outcome(move: move, node: node, failure: story.failure)
        if graphLimit > 0 {
          let (label, caption) = (move.description(answering: answered), move.caption(answering: answered))
          outcome.edge = ExplorationGraph.Edge(source: index, label: label, caption: caption)
        }
        outcomes.append(outcome)
        story.end()
        // An effect that can't be stopped keeps the executor.
        if runner.executor.isStuck { return outcomes }
      } while orders?.advance() == true
      if orders?.isUnsteady == true { cut(.orders, move, at: index) }
    }
    return outcomes
  }

  /// Returns the point that a story has reached, or `nil` if the story has failed or was stopped.
  ///
  /// - Parameter way: The last step; `nil` where the exploration begins.
  func node(of story: Story<State, Action>, after way: (parent: Int, move: Move)? = nil) -> Node? {
    if way != nil { note(story.actionsOfStep) }
    guard story.failure == nil, !story.wasStopped else { return nil }
    let parent = way.map { nodes[$0.parent] }
    let actions = (parent?.actions ?? 0) + (way?.move.isOfPerson == true ? 1 : 0)
    let answers = (parent?.answers ?? 0) + (way?.move.isAnswer == true ? 1 : 0)
    var key = story.identity(isInOneOrder: bounds.orders == 1)
    if bounds.actions != nil { key += [-2, actions] }
    if bounds.answers != nil { key += [-3, answers] }
    if story.world.readsTime { tellsTimes = true }
    if tellsTimes { key += [-9, story.clock.now.offset.hashValue] }
    let step = feature.goal.flatMap { goal in story.actionsOfStep.map { goal.nearness($0) }.max() } ?? 0
    let before = parent?.nearness ?? 0
    let isGoal = story.isSettled && feature.rules.eventually.map(story.holds) ?? false
    guard story.failure == nil else { return nil }
    return Node(
      way: way,
      depth: parent.map { $0.depth + 1 } ?? 0,
      actions: actions,
      answers: answers,
      nearness: max(before, step),
      cost: (parent?.cost ?? 0) + (feature.goal == nil || step > 0 && step >= before ? 1 : 5),
      key: key,
      isSettled: story.isSettled,
      isGoal: isGoal,
      waits: graphLimit > 0 ? story.waits : []
    )
  }
}

/// Returns the processor time that the current thread has used so far.
///
/// With processor time, an exploration covers about the same no matter how busy the machine is.
private func threadTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(Int(time.tv_sec)) + .nanoseconds(Int(time.tv_nsec))
}
