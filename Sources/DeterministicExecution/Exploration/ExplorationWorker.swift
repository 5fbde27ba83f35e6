import Dependencies
import StoreCore

/// Runs stories on one thread at a time.
///
/// `@unchecked Sendable`: a worker is used by one task at a time, which is awaited before another one uses it.
@usableFromInline
package final class ExplorationWorker<State: Equatable & Sendable, Action: Sendable>: @unchecked Sendable {
  @usableFromInline typealias Move = StoryMove<Action>
  @usableFromInline typealias Node = StateExplorer<State, Action>.Node

  /// What has come of a step.
  @usableFromInline struct Outcome: Sendable {
    @usableFromInline var move: Move?
    @usableFromInline var failure: StoryFailure?
    /// Names the point: that of the state first.
    @usableFromInline var key: [Int] = []
    @usableFromInline var start: StoryStart<State>?
    @usableFromInline var isSettled = false
    @usableFromInline var isGoal = false
    /// What the step is, and what is waited for after it, for a graph.
    @usableFromInline var label = ""
    @usableFromInline var waits: [String] = []

    @inlinable init(move: Move? = nil, failure: StoryFailure? = nil) {
      self.move = move
      self.failure = failure
    }
  }

  /// What has come of all steps from a point.
  @usableFromInline package struct Expansion: Sendable {
    /// Why the point itself is a counterexample.
    @usableFromInline var failure: StoryFailure?
    @usableFromInline var outcomes: [Outcome] = []
    @usableFromInline var steps = 0
    @usableFromInline var cuts: Set<ExplorationReport.Bound> = []
    /// Whether each answer, and the clock, was tried.
    @usableFromInline var isWhole = true
    @usableFromInline var difference: (expected: State, actual: State)?

    @inlinable init() {}
  }

  @usableFromInline var executor: TestExecutor
  @usableFromInline var actor: TestActor
  @usableFromInline let interceptor = IssueInterceptor()
  @usableFromInline let runsWholeTasks: Bool
  /// The processor time that exploring took so far.
  private var work = Duration.zero
  @usableFromInline let tables: ExplorationTables<State, Action>

  /// - Parameter runsWholeTasks: Whether each task runs until it waits, as it does where orders are searched.
  init(runsWholeTasks: Bool, tables: ExplorationTables<State, Action>) {
    self.runsWholeTasks = runsWholeTasks
    self.tables = tables
    executor = TestExecutor(schedule: .firstInFirstOut)
    actor = TestActor(executor: executor)
  }

  /// Calls a function as a job of the executor, with issues taken.
  func perform(_ body: @escaping () -> Void) {
    if executor.isStuck {
      executor = TestExecutor(schedule: .firstInFirstOut)
      actor = TestActor(executor: executor)
    }
    executor.runReadyJobs(on: actor) { [interceptor] in
      IssueInterceptor.$current.withValue(interceptor, operation: body)
    }
  }

  @inlinable func makeStory(_ feature: ExploredFeature<State, Action>, from start: StoryStart<State>) -> Story<
    State, Action
  > {
    Story(
      feature,
      from: start,
      executor: executor,
      actor: actor,
      interceptor: interceptor,
      runsWholeTasks: runsWholeTasks,
      tables: tables
    )
  }

  @concurrent
  func expand(
    _ level: ExplorationLevel<State, Action>,
    _ search: ExplorationSearch<State, Action>
  ) async -> [(position: Int, expansion: Expansion)] {
    var results: [(position: Int, expansion: Expansion)] = []
    while let positions = level.takePositions() {
      var position = positions.lowerBound
      let (start, workBefore) = (threadTime(), work)
      func isOver() -> Bool {
        work = workBefore + threadTime() - start
        search.note(work: work)
        return search.isTimeUp
      }
      while position < positions.upperBound, !isOver() {
        perform {
          // Effects that did not come to rest leave an executor that runs nothing more.
          while position < positions.upperBound, !self.executor.isStuck, !isOver() {
            results.append((position, search.feature.expand(self, level.frontier[position], level, search)))
            position += 1
          }
        }
      }
      // Other tests are to be run too.
      await Task.yield()
    }
    return results
  }

  /// What has come of some steps from the beginning.
  func outcome(of moves: [Move], _ search: ExplorationSearch<State, Action>) -> Outcome {
    var outcome = Outcome()
    search.willRun(moves)
    perform {
      let story = self.makeStory(search.feature, from: StoryStart())
      story.begin()
      for move in moves where story.failure == nil { story.perform(move) }
      outcome = self.outcome(of: story, nil, search, actions: 0, answers: 0)
      story.end()
    }
    return outcome
  }

  @inlinable func expand(
    _ index: Int,
    _ level: ExplorationLevel<State, Action>,
    _ search: ExplorationSearch<State, Action>
  ) -> Expansion {
    var expansion = Expansion()
    let node = level.nodes[index]
    let (start, path) = Self.path(to: index, in: level)
    let told = search.watch.willRun == nil ? [] : Self.wholePath(to: index, in: level)
    search.willRun(told)

    func reach() -> Story<State, Action> {
      let story = makeStory(search.feature, from: start)
      for move in path { story.perform(move) }
      expansion.steps += path.count
      return story
    }

    let story = reach()
    if story.failure == nil, !path.isEmpty {
      let state = story.state
      if state != search.states[node.state] { expansion.difference = (search.states[node.state], state) }
    }
    if node.isSettled { story.checkSettled() }
    if let failure = story.failure {
      expansion.failure = failure
      story.end()
      return expansion
    }
    let sends = search.sends && level.bounds.actions.map { node.actions < $0 } ?? true
    let answers = level.bounds.answers.map { node.answers < $0 } ?? true
    let possible = story.moves()
    let moves = possible.filter { $0.isOfPerson ? sends : $0.isAnswer ? answers : true }
    if search.sends, !sends, possible.contains(where: \.isOfPerson) { expansion.cuts.insert(.actions) }
    if !answers, possible.contains(where: \.isAnswer) {
      expansion.cuts.insert(.answers)
      expansion.isWhole = false
    }
    if level.isLast, !moves.isEmpty {
      expansion.cuts.insert(.depth)
      expansion.isWhole = moves.allSatisfy(\.isOfPerson)
      story.end()
      return expansion
    }
    var reached: Story? = story
    steps: for var move in moves {
      let orders = runsWholeTasks ? OrderSearch(isReduced: search.bounds.reducesOrders) : nil
      var orderCount = 0
      repeat {
        guard orderCount < search.bounds.orders else {
          expansion.cuts.insert(.orders)
          if !move.isOfPerson { expansion.isWhole = false }
          break
        }
        let isFirst = reached != nil
        let story = reached.take() ?? reach()
        expansion.steps += 1
        move.order = orders?.planned ?? []
        search.willRun(told + [move])
        var answer: (PendingCall, Int)?
        guard story.perform(move, search: orders, label: { answer = ($0, $1) }) else {
          expansion.difference = (search.states[node.state], story.state)
          break steps
        }
        if orders?.isRedundant == true {
          story.end()
          continue
        }
        orderCount += 1
        move.order = orders?.order ?? []
        var outcome = outcome(
          of: story,
          move,
          search,
          actions: node.actions + (move.isOfPerson ? 1 : 0),
          answers: node.answers + (move.isAnswer ? 1 : 0)
        )
        if search.keepsGraph {
          outcome.label = move.description(answering: answer)
          outcome.waits = story.waits
        }
        expansion.outcomes.append(outcome)
        let state = story.state
        story.end()
        if executor.isStuck { break steps }
        // Each step from the first points, and now and then one from another: whether the value that the story began with
        // is all that matters.
        if node.start != nil, node.depth > 0, index < 64 || isFirst && index & 63 == 1 {
          let moves = Self.wholePath(to: index, in: level) + [move]
          expansion.steps += moves.count
          let actual = self.state(after: moves, search)
          if actual != state { expansion.difference = (actual, state) }
        }
      } while orders?.advance() == true
      if orders?.isUnsteady == true {
        expansion.cuts.insert(.orders)
        if !move.isOfPerson { expansion.isWhole = false }
      }
    }
    if moves.isEmpty { story.end() }
    return expansion
  }

  @usableFromInline func state(after moves: [Move], _ search: ExplorationSearch<State, Action>) -> State {
    let story = makeStory(search.feature, from: StoryStart())
    defer { story.end() }
    for move in moves { story.perform(move) }
    return story.state
  }

  @inlinable func outcome(
    of story: Story<State, Action>,
    _ move: Move?,
    _ search: ExplorationSearch<State, Action>,
    actions: Int,
    answers: Int
  ) -> Outcome {
    var outcome = Outcome(move: move, failure: story.failure)
    guard story.failure == nil else { return outcome }
    let state = story.state
    outcome.key = [search.states.number(of: state)]
    let models = story.world.models
    if !models.isEmpty { outcome.key += story.world.key(of: models) }
    outcome.isSettled = story.isSettled
    for index in story.recorder.effects.indices {
      story.addIdentity(ofEffectAt: index, to: &outcome.key)
    }
    if search.bounds.actions != nil { outcome.key += [-2, actions] }
    if search.bounds.answers != nil { outcome.key += [-3, answers] }
    if story.isDismissed { outcome.key.append(-4) }
    let limits = story.store.rateLimitsInForce
    if !limits.isEmpty { outcome.key += [-5] + limits }
    let kept = story.digestOfWhatIsKept
    if let kept { outcome.key += [-8, kept] }
    if story.isSettled {
      // A store that is made of the state would know neither of the limits nor of what is kept elsewhere, so no story begins
      // where there is any.
      if limits.isEmpty, kept == nil, search.goesOnFromValues, !story.isDismissed {
        outcome.start = StoryStart(state: state, models: models, now: story.clock.now)
      }
      if let eventually = search.feature.rules.eventually { outcome.isGoal = story.holds(eventually) }
    }
    return outcome
  }

  /// The last point on the way at which nothing was under way, and the steps from there.
  @inlinable static func path(
    to node: Int,
    in level: ExplorationLevel<State, Action>
  ) -> (StoryStart<State>, [Move]) {
    var moves: [Move] = []
    var index = node
    while true {
      if let start = level.nodes[index].start { return (start, moves.reversed()) }
      guard let move = level.nodes[index].move else { return (StoryStart(), level.prefix + moves.reversed()) }
      moves.append(move)
      index = level.nodes[index].parent
    }
  }

  @usableFromInline static func wholePath(to node: Int, in level: ExplorationLevel<State, Action>) -> [Move] {
    var moves: [Move] = []
    var index = node
    while let move = level.nodes[index].move {
      moves.append(move)
      index = level.nodes[index].parent
    }
    return level.prefix + moves.reversed()
  }
}

extension Story {
  /// Adds what an effect's future depends on, besides the state: what it was made of, and what it was told since.
  @inlinable func addIdentity(ofEffectAt index: Int, to key: inout [Int]) {
    let effect = recorder.effects[index]
    let start: (state: Int, action: Int)
    if let known = effect.start {
      start = known
    } else {
      let reduction = recorder.reductions[effect.causeStep - 1]
      start = (tables.states.number(of: reduction.before), tables.actions.number(of: reduction.action))
      recorder.effects[index].start = start
    }
    key.append(-1)
    key.append(start.state)
    key.append(start.action)
    key.append(effect.ordinal)
    key.append(effect.inputs.count)
    key.append(contentsOf: effect.inputs)
  }
}
