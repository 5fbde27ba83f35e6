import Execution
import StoreCore

// The points that steps lead to, and what the explorer concludes from them in the end.
extension StateExplorer {
  func cut(_ bound: ExplorationReport.Bound, _ move: Move, at index: Int) {
    report.cuts.insert(bound)
    if !move.isOfPerson { nodes[index].isExpanded = false }
  }

  func note(_ failure: StoryFailure, _ moves: [Move]) {
    func cost(_ moves: [Move]) -> (Int, Int) { (moves.count, moves.count { $0.isOfPerson }) }
    if let found, cost(found.moves) <= cost(moves) { return }
    found = Counterexample(moves: moves, failure: failure)
  }

  func noteActions(_ moves: [Move], areSent: Bool) {
    for case .send(_, let action) in moves.map(\.event) {
      let number = runner.actions.number(of: action)
      if areSent { sent.insert(number) } else { unsent.insert(number) }
    }
  }

  /// Notes actions that were reduced.
  func note(_ actions: [Action]) {
    for action in actions { reduced.insert(runner.actions.number(of: action)) }
  }

  func noteDivergence(_ path: [Move], _ node: Node, _ story: Story<State, Action>) {
    divergence = .diverged(moves: path, expected: runner.states[node.key[0]], actual: story.state)
  }

  func take(_ outcome: Outcome, from index: Int, _ path: [Move]) {
    guard let node = outcome.node else {
      noteEdge(outcome.edge, to: nil)
      if let failure = outcome.failure { note(failure, path + [outcome.move]) }
      return
    }
    report.transitions += 1
    let number: Int
    if let known = numbers[node.key] {
      number = known
      noteWay(to: known, node)
    } else if nodes.count >= bounds.points {
      report.cuts.insert(.points)
      nodes[index].isExpanded = false
      return
    } else {
      number = add(node)
      next.append(number)
    }
    noteEdge(outcome.edge, to: number)
    if feature.rules.eventually != nil, !outcome.move.isOfPerson { nodes[index].targets.append(number) }
  }

  @discardableResult
  func add(_ node: Node) -> Int {
    numbers[node.key] = nodes.count
    nodes.append(node)
    report.points += 1
    if node.isSettled { report.settledPoints += 1 }
    return nodes.count - 1
  }

  /// Notes another way to a point. It replaces the known way if it has the same number of steps, but fewer actions of
  /// the person.
  func noteWay(to number: Int, _ other: Node) {
    let known = nodes[number]
    // The points after one that was explored are on its known way.
    guard known.way != nil, !known.isExpanded, known.depth == other.depth else { return }
    guard other.actions < known.actions else { return nodes[number].detour = other.way }
    (nodes[number].way, nodes[number].detour) = (other.way, known.way)
    (nodes[number].actions, nodes[number].answers) = (other.actions, other.answers)
  }

  /// Reaches a settled point by another way, and runs its actions again. If they now lead to other points, the feature
  /// depends on something that does not identify the point. Only the first few points are checked.
  func runDetour(to index: Int, _ outcomes: [Outcome]) {
    guard nodes[index].isSettled, let detour = nodes[index].detour, detourCount < 64, !tellsTimes else { return }
    detourCount += 1
    let path = story(to: detour.parent) + [detour.move]
    for outcome in outcomes {
      guard let key = outcome.node?.key else { continue }
      guard !runner.executor.isStuck, !keepsSomethingOutside else { return }
      let story = reach(path + [outcome.move])
      let other = node(of: story, after: (index, outcome.move))
      wasCut = story.wasStopped
      story.end()
      if wasCut { return }
      if other == nil, let failure = story.failure { note(failure, path + [outcome.move]) }
      keepsSomethingOutside = other.map { $0.key != key } ?? false
    }
  }

  // MARK: The end

  func finishReport() {
    report.level = nil
    report.duration = ContinuousClock.now - start.wall
    report.unsentActions = unsent.subtracting(sent).sorted().map { valueDump(runner.actions[$0]) }
    if tellsTimes {
      report.notes.append(
        """
        The feature reads the time ("date.now", or "clock.now" in a reducer). From the first time on, points with the same \
        state at different times are different points.
        """
      )
    }
    if keepsSomethingOutside {
      report.notes.append(
        """
        The feature, or a client, keeps something outside of the state: the same step led elsewhere after another way to \
        the same point. Points with the same state count as one though they may differ. Keep what clients know in a \
        "ModeledValue".
        """
      )
    }
  }

  func noteEdge(_ edge: ExplorationGraph.Edge?, to target: Int?) {
    guard var edge, edge.source < graphLimit, target ?? 0 < graphLimit else { return }
    edge.target = target
    graphEdges.append(edge)
  }

  /// The points that were reached first, and the steps between them.
  var graph: ExplorationGraph {
    let states = runner.states
    let points = nodes.prefix(graphLimit).map { node in
      let state = states[node.key[0]]
      return ExplorationGraph.Point(
        state: valueDump(state),
        changes: node.way.flatMap { valueDiff(states[nodes[$0.parent].key[0]], state) },
        waits: node.waits,
        depth: node.depth,
        isSettled: node.isSettled
      )
    }
    return ExplorationGraph(points: points, edges: graphEdges, total: nodes.count)
  }

  /// Returns the first point from which `eventually` can't be reached, no matter what clients answer.
  ///
  /// If not everything was tried from a point, it counts as one that may reach `eventually`.
  func unreachable() -> Counterexample? {
    guard feature.rules.eventually != nil else { return nil }
    var sources: [[Int]] = Array(repeating: [], count: nodes.count)
    for (source, node) in nodes.enumerated() {
      for target in node.targets { sources[target].append(source) }
    }
    var reaches = nodes.map { $0.isGoal || !$0.isExpanded }
    report.undecidedPoints = nodes.count { !$0.isExpanded }
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
