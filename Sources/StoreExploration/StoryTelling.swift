import Dependencies
import Execution
import StoreCore

/// Describes stories in the words of a tool: of a test, or of a command line.
package struct StoryTelling<State: Sendable, Action: Sendable>: Sendable {
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
    var steps: [String] = []
    var failure: StoryFailure?
    var waiting = ""
    runner.perform {
      let story = Story(feature, runner)
      story.begin()
      for move in found.moves where story.failure == nil {
        guard let step = tell(move, steps.count + 1, story) else { break }
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
    parts.append(steps.isEmpty ? "It does so at the beginning." : "The story:\n\n\(steps.joined(separator: "\n"))")
    if !waiting.isEmpty { parts.append("Effects that run at its end:\n\n\(waiting)") }
    if let replay = replay(code) { parts.append(replay) }
    return ExplorationReport.Counterexample(story: code, description: parts.joined(separator: "\n\n"))
  }

  /// Runs a step, and describes it with what it does. Returns `nil` if it is not possible.
  private func tell(_ move: StoryMove<Action>, _ number: Int, _ story: Story<State, Action>) -> String? {
    let before = story.clock.now
    let answered = story.answered(by: move)
    let namesakes = story.calls.answerable.filter { $0.label == answered?.call.label }
    story.lines = []
    guard story.perform(move) else { return nil }
    let text =
      switch move.event {
      case .send(_, let action): "Send \(valueDump(action))"
      case .advanceClock: "The clock moves on by \(before.duration(to: story.clock.now).readable)"
      case .answer:
        answered.map { call, alternative in
          let position = namesakes.firstIndex { $0 === call }.map { $0 + 1 } ?? 1
          let which = namesakes.count > 1 ? " (call \(position) of \(namesakes.count) that wait under this name)" : ""
          return "\"\(call.label)\"\(which) answers \(call.describe(alternative))"
        } ?? ""
      }
    let first = "\(number). \(text.replacing("\n", with: "\n   "))\(move.orderDescription)"
    return ([first] + (story.lines ?? [])).joined(separator: "\n")
  }
}
