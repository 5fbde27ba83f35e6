import Dependencies
import Execution
import Foundation
import StoreCore

/// An exploration, from its start to its report.
package struct StateExploration<State: Equatable & Sendable, Action: Sendable>: Sendable {
  typealias Explorer = StateExplorer<State, Action>
  typealias Move = StoryMove<Action>

  private let feature: ExploredFeature<State, Action>
  private let bounds: ExplorationBounds
  private let manner: StoryTelling<State, Action>.Manner
  private let progress: @Sendable (ExplorationReport) -> Void
  private let watch: ExplorationWatch
  private let isInterrupted: @Sendable () -> Bool
  /// The person's actions before anything is explored.
  private let preparation: [Move]

  /// The result of an exploration.
  package struct Outcome: Sendable {
    package var report: ExplorationReport
    /// The message of a failure, if the exploration failed.
    package var failure: String?
    package var graph: ExplorationGraph

    package init(
      report: ExplorationReport = ExplorationReport(),
      failure: String? = nil,
      graph: ExplorationGraph = ExplorationGraph()
    ) {
      self.report = report
      self.failure = failure
      self.graph = graph
    }
  }

  /// - Parameters:
  ///   - preparation: The person's actions before anything is explored.
  ///   - manner: How counterexamples are described.
  ///   - progress: Called again and again, on any thread, with the report so far.
  ///   - isInterrupted: Returns whether the user wants the exploration to end.
  package init(
    _ feature: ExploredFeature<State, Action>,
    bounds: ExplorationBounds,
    after preparation: [Action] = [],
    manner: StoryTelling<State, Action>.Manner,
    progress: @escaping @Sendable (ExplorationReport) -> Void,
    watch: ExplorationWatch = ExplorationWatch(),
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    self.feature = feature
    self.bounds = bounds
    self.manner = manner
    self.progress = progress
    self.watch = watch
    self.preparation = preparation.map { .send(0, $0) }
    self.isInterrupted = isInterrupted
  }

  @concurrent
  package func run(replaying story: String?) async -> Outcome {
    // A low limit reports effects that loop soon: a step of a story has few jobs.
    var limits = TestExecutor.limits
    limits.steps = min(limits.steps, 20_000)
    return await TestExecutor.$limits.withValue(limits) {
      // A story blocks its thread while it waits for a task that an effect has left behind.
      await withTaskExecutorPreference(ThreadExecutor()) {
        guard let story else { return await explore() }
        let wasCancelled = Locked(false)
        return await withTaskCancellationHandler {
          await replay(story) { [isInterrupted] in wasCancelled.withLock { $0 } || isInterrupted() }
        } onCancel: {
          wasCancelled.withLock { $0 = true }
        }
      }
    }
  }

  private func explore() async -> Outcome {
    let processors = ProcessInfo.processInfo.activeProcessorCount
    // More threads than processors would not be faster.
    let count = max(1, min(bounds.threads ?? processors, max(processors, 16)))
    let tables = ExplorationTables<State, Action>()
    let workers = (0..<count).map { _ in
      ExplorationWorker(runsWholeTasks: bounds.orders > 1, tables: tables)
    }
    var notes: [String] = []
    // If stories that begin with the state of a settled point diverge from complete stories, all stories are run from
    // the beginning, which takes longer.
    var resumesFromState = true
    var distinguishesTime = false
    while true {
      let search = ExplorationSearch(
        feature,
        bounds: bounds,
        tables: tables,
        resumesFromState: resumesFromState,
        distinguishesTime: distinguishesTime,
        watch: watch,
        preparationCount: preparation.count,
        isInterrupted: isInterrupted
      )
      let explorer = Explorer(search, after: preparation, progress: progress)
      let result = await explorer.run(workers)
      var report = explorer.report
      report.notes = notes
      switch result {
      case .covered:
        return Outcome(report: report, failure: emptiness(report), graph: explorer.graph)
      case .counterexample(let counterexample):
        let telling = StoryTelling(
          feature.recorded,
          counterexample,
          worker: workers[0],
          manner,
          preparationCount: preparation.count
        )
        if let told = telling.counterexample() {
          report.counterexample = told
          return Outcome(report: report, failure: "\(told.description)\n\n\(report)", graph: explorer.graph)
        }
        if !resumesFromState {
          report.ending = Self.divergedEnding
          return Outcome(report: report, failure: divergence(counterexample.moves, Self.failedOnce))
        }
      case .diverged(let moves, let expected, let actual):
        if !resumesFromState {
          report.ending = Self.divergedEnding
          return Outcome(report: report, failure: divergence(moves, from: expected, to: actual))
        }
      case .readsTime:
        distinguishesTime = true
        notes.append(
          """
          The feature reads the time ("date.now", or "clock.now" in a reducer), so points with the same state at different \
          times are different points.
          """
        )
        continue
      }
      resumesFromState = false
      notes.append(
        """
        The feature, or a client, keeps something outside of the state: a story went another way when it was begun with \
        a state that another one had reached. So all stories were run from the beginning, and points with the same state \
        count as one though they may differ. Keep what clients know in a "ModeledValue".
        """
      )
    }
  }

  private static var divergedEnding: String { "It ended where a story went another way the second time." }

  private func inequality(_ moves: [Move], _ state: State) -> String {
    """
    A state is not equal to itself, so it can't be told from others. The story that leads to it: \
    "\(moves.map(\.code).joined(separator: " "))".

    \(indentedDump(state))

    This usually is a number that is none ("Double.nan"), which is not equal to itself. Keep "nil" in the state where there \
    is no number.
    """
  }

  private static var failedOnce: String { "It failed once, and not when it was run again." }

  private func emptiness(_ report: ExplorationReport) -> String? {
    if report.transitions == 0, report.cuts.isEmpty {
      return """
        Nothing was explored: no step can be made from the initial state.

        Give the exploration "actions" that a person can do, and let clients answer with "choose".
        """
    }
    guard feature.rules.whenSettled != nil, report.settledPoints == 0 else { return nil }
    return """
      "whenSettled" was never checked: at each of the \(report.points) points something was still under way.

      \(report)

      This usually is an effect that never ends: a timer, a subscription. Give the person an action that ends it, or use \
      "always".
      """
  }

  private func divergence(_ moves: [Move], from expected: State, to actual: State) -> String {
    // This happens only if `==` returns `false` for equal operands, as it does for `Double.nan`.
    if expected != expected { return inequality(moves, expected) }
    return divergence(moves, "The state at its end:\n\n\(difference(expected, actual, "The second time"))")
  }

  private func divergence(_ moves: [Move], _ what: String) -> String {
    """
    The same story went another way the second time: "\(moves.map(\.code).joined(separator: " "))".

    \(what)

    A reducer, an effect or a client depends on something that changes from one story to the other: the time, random \
    numbers, a variable that "withDependencies" captures. Make it in "withDependencies", or keep it in a "ModeledValue".
    """
  }

  // MARK: Running a story again

  /// Looks for a point after a story from which answers and time alone do not lead where `eventually` holds.
  private func search(after moves: [Move], _ worker: ExplorationWorker<State, Action>) async -> Explorer.Result {
    var result = Explorer.Result.readsTime
    for distinguishesTime in [false, true] {
      guard case .readsTime = result else { break }
      let search = ExplorationSearch(
        feature,
        bounds: bounds,
        tables: worker.tables,
        resumesFromState: false,
        distinguishesTime: distinguishesTime,
        sends: false,
        isInterrupted: isInterrupted
      )
      result = await Explorer(search, after: moves).run([worker])
    }
    return result
  }

  private func replay(_ story: String, isStopped: @escaping @Sendable () -> Bool) async -> Outcome {
    // A story that contains an order comes from an exploration that searched orders, whatever the bounds are now.
    let tables = ExplorationTables<State, Action>()
    let worker = ExplorationWorker(runsWholeTasks: bounds.orders > 1 || story.contains("@"), tables: tables)
    var moves: [Move] = []
    var failure: StoryFailure?
    var problem: String?
    var wasStopped = false
    worker.isStopped = isStopped
    worker.perform {
      let story = story.split(whereSeparator: \.isWhitespace)
      let run = Story(feature.recorded, from: StoryStart(), of: worker)
      run.begin()
      for move in preparation where run.failure == nil && !run.wasStopped {
        manner.announce?(move.description(answering: nil))
        moves.append(move)
        run.perform(move)
      }
      for (index, word) in story.enumerated() where run.failure == nil && !run.wasStopped {
        let move = run.move(word)
        // Finding the step calls the closure that returns the person's actions, which may report an issue.
        if run.failure != nil { break }
        guard let move else {
          problem = """
            The story can't be run: step \(index + 1), "\(word)", does not exist at this point.

            It belongs to another version of the feature or of the exploration. Explore it anew, and take the story from there.

            Steps that can be made: \(run.moves().map(\.code).joined(separator: " "))
            """
          break
        }
        moves.append(move)
        if let announce = manner.announce {
          var call: (PendingCall, Int)?
          if case .answer(let index, let alternative) = move.event { call = (run.calls.answerable[index], alternative) }
          announce(move.description(answering: call))
        }
        run.perform(move)
      }
      wasStopped = run.wasStopped
      if !wasStopped {
        if run.isSettled { run.checkSettled() }
        run.lookOn()
        failure = run.failure
      }
      run.end()
    }
    worker.isStopped = { false }
    var report = ExplorationReport()
    report.ending = "That is one story. No other was tried."
    report.steps = moves.count
    report.depth = moves.count
    if wasStopped {
      report.ending = "It was cancelled before the story was over."
      report.cuts.insert(.cancellation)
      return Outcome(report: report)
    }
    if let problem { return Outcome(report: report, failure: problem) }
    if failure == nil, feature.rules.eventually != nil {
      switch await search(after: moves, worker) {
      case .covered, .readsTime: break
      case .counterexample(let counterexample): (moves, failure) = (counterexample.moves, counterexample.failure)
      case .diverged(let moves, let expected, let actual):
        report.ending = Self.divergedEnding
        return Outcome(report: report, failure: divergence(moves, from: expected, to: actual))
      }
    }
    guard let failure else { return Outcome(report: report) }
    let telling = StoryTelling(
      feature,
      .init(moves: moves, failure: failure),
      worker: worker,
      manner,
      preparationCount: preparation.count
    )
    report.counterexample = telling.counterexample()
    let message = report.counterexample?.description ?? divergence(moves, Self.failedOnce)
    return Outcome(report: report, failure: message)
  }
}

extension Story {
  /// Calls the closures that an exploration calls at each point, because they may report issues.
  func lookOn() {
    if failure == nil, isSettled, let eventually = feature.rules.eventually { _ = holds(eventually) }
    if failure == nil { _ = moves() }
  }

  /// Returns the step that a code means at this point, or `nil` if it is not possible.
  func move(_ code: Substring) -> StoryMove<Action>? {
    let event = code.prefix { $0 != "@" }
    var order: [Int] = []
    if event.endIndex < code.endIndex {
      for choice in code[event.endIndex...].dropFirst().split(separator: ".", omittingEmptySubsequences: false) {
        guard let choice = Int(choice), choice >= 0 else { return nil }
        order.append(choice)
      }
    }
    var move = moves().first { $0.code == event }
    move?.order = order
    return move
  }
}
