import Dependencies
import Execution
import StoreCore

/// Describes stories in the words of a tool: of a test, or of a command line.
package struct StoryTelling<State: Sendable, Action: Sendable>: Sendable {
  typealias Move = StoryMove<Action>

  /// A step and its effects on the feature.
  private struct Step {
    enum Cause {
      case send(Action)
      /// - Parameters:
      ///   - position: The position of the call among those that wait under this name.
      ///   - count: The number of calls that wait under this name.
      case answer(label: String, position: Int, count: Int, description: String)
      case advanceClock(by: Duration)
    }

    let cause: Cause
    /// The order in which jobs ran; empty for the order in which they became ready.
    let order: [Int]
    var events: [(event: Story<State, Action>.Event, before: State, after: State)] = []
  }

  /// Returns instructions for running a story again; `nil` for none.
  let replay: @Sendable (_ story: String) -> String?
  /// Called before each step of a story that is run again.
  let announce: (@Sendable (_ step: String) -> Void)?
  /// Whether the report names options of a command line instead of arguments in code.
  let isForCommandLine: Bool

  package init(
    replay: @escaping @Sendable (_ story: String) -> String?,
    isForCommandLine: Bool = false,
    announce: (@Sendable (_ step: String) -> Void)? = nil
  ) {
    self.replay = replay
    self.isForCommandLine = isForCommandLine
    self.announce = announce
  }

  /// Runs a story again from the beginning, and describes it.
  ///
  /// - Returns: `nil` if the story did not fail this time.
  func counterexample(
    _ found: StateExplorer<State, Action>.Counterexample,
    of feature: ExploredFeature<State, Action>,
    _ runner: StoryRunner<State, Action>
  ) -> ExplorationReport.Counterexample? {
    var steps: [Step] = []
    var failure: StoryFailure?
    var waiting = ""
    runner.perform {
      let story = Story(feature, runner)
      story.begin()
      for move in found.moves where story.failure == nil {
        guard let step = perform(move, story) else { break }
        steps.append(step)
      }
      if found.failure.rule == .whenSettled, story.isSettled { story.checkSettled() }
      if found.failure.rule == .actions || found.failure.rule == .eventually { story.lookOn() }
      failure = story.failure
      if !story.isSettled { waiting = story.effectList }
      story.end()
    }
    if found.failure.rule == .eventually, failure == nil, steps.count == found.moves.count { failure = found.failure }
    guard let failure else { return nil }
    let code = found.moves.prefix(steps.count).dropFirst(runner.preparationCount).map(\.code).joined(separator: " ")
    var parts = [failure.headline] + failure.details
    parts.append(steps.isEmpty ? "It does so at the beginning." : "The story:\n\n\(tell(steps))")
    if !waiting.isEmpty { parts.append("Effects that run at its end:\n\n\(waiting)") }
    if let replay = replay(code) { parts.append(replay) }
    return ExplorationReport.Counterexample(story: code, description: parts.joined(separator: "\n\n"))
  }

  private func perform(_ move: Move, _ story: Story<State, Action>) -> Step? {
    let before = story.clock.now
    let calls = story.calls.answerable
    var answered: (PendingCall, Int)?
    story.events = []
    guard story.perform(move, label: { answered = ($0, $1) }) else { return nil }
    let cause: Step.Cause
    switch move.event {
    case .send(_, let action): cause = .send(action)
    case .advanceClock: cause = .advanceClock(by: before.duration(to: story.clock.now))
    case .answer(_, let alternative):
      let namesakes = calls.filter { $0.label == answered?.0.label }
      cause = .answer(
        label: answered?.0.label ?? "",
        position: namesakes.firstIndex { $0 === answered?.0 } ?? 0,
        count: namesakes.count,
        description: answered.map { $0.0.describe(alternative) } ?? ""
      )
    }
    return Step(cause: cause, order: move.order, events: story.events ?? [])
  }

  private func tell(_ steps: [Step]) -> String {
    steps.enumerated().map { index, step in
      var lines: [String]
      func text(_ value: String) -> String { value.replacing("\n", with: "\n   ") }
      switch step.cause {
      case .send(let action): lines = ["\(index + 1). Send \(text(valueDump(action)))"]
      case .answer(let label, let position, let count, let description):
        let which = count > 1 ? " (call \(position + 1) of \(count) that wait under this name)" : ""
        lines = ["\(index + 1). \"\(label)\"\(which) answers \(text(description))"]
      case .advanceClock(let duration): lines = ["\(index + 1). The clock moves on by \(duration.readable)"]
      }
      lines[0] += Move.description(of: step.order)
      for (event, before, after) in step.events {
        switch event {
        case .action(_, isReceived: false): break
        case .action(let action, isReceived: true): lines.append("   Receive \(text(valueDump(action)))")
        case .modification(let name): lines.append("   Modify \"\(name)\"")
        }
        if let difference = valueDiff(before, after) { lines.append(indented(difference, by: 7)) }
      }
      return lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
