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
      let number = runner.tables.actions.number(of: action)
      if areSent { sent.insert(number) } else { unsent.insert(number) }
    }
  }

  /// Notes actions that were reduced.
  func note(_ actions: [Action]) {
    for action in actions { reduced.insert(runner.tables.actions.number(of: action)) }
  }

  func noteDivergence(_ path: [Move], _ node: Node, _ story: Story<State, Action>) {
    divergence = .diverged(moves: path, expected: runner.tables.states[node.key[0]], actual: story.state)
  }

  func take(_ outcome: Outcome, from index: Int, _ path: [Move]) {
    guard let move = outcome.move else { return }
    if let failure = outcome.failure {
      noteEdge(outcome, from: index, to: nil)
      return note(failure, path + [move])
    }
    report.transitions += 1
    let number: Int
    if let known = numbers[outcome.key] {
      number = known
      noteWay(to: known, outcome, from: index)
    } else if nodes.count >= bounds.points {
      report.cuts.insert(.points)
      nodes[index].isExpanded = false
      return
    } else {
      number = add(outcome, parent: index)
      next.append(number)
    }
    noteEdge(outcome, from: index, to: number)
    if feature.rules.eventually != nil, !move.isOfPerson { nodes[index].targets.append(number) }
  }

  @discardableResult
  func add(_ outcome: Outcome, parent: Int?) -> Int {
    numbers[outcome.key] = nodes.count
    nodes.append(
      Node(
        parent: parent ?? -1,
        move: outcome.move,
        depth: parent.map { nodes[$0].depth + 1 } ?? 0,
        actions: outcome.actions,
        answers: outcome.answers,
        nearness: outcome.nearness,
        cost: outcome.cost,
        key: outcome.key,
        isSettled: outcome.isSettled,
        isGoal: outcome.isGoal,
        waits: outcome.waits
      )
    )
    report.points += 1
    if outcome.isSettled { report.settledPoints += 1 }
    return nodes.count - 1
  }

  /// Notes another way to a point. It replaces the known way if it has the same number of steps, but fewer actions of
  /// the person.
  func noteWay(to number: Int, _ outcome: Outcome, from parent: Int) {
    let node = nodes[number]
    guard let move = outcome.move, let known = node.move, node.depth == nodes[parent].depth + 1 else { return }
    guard outcome.actions < node.actions else { return nodes[number].detour = (parent, move) }
    nodes[number].detour = (node.parent, known)
    (nodes[number].parent, nodes[number].move) = (parent, move)
    (nodes[number].actions, nodes[number].answers) = (outcome.actions, outcome.answers)
  }

  /// Reaches a settled point by another way, and runs its actions again. If they now lead to other points, the feature
  /// depends on something that does not identify the point. Only the first few points are checked.
  func runDetour(to index: Int, _ outcomes: [Outcome]) {
    let node = nodes[index]
    guard node.isSettled, let detour = node.detour, detourCount < 64, !tellsTimes else { return }
    detourCount += 1
    let path = story(to: detour.parent) + [detour.move]
    for outcome in outcomes where outcome.failure == nil {
      guard let move = outcome.move, !runner.executor.isStuck, !keepsSomethingOutside else { return }
      let story = reach(path + [move])
      let other = self.outcome(of: story, move, after: node)
      wasCut = story.wasStopped
      story.end()
      if wasCut { return }
      if let failure = other.failure { note(failure, path + [move]) }
      keepsSomethingOutside = other.failure == nil && other.key != outcome.key
    }
  }

  // MARK: The end

  func finishReport() {
    report.level = nil
    report.duration = ContinuousClock.now - start.wall
    report.unsentActions = unsent.subtracting(sent).sorted().map { valueDump(runner.tables.actions[$0]) }
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

  func noteEdge(_ outcome: Outcome, from source: Int, to target: Int?) {
    guard source < graphLimit, target ?? 0 < graphLimit else { return }
    let (label, caption) = (outcome.label, outcome.caption)
    graphEdges.append(ExplorationGraph.Edge(source: source, target: target, label: label, caption: caption))
  }

  /// The points that were reached first, and the steps between them.
  var graph: ExplorationGraph {
    let states = runner.tables.states
    let points = nodes.prefix(graphLimit).map { node in
      let state = states[node.key[0]]
      return ExplorationGraph.Point(
        state: valueDump(state),
        changes: node.parent < 0 ? nil : valueDiff(states[nodes[node.parent].key[0]], state),
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
