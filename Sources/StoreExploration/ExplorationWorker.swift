import Dependencies
import Execution
import StoreCore

/// Runs stories on one thread at a time.
///
/// `@unchecked Sendable`: a worker is used by one task at a time, which is awaited before another one uses it.
package final class ExplorationWorker<State: Equatable & Sendable, Action: Sendable>: @unchecked Sendable {
  typealias Move = StoryMove<Action>
  typealias Node = StateExplorer<State, Action>.Node

  /// The result of a step.
  struct Outcome: Sendable {
    var move: Move?
    var failure: StoryFailure?
    /// Identifies the point. The first number is that of the state.
    var key: [Int] = []
    var start: StoryStart<State>?
    var opening: StoryOpening<Action>?
    var isSettled = false
    var isGoal = false
    /// The step and the calls that wait after it, for a graph.
    var label = ""
    var waits: [String] = []

    init(move: Move? = nil, failure: StoryFailure? = nil) {
      self.move = move
      self.failure = failure
    }
  }

  /// The results of all steps from a point.
  package struct Expansion: Sendable {
    /// The failure of the point itself, if it is a counterexample.
    var failure: StoryFailure?
    var outcomes: [Outcome] = []
    var steps = 0
    var cuts: Set<ExplorationReport.Bound> = []
    /// Whether each possible answer, and moving the clock, was tried.
    var isWhole = true
    var difference: (expected: State, actual: State)?
    /// Whether the steps are to be run again, each by a story of its own.
    var isToRepeat = false
    /// Whether the exploration was over before each step was tried.
    var isCut = false

    init() {}
  }

  var executor: TestExecutor
  var actor: TestActor
  let interceptor = IssueInterceptor(passing: PassedWarnings())
  let runsWholeTasks: Bool
  /// The processor time that exploring has taken so far.
  private var work = Duration.zero
  /// The time of the thread when it was last looked at.
  private var lastTime = Duration.zero
  let tables: ExplorationTables<State, Action>
  /// Returns whether the exploration has to end.
  var isStopped: @Sendable () -> Bool = { false }
  /// Whether a story whose step leads back to its point runs the next step, too.
  var goesOnWithStories = true

  /// - Parameter runsWholeTasks: Whether each task runs until it waits, as it does if orders are searched.
  init(runsWholeTasks: Bool, tables: ExplorationTables<State, Action>) {
    self.runsWholeTasks = runsWholeTasks
    self.tables = tables
    executor = TestExecutor(schedule: .firstInFirstOut)
    actor = TestActor(executor: executor)
  }

  /// Calls a function as a job of the executor. The interceptor receives the issues that it reports.
  func perform(_ body: @escaping () -> Void) {
    if executor.isStuck {
      executor = TestExecutor(schedule: .firstInFirstOut)
      actor = TestActor(executor: executor)
    }
    executor.runReadyJobs(on: actor) { [interceptor] in
      IssueInterceptor.$current.withValue(interceptor, operation: body)
    }
  }

  @concurrent
  func expand(
    _ level: ExplorationLevel<State, Action>,
    _ search: ExplorationSearch<State, Action>
  ) async -> [(position: Int, expansion: Expansion)] {
    var results: [(position: Int, expansion: Expansion)] = []
    isStopped = { search.isStopped }
    defer { isStopped = { false } }
    while let positions = level.takePositions() {
      var position = positions.lowerBound
      search.willRun()
      lastTime = threadTime()
      while position < positions.upperBound, goesOn(level, search) {
        perform {
          // Effects that never come to rest stop the executor. The next `perform` makes a new one.
          while position < positions.upperBound, !self.executor.isStuck, self.goesOn(level, search) {
            let expansion = search.feature.expand(self, level.frontier[position], level, search)
            self.goesOnWithStories = !expansion.isToRepeat
            if expansion.isToRepeat { break }
            results.append((position, expansion))
            position += 1
          }
        }
      }
      search.didRun()
      // Lets other tests run.
      await Task.yield()
    }
    return results
  }

  /// Returns whether the exploration continues. Called at each point, and from time to time at a point with many steps.
  func goesOn(
    _ level: ExplorationLevel<State, Action>,
    _ search: ExplorationSearch<State, Action>,
    afterMore steps: Int = 0
  ) -> Bool {
    let time = threadTime()
    work += time - lastTime
    lastTime = time
    search.record(work: work)
    return level.goesOn(afterMore: steps)
  }

  /// Returns the result of some steps from the beginning.
  func outcome(of moves: [Move], _ search: ExplorationSearch<State, Action>) -> Outcome {
    var outcome = Outcome()
    search.willRun()
    search.willRun(moves)
    isStopped = { search.isStopped }
    defer {
      isStopped = { false }
      search.didRun()
    }
    perform {
      let story = Story(search.feature, from: StoryStart(), of: self)
      story.begin()
      for move in moves where story.failure == nil { story.perform(move) }
      outcome = self.outcome(of: story, nil, search, actions: 0, answers: 0)
      story.end()
    }
    return outcome
  }

  func expand(
    _ index: Int,
    _ level: ExplorationLevel<State, Action>,
    _ search: ExplorationSearch<State, Action>
  ) -> Expansion {
    var expansion = Expansion()
    var notedSteps = 0
    defer { _ = level.goesOn(afterMore: expansion.steps - notedSteps) }
    let node = level.nodes[index]
    var (origin, start, path) = Self.path(to: index, in: level)
    search.willRun(level.story(to: index))

    func reach() -> Story<State, Action> {
      let story = Story(search.feature, from: start, of: self)
      for (number, move) in path {
        if search.resumesFromState { story.record(number: number) }
        story.perform(move)
      }
      expansion.steps += path.count
      if search.resumesFromState { story.record(number: node.key[0]) }
      return story
    }

    var story = reach()
    func isThere() -> Bool {
      let models = story.world.models
      return story.failure == nil
        && key(of: story, story.state, models, search, actions: node.actions, answers: node.answers).key == node.key
    }
    if node.opening != nil, !story.wasStopped, !isThere() {
      // The point depends on earlier steps, for example on an effect that did something when it was cancelled.
      story.end()
      (origin, start, path) = Self.path(to: index, in: level, withOpening: false)
      story = reach()
    }
    if story.wasStopped {
      story.end()
      expansion.isCut = true
      return expansion
    }
    if story.failure == nil, !path.isEmpty {
      let state = story.state
      if state != search.states[node.key[0]] { expansion.difference = (search.states[node.key[0]], state) }
    }
    if node.isSettled { story.checkSettled() }
    let possible = story.failure == nil ? story.moves() : []
    if let failure = story.failure {
      expansion.failure = failure
      story.end()
      return expansion
    }
    let sends = search.sends && search.bounds.actions.map { node.actions < $0 } ?? true
    let answers = search.bounds.answers.map { node.answers < $0 } ?? true
    let moves = possible.filter { $0.isOfPerson ? sends : $0.isAnswer ? answers : true }
    if search.sends, !sends, possible.contains(where: \.isOfPerson) { expansion.cuts.insert(.actions) }
    if !answers, possible.contains(where: \.isAnswer) {
      expansion.cuts.insert(.answers)
      expansion.isWhole = false
    }
    if level.isLast, !moves.isEmpty {
      expansion.cuts.insert(.depth)
      if !moves.allSatisfy(\.isOfPerson) { expansion.isWhole = false }
      story.end()
      return expansion
    }
    var reached: Story? = story
    // A step that leads back to the point leaves the story where the next step begins: points with the same key are the
    // same point. As steps name calls by their places, the effects must wait in the same order, too.
    let goesOn = goesOnWithStories && search.resumesFromState && !runsWholeTasks && story.ownsClock
    let order = goesOn ? story.waitingOrder : []
    var isFirst = true
    // Backwards, because most actions that change nothing come last.
    steps: for var move in goesOn ? moves.reversed() : moves {
      let orders = runsWholeTasks ? OrderSearch(isReduced: search.bounds.reducesOrders) : nil
      var orderCount = 0
      repeat {
        guard orderCount < search.bounds.orders else {
          expansion.cuts.insert(.orders)
          if !move.isOfPerson { expansion.isWhole = false }
          break
        }
        if expansion.steps - notedSteps >= 64 {
          let isOver = !self.goesOn(level, search, afterMore: expansion.steps - notedSteps)
          notedSteps = expansion.steps
          if isOver {
            expansion.isCut = true
            break steps
          }
        }
        let story = reached.take() ?? reach()
        expansion.steps += 1
        move.order = orders?.planned ?? []
        search.willRun(step: move)
        var answer: (PendingCall, Int)?
        let isPossible = story.perform(move, search: orders, label: { answer = ($0, $1) })
        if story.wasStopped {
          story.end()
          expansion.isCut = true
          break steps
        }
        guard isPossible else {
          expansion.difference = (search.states[node.key[0]], story.state)
          story.end()
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
          answers: node.answers + (move.isAnswer ? 1 : 0),
          stepsFromStart: path.count + 1
        )
        if search.keepsGraph {
          outcome.label = move.description(answering: answer)
          outcome.waits = story.waits
        }
        expansion.outcomes.append(outcome)
        // Checks that running the whole story leads to the same state as beginning with the values of another point:
        // for the first points after each step that depends on these values, and for some of the other points.
        let isChecked =
          origin > 0 && (index < 64 && (node.isSettled || move.isAnswer) || isFirst && index & 63 == 1)
        isFirst = false
        let state = isChecked ? story.state : nil
        if goesOn, outcome.failure == nil, outcome.key == node.key, story.waitingOrder == order {
          reached = story
        } else {
          story.end()
        }
        if executor.isStuck { break steps }
        if let state {
          let moves = level.story(to: index) + [move]
          expansion.steps += moves.count
          if let actual = self.state(after: moves, search), actual != state { expansion.difference = (actual, state) }
        }
      } while orders?.advance() == true
      if orders?.isUnsteady == true {
        expansion.cuts.insert(.orders)
        if !move.isOfPerson { expansion.isWhole = false }
      }
    }
    reached?.end()
    if goesOn {
      expansion.outcomes.reverse()
      // The steps were run backwards. If effects did not come to rest, the first steps have not been run.
      expansion.isToRepeat = executor.isStuck
    }
    return expansion
  }

  /// - Returns: `nil` if the exploration has to end before the state is known.
  func state(after moves: [Move], _ search: ExplorationSearch<State, Action>) -> State? {
    let story = Story(search.feature, from: StoryStart(), of: self)
    defer { story.end() }
    for move in moves { story.perform(move) }
    return story.wasStopped ? nil : story.state
  }
}
