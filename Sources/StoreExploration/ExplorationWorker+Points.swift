import Dependencies
import StoreCore

// The points that stories reach, and the ways there.
extension ExplorationWorker {
  func outcome(
    of story: Story<State, Action>,
    _ move: Move?,
    _ search: ExplorationSearch<State, Action>,
    actions: Int,
    answers: Int,
    stepsFromStart: Int = 0
  ) -> Outcome {
    var outcome = Outcome(move: move, failure: story.failure)
    guard story.failure == nil else { return outcome }
    let state = story.state
    let models = story.world.models
    let isBound: Bool
    (outcome.key, isBound) = key(of: story, state, models, search, actions: actions, answers: answers)
    outcome.isSettled = story.isSettled
    if !isBound, search.resumesFromState {
      if outcome.isSettled {
        outcome.start = StoryStart(state: state, models: models, now: story.clock.now)
      } else if stepsFromStart > 1, !runsWholeTasks, story.ownsClock, let (before, opening) = story.opening {
        outcome.start = StoryStart(state: before, models: models, now: story.clock.now)
        outcome.opening = opening
      }
    }
    if outcome.isSettled {
      if let eventually = search.feature.rules.eventually {
        outcome.isGoal = story.holds(eventually)
        outcome.failure = story.failure
      }
    }
    return outcome
  }

  /// Returns the key of the point that a story has reached, and whether the point has something that a store that is
  /// made from its state would lack.
  func key(
    of story: Story<State, Action>,
    _ state: State,
    _ models: [StoryWorld.Model],
    _ search: ExplorationSearch<State, Action>,
    actions: Int,
    answers: Int
  ) -> (key: [Int], isBound: Bool) {
    let number = search.states.number(of: state)
    var key = [number]
    if !models.isEmpty { key += story.world.key(of: models) }
    for index in story.recorder.effects.indices { story.addIdentity(ofEffectAt: index, to: &key) }
    // The order of sleepers matters only if jobs run in one order. Otherwise the orders in which they wake are tried,
    // too.
    let sleepers = search.bounds.orders > 1 ? [] : story.orderOfLateSleepers
    if !sleepers.isEmpty { key += [-10] + sleepers }
    story.record(number: number)
    if search.bounds.actions != nil { key += [-2, actions] }
    if search.bounds.answers != nil { key += [-3, answers] }
    let isDismissed = story.isDismissed
    if isDismissed { key.append(-4) }
    if search.distinguishesTime {
      key += [-9, story.clock.now.offset.hashValue]
    } else if story.world.readsTime {
      search.recordTimeRead()
    }
    let limits = story.store.throttlesInForce
    if !limits.isEmpty { key += [-5] + limits }
    let kept = story.digestOfKeyedValues
    if let kept { key += [-8, kept] }
    return (key, isDismissed || !limits.isEmpty || kept != nil)
  }

  /// Finds where to begin a story that leads to a point. Returns the last point on the way whose values a story can
  /// begin with, these values, and the steps from there. Each step has the number of the state before it, if that is
  /// known.
  ///
  /// - Parameter withOpening: Whether the story may begin with the opening of the point itself.
  static func path(
    to node: Int,
    in level: ExplorationLevel<State, Action>,
    withOpening: Bool = true
  ) -> (origin: Int, StoryStart<State>, [(state: Int?, move: Move)]) {
    var moves: [(state: Int?, move: Move)] = []
    var index = node
    while true {
      if let start = level.nodes[index].start {
        guard let opening = level.nodes[index].opening else { return (index, start, moves.reversed()) }
        if withOpening, index == node { return (index, start, [(opening.state, opening.move)]) }
      }
      guard let move = level.nodes[index].move else {
        return (index, StoryStart(), level.prefix.map { (nil, $0) } + moves.reversed())
      }
      index = level.nodes[index].parent
      moves.append((level.nodes[index].key[0], move))
    }
  }
}
