import Dependencies
import StoreCore

/// Explores a feature breadth first: all stories of a length before longer ones, those of one length in the order of
/// `Story.moves()`. So the counterexample that is found is one of the shortest. Of these it has the fewest actions of
/// the person, and of those it is the first.
///
/// A point that was reached before is not explored again. A point is identified by the state, the models, and for each
/// running effect its origin and its inputs. All that happens after the point is a function of these: a reducer is a
/// function of state and action, so an effect's operation is a function of the state and the action for which it was
/// returned, and its behavior is a function of the operation and of its inputs (answers, times, reads of models).
/// Anything else that influences a feature is unknown to the explorer.
///
/// A settled point is a value, with which a new story can begin. Effects can't be copied, so other points are reached
/// by repeating the steps from the last settled point, or by a ``StoryOpening``, which is one step.
final class StateExplorer<State: Equatable & Sendable, Action: Sendable> {
  typealias Move = StoryMove<Action>

  struct Node: Sendable {
    var parent: Int
    var move: Move?
    let depth: Int
    var actions: Int
    var answers: Int
    /// The values with which a story from this point begins, if there are any: those of a settled point, or those
    /// before the `opening`.
    let start: StoryStart<State>?
    /// The step that leads from `start` to the point; `nil` if it is the point itself.
    let opening: StoryOpening<Action>?
    /// Identifies the point. The first number is that of the state.
    let key: [Int]
    let isSettled: Bool
    /// Whether the point is settled and has the property of `eventually`.
    let isGoal: Bool

    /// Returns the steps from the first of some points to the one at an index.
    static func moves(to index: Int, in nodes: [Node]) -> [Move] {
      var moves: [Move] = []
      var index = index
      while let move = nodes[index].move {
        moves.append(move)
        index = nodes[index].parent
      }
      return moves.reversed()
    }
  }

  struct Counterexample {
    var moves: [Move]
    var failure: StoryFailure
  }

  private let search: ExplorationSearch<State, Action>
  private let bounds: ExplorationBounds
  /// The steps before the exploration.
  private let prefix: [Move]
  /// Called again and again, on any thread, with the report so far.
  private let progress: @Sendable (ExplorationReport) -> Void
  private(set) var nodes: [Node] = []
  private var numbers: [[Int]: Int] = [:]
  /// The points that each point leads to without an action of the person. Recorded only for `eventually`.
  private var edges: [[Int]] = []
  private(set) var report = ExplorationReport()
  private var frontier: [Int] = []
  private var next: [Int] = []
  /// Whether each step without an action of the person was tried, for each point.
  private var expanded: [Bool] = []
  /// All steps, and what each point waits for. Recorded only for a graph.
  private var graphEdges: [ExplorationGraph.Edge] = []
  private var waits: [[String]] = []

  init(
    _ search: ExplorationSearch<State, Action>,
    after prefix: [Move] = [],
    progress: @escaping @Sendable (ExplorationReport) -> Void = { _ in }
  ) {
    self.progress = progress
    self.search = search
    self.prefix = prefix
    bounds = search.bounds
  }

  enum Result {
    case covered
    case counterexample(Counterexample)
    /// The state was different when it was reached from the beginning.
    case diverged(moves: [Move], expected: State, actual: State)
    /// The feature reads the time, so points at different times have to be different points.
    case readsTime
  }

  func run(_ workers: [ExplorationWorker<State, Action>]) async -> Result {
    let start = ContinuousClock.now
    defer { report.duration = ContinuousClock.now - start }
    let first = workers[0].outcome(of: prefix, search)
    report.steps += prefix.count
    if let failure = first.failure { return .counterexample(Counterexample(moves: prefix, failure: failure)) }
    add(first, parent: -1, move: nil)
    frontier = [0]
    while !frontier.isEmpty {
      let isLast = nodes[frontier[0]].depth >= bounds.depth
      let expansions = await expand(isLast: isLast, workers)
      if let result = take(expansions) { return result }
      if search.mustDistinguishTime { return .readsTime }
      report.duration = ContinuousClock.now - start
      progress(report)
      if expansions.count < frontier.count || expansions.contains(where: \.expansion.isCut) {
        report.cuts.insert(search.isStopped ? .cancellation : .time)
        break
      }
      (frontier, next) = (next, [])
      if !frontier.isEmpty { report.depth = nodes[frontier[0]].depth }
    }
    return unreachable().map { .counterexample($0) } ?? .covered
  }

  private func expand(
    isLast: Bool,
    _ workers: [ExplorationWorker<State, Action>]
  ) async -> [(position: Int, expansion: ExplorationWorker<State, Action>.Expansion)] {
    let (search, report, tell) = (search, report, progress)
    let count = frontier.count
    let level = ExplorationLevel(
      prefix: prefix,
      nodes: nodes,
      frontier: frontier,
      isLast: isLast,
      isOver: { search.isStopped || search.isTimeUp },
      progress: { points, steps in
        var report = report
        report.steps += steps
        report.level = (points, count)
        tell(report)
      }
    )
    let used = min(workers.count, max(1, frontier.count / ExplorationLevel<State, Action>.pointsAtATime))
    let parts = await withTaskCancellationHandler {
      await withTaskGroup { group in
        for worker in workers.prefix(used) {
          group.addTask { await worker.expand(level, search) }
        }
        return await group.reduce(into: []) { $0 += $1 }
      }
    } onCancel: {
      search.cancel()
    }
    return parts.sorted { $0.position < $1.position }
  }

  private func take(
    _ expansions: [(position: Int, expansion: ExplorationWorker<State, Action>.Expansion)]
  ) -> Result? {
    var found: (length: Int, actions: Int, counterexample: Counterexample)?
    func note(_ node: Int, _ moves: [Move], _ failure: StoryFailure) {
      let moves = story(to: node) + moves
      let actions = moves.count { $0.isOfPerson }
      if let found, (found.length, found.actions) <= (moves.count, actions) { return }
      found = (moves.count, actions, Counterexample(moves: moves, failure: failure))
    }
    for (position, expansion) in expansions {
      let index = frontier[position]
      report.steps += expansion.steps
      report.cuts.formUnion(expansion.cuts)
      if let difference = expansion.difference {
        return .diverged(moves: story(to: index), expected: difference.expected, actual: difference.actual)
      }
      if let failure = expansion.failure { note(index, [], failure) }
      expanded[index] = expansion.isWhole && !expansion.isCut
      for outcome in expansion.outcomes {
        if let failure = outcome.failure {
          noteEdge(outcome.label, from: index, to: nil)
          note(index, [outcome.move].compactMap { $0 }, failure)
          continue
        }
        report.transitions += 1
        let number: Int
        if let known = numbers[outcome.key] {
          number = known
          shorten(known, by: outcome.move, from: index)
        } else if nodes.count >= bounds.points {
          report.cuts.insert(.points)
          expanded[index] = false
          continue
        } else {
          number = add(outcome, parent: index, move: outcome.move)
          next.append(number)
        }
        noteEdge(outcome.label, from: index, to: number)
        if search.keepsEdges, outcome.move?.isOfPerson == false { edges[index].append(number) }
      }
    }
    return found.map { .counterexample($0.counterexample) }
  }

  @discardableResult
  private func add(_ outcome: ExplorationWorker<State, Action>.Outcome, parent: Int, move: Move?) -> Int {
    let before = parent < 0 ? nil : nodes[parent]
    numbers[outcome.key] = nodes.count
    nodes.append(
      Node(
        parent: parent,
        move: move,
        depth: before.map { $0.depth + 1 } ?? 0,
        actions: (before?.actions ?? 0) + (move?.isOfPerson == true ? 1 : 0),
        answers: (before?.answers ?? 0) + (move?.isAnswer == true ? 1 : 0),
        start: outcome.start,
        opening: outcome.opening,
        key: outcome.key,
        isSettled: outcome.isSettled,
        isGoal: outcome.isGoal
      )
    )
    expanded.append(false)
    if nodes.count <= search.watch.graphLimit { waits.append(outcome.waits) }
    if search.keepsEdges { edges.append([]) }
    report.points += 1
    if outcome.isSettled { report.settledPoints += 1 }
    return nodes.count - 1
  }

  /// Replaces the way to a point by another one with as many steps and fewer actions of the person.
  private func shorten(_ number: Int, by move: Move?, from parent: Int) {
    let actions = nodes[parent].actions + (move?.isOfPerson == true ? 1 : 0)
    guard let move, nodes[number].depth == nodes[parent].depth + 1, actions < nodes[number].actions else { return }
    nodes[number].parent = parent
    nodes[number].move = move
    nodes[number].actions = actions
    nodes[number].answers = nodes[parent].answers + (move.isAnswer ? 1 : 0)
  }

  private func noteEdge(_ label: String, from source: Int, to target: Int?) {
    guard source < search.watch.graphLimit, target ?? 0 < search.watch.graphLimit else { return }
    graphEdges.append(ExplorationGraph.Edge(source: source, target: target, label: label))
  }

  /// The points that were reached first, and the steps between them.
  var graph: ExplorationGraph {
    guard search.keepsGraph else { return ExplorationGraph() }
    let points = waits.indices.map { index in
      let node = nodes[index]
      let state = search.states[node.key[0]]
      return ExplorationGraph.Point(
        state: valueDump(state),
        changes: node.parent < 0 ? nil : valueDiff(search.states[nodes[node.parent].key[0]], state),
        waits: waits[index],
        depth: node.depth,
        isSettled: node.isSettled
      )
    }
    return ExplorationGraph(points: points, edges: graphEdges, total: nodes.count)
  }

  /// Returns the steps from the beginning to a point.
  private func story(to node: Int) -> [Move] { prefix + Node.moves(to: node, in: nodes) }

  /// Returns the first point from which `eventually` can't be reached, whatever clients answer.
  ///
  /// A point from which not everything was tried counts as one that may reach it.
  private func unreachable() -> Counterexample? {
    guard search.keepsEdges else { return nil }
    var sources: [[Int]] = Array(repeating: [], count: nodes.count)
    for (source, targets) in edges.enumerated() {
      for target in targets { sources[target].append(source) }
    }
    var reaches = nodes.indices.map { nodes[$0].isGoal || !expanded[$0] }
    report.undecidedPoints = expanded.count { !$0 }
    var stack = reaches.indices.filter { reaches[$0] }
    while let node = stack.popLast() {
      for source in sources[node] where !reaches[source] {
        reaches[source] = true
        stack.append(source)
      }
    }
    guard let stuck = reaches.firstIndex(of: false) else { return nil }
    let ends = nodes[stuck].isSettled ? "comes to rest elsewhere" : "goes on and on, or ends elsewhere"
    return Counterexample(
      moves: story(to: stuck),
      failure: StoryFailure(
        rule: .eventually,
        headline: "\"eventually\" does not hold.",
        details: [
          """
          From here no settled point with the property can be reached, whatever clients answer and however long it takes, \
          unless the person does something more: the feature \(ends).
          """
        ]
      )
    )
  }
}
