import Dependencies
import Execution
import Foundation
import Store
import StoreExploration

/// A run of `explore`.
struct FeatureExploration<Feature: Reducer & SendableMetatype>
where Feature.State: Sendable, Feature.Action: Codable & Sendable {
  private typealias Exploration = StateExploration<Feature.State, Feature.Action>

  /// The maximum number of points in a graph.
  private static var graphLimit: Int { 300 }

  private let program: StoreCommandLine<Feature>
  private let options: ExploreOptions
  private let console: Console
  private let setup: FeatureSetup<Feature>
  private let screen: (@Sendable (ObservedState<Feature.State>, ScreenContext) -> Screen<Feature.Action>)?
  private let part: ValuePath?
  private let goal: ValuePath?
  private let calls: ExploredCalls
  private let preparation: [Feature.Action]
  /// The command line that runs a story again, except for the story itself.
  private let replay: String
  private let recording: StoryRecording<Feature>?

  init(
    _ program: StoreCommandLine<Feature>,
    _ options: ExploreOptions,
    _ arguments: ArraySlice<String>,
    console: Console
  ) throws {
    self.program = program
    self.options = options
    self.console = console
    let setup = try program.setup(for: options.session)
    self.setup = setup
    screen = program.screen
    recording = setup.trace.map { StoryRecording(setup, to: $0, of: options.goal) }
    part = try options.part.isEmpty ? nil : Self.path(options.part, of: "explore")
    goal = try options.goal.map { try Self.path($0, of: "--cover") }
    calls = ExploredCalls(mayHang: options.mayHang)
    preparation = try options.preparation.map(Self.action)
    let words = ExploreOptions.wordsForReplay(arguments).map(Self.quoted)
    replay = ([program.name, "explore"] + words + ["--replay "]).joined(separator: " ")
  }

  func run() async throws -> ExitCode {
    guard let screen else {
      console.writeError(
        "\(program.name): `explore` finds nothing to do for \(Feature.self): the program has no screen for it\n"
      )
      return .unavailable
    }
    // A file that can't be written is reported before the exploration, which takes time.
    let file = try options.graph.map { path throws(FileError) in try OutputFile(path) }
    defer { file?.discard() }
    if console.isStandard {
      StoryRescue.prepare(for: SignalDisposition.crashes)
      // The handlers need a separate stack, because a feature may overflow the stack of its thread.
      SignalDisposition.crashes.forEach(SignalHandler.useOwnStack)
    }
    let exploring = Task { await explore(screen) }
    let interruption = Interruption { exploring.cancel() }
    let outcome = await withTaskCancellationHandler {
      await exploring.value
    } onCancel: {
      exploring.cancel()
    }
    withExtendedLifetime(interruption) {}
    if let file, let path = options.graph { try write(outcome.graph, to: file, path) }
    let status = options.story.map { tell(outcome, of: $0) } ?? tell(outcome)
    return try recording?.end(status, console) ?? status
  }

  private func explore(
    _ screen: @escaping @Sendable (ObservedState<Feature.State>, ScreenContext) -> Screen<Feature.Action>
  ) async -> Exploration.Outcome {
    let telling = StoryTelling<Feature.State, Feature.Action>(
      replay: { [replay] in $0.isEmpty ? nil : "To see this story again:\n\n  \(replay)'\($0)'" },
      isForCommandLine: true,
      announce: { [console] step in console.write("\(step)".printableLines + "\n") }
    )
    var exploration = Exploration(
      feature(screen),
      bounds: options.bounds,
      after: preparation,
      telling: telling,
      progress: progress
    )
    if options.graph != nil { exploration.graphLimit = Self.graphLimit }
    if console.isStandard {
      exploration.rescue = "\n\(program.name): the feature has ended the program. To see how:\n  \(replay)'"
    }
    var limits = StoreExecutor.limits
    // Mock values wait for nothing outside of the process, so a short time is enough.
    limits.outsidePatience = 2_000
    return await StoreExecutor.$limits.withValue(limits) { [exploration] in
      await exploration.run(replaying: options.story)
    }
  }

  /// Prints the progress from time to time, if the standard error output is a terminal.
  private var progress: @Sendable (ExplorationReport) -> Void {
    guard console.isStandard, isatty(STDERR_FILENO) == 1 else { return { _ in } }
    let interval = ReportInterval()
    return { [console] report in
      if interval.isOver() { console.writeError("\(report.progress)\n") }
    }
  }

  // MARK: What is explored

  private func feature(
    _ screen: @escaping @Sendable (ObservedState<Feature.State>, ScreenContext) -> Screen<Feature.Action>
  ) -> ExploredFeature<Feature.State, Feature.Action> {
    let values = ExploredValues()
    let (setup, calls) = (setup, calls)
    let prepare: @Sendable (inout DependencyValues, TestClock<Duration>) -> Void = { dependencies, clock in
      dependencies.useMockValues(on: clock)
      values.install(in: &dependencies)
      setup.dependencies(&dependencies)
      for endpoint in setup.endpoints { endpoint.install(calls, in: &dependencies) }
    }
    var feature = ExploredFeature<Feature.State, Feature.Action>(
      makeStore: { [setup] actor, configuration, clock in
        SignalHandler.prepareThread()
        return Store(
          // Each story has its own copies of the values that the state shares.
          initialState: StateSnapshot().detached(setup.initialState()),
          isolation: actor,
          configuration: configuration,
          reducer: { ExploredReducer(setup.reducer()) }
        ) { prepare(&$0, clock) }
      },
      send: { store, action in store.send(action) },
      actions: { [options, part] state in
        let dependencies = DependencyValues.current
        let context = ScreenContext(dependencies)
        let all = screen(ObservedState(state), context).actions(typing: options.texts, rowCount: options.rowCount)
        let areEqual = valueEquality(of: Feature.Action.self)
        var actions: [Feature.Action] = []
        for action in all where part.map(ActionText(action).matches) ?? true {
          if !actions.contains(where: { areEqual($0, action) }) { actions.append(action) }
        }
        return actions
      },
      rules: ExplorationRules(program.explorationRules)
    )
    if let goal {
      let path = ActionCaseNames(goal).names
      feature.goal = ExplorationGoal("\(options.goal ?? "")") { action in
        zip(ActionCaseNames(of: action).names, path).prefix { $0 == $1 }.count
      } isReached: { action in
        ActionText(action).matches(goal)
      }
    }
    if let recording {
      feature.makeRecordedStore = { actor, configuration, clock in
        recording.makeStore(actor, configuration, clock, prepare)
      }
    }
    return feature
  }

  // MARK: Arguments

  private static func path(_ text: String, of option: String) throws(UsageError) -> ValuePath {
    do {
      var scanner = SourceScanner(SourceText(name: option, text: text))
      let path = try scanner.path(.action)
      guard scanner.isAtEnd else {
        throw UsageError.refusal(of: text, by: option, "it is not only the path of an action", "help explore")
      }
      try ActionDecoder<Feature.Action>().check(path)
      return path
    } catch {
      throw refusal(of: text, by: option, error)
    }
  }

  private static func action(_ text: String) throws(UsageError) -> Feature.Action {
    do {
      let script = try ScriptParser.parse(SourceText(name: "--send", text: "send \(text)"))
      guard script.statements.count == 1, case .send(let path, let payload) = script.statements[0].kind else {
        throw UsageError.refusal(of: text, by: "--send", "it is not one action", "help script")
      }
      return try ActionDecoder<Feature.Action>().decode(path, payload: payload)
    } catch {
      throw refusal(of: text, by: "--send", error)
    }
  }

  private static func refusal(of text: String, by name: String, _ error: any Error) -> UsageError {
    if let error = error as? UsageError { return error }
    let diagnostic = error as? Diagnostic ?? (error as? ScriptErrors)?.errors.first?.diagnostic
    let reason = diagnostic.map { ([$0.message] + $0.notes).joined(separator: "; ") }
    return .refusal(of: text, by: name, reason ?? "\(error)", "help explore")
  }

  /// Quotes an argument for a shell.
  private static func quoted(_ argument: String) -> String {
    argument.wholeMatch(of: #/[\w.\/=:,@%+-]+/#) == nil ? "'\(argument.replacing("'", with: #"'\''"#))'" : argument
  }

  // MARK: Results

  private func tell(_ outcome: Exploration.Outcome, of story: String) -> ExitCode {
    if let failure = outcome.failure {
      console.write("\n" + failure.printableLines + "\n")
      if outcome.isGoalReached { return .passed }
      // Without a counterexample, this feature can't run the story, or the story fails only sometimes.
      return outcome.report.counterexample == nil ? .wrongInput : .failed
    }
    if let goal = options.goal {
      console.write("\nThe story is over, and \"\(goal.printable)\" did not come.\n")
      return .failed
    }
    console.write("\nThe story breaks no rule, and reports no issue.\n")
    return .passed
  }

  private func tell(_ outcome: Exploration.Outcome) -> ExitCode {
    let report = outcome.report
    if report.counterexample == nil, report.transitions == 0, report.cuts.isEmpty {
      let what = options.part.isEmpty ? "an action" : "an action of `\(options.part)`"
      console.writeError(
        """
        \(program.name): there is nothing to explore: \(what) is not on the first screen, and no call waits
          Lead the person there: `\(program.name) explore\(options.part.isEmpty ? "" : " \(options.part)") --send ACTION`.

        """
      )
      return .failed
    }
    if let goal = options.goal, outcome.failure == nil {
      console.write("\"\(goal.printable)\" did not come.\n\n")
    }
    console.write((outcome.failure ?? "\(report)").printableLines + "\n")
    if outcome.failure == nil { writeCoverage(outcome) }
    if setup.endpoints.isEmpty { console.write("Clients answered as their mock values do: no endpoint is known.\n") }
    if report.cuts.contains(.cancellation) { return .interrupted }
    if options.goal != nil { return outcome.isGoalReached ? .passed : .failed }
    return outcome.failure == nil ? .passed : .failed
  }

  private func writeCoverage(_ outcome: Exploration.Outcome) {
    let coverage = ExplorationCoverage(listsAll: options.listsAll)
    let covered = calls.covered.withLock { $0 }
    let lines =
      coverage.lines(of: outcome.actions, below: part)
      + coverage.lines(of: setup.endpoints.map(\.name), called: covered.called, failed: covered.failed)
    for line in lines { console.write(line.printableLines + "\n") }
  }

  private func write(_ graph: ExplorationGraph, to file: OutputFile, _ path: String) throws {
    try file.write(Array(GraphText.html(graph, title: "\(Feature.self)").utf8))
    try file.install()
    let count = graph.points.count
    let points = graph.total.counting("point")
    console.write("Wrote \(path.printable): \(count < graph.total ? "the first \(count) of \(points)" : points).\n\n")
  }
}
