import Dependencies
import Foundation
import Store

/// Generates tests from traces.
struct TestGenerator<Feature: Reducer & SendableMetatype>: Sendable
where Feature.State: Encodable, Feature.Action: Codable {
  let program: StoreCommandLine<Feature>
  let options: GenerateTestOptions

  /// The features of the program, made anew.
  private var tree: FeatureTree { FeatureTree(program.setup.reducer(), state: program.setup.initialState()) }

  /// The source of a test that repeats a trace.
  /// - Throws: A ``TestGenerationFailure`` if there can be no such test, a `UsageError` for an unknown feature, a
  ///   ``TraceError`` if the trace is damaged.
  func test(of reader: TraceReader, console: Console) async throws -> String {
    try await ScriptActor.run { try await test(of: reader, console: console, isolation: $0) }
  }

  private func test(of reader: TraceReader, console: Console, isolation: isolated ScriptActor) async throws -> String {
    let tree = withDependencies {
      $0.context = .mock
    } operation: {
      self.tree
    }
    guard let node = tree.node(options.feature) else {
      throw unknownFeature(tree)
    }
    return try await test(of: reader, node, node.reducer, console: console, isolation: isolation)
  }

  private func test<R: Reducer>(
    of reader: TraceReader,
    _ node: FeatureTree.Node,
    _ reducer: R,
    console: Console,
    isolation: isolated ScriptActor
  ) async throws -> String {
    let feature = String(nameOf: R.self)
    guard reader.header.feature == "\(Feature.self)" else {
      throw TestGenerationFailure(
        "the trace is of the feature \(reader.header.feature), and \(program.name) has \(Feature.self)",
        fix: "use the program that recorded it: \(reader.header.program)"
      )
    }
    guard let initialState = node.state as? R.State else {
      throw TestGenerationFailure("the state of \(feature) can't be found in that of \(Feature.self)")
    }
    let limit = options.lastStep == nil ? GenerateTestOptions.stepLimit : .max
    let session: RecordedSession
    do {
      session = try RecordedSession(
        reader,
        path: node.path,
        through: options.lastStep,
        limit: limit,
        sizeLimit: GenerateTestOptions.sizeLimit
      )
    } catch let error as RecordedSession.TooLong {
      throw TestGenerationFailure(
        "a test has at most \(error.what), and the session has more",
        fix: error.lastStep == 0 ? nil : "take the first ones: --to \(error.lastStep)"
      )
    } catch let error as RecordedSession.Unsupported {
      throw TestGenerationFailure(error.problem, fix: error.fix)
    }
    if let note = session.note { console.writeError("\(program.name): \(note)\n") }
    guard !session.steps.isEmpty else {
      throw TestGenerationFailure(
        "the session has no action of \(feature)",
        fix: "name a feature that it is about: \(tree.names.list())"
      )
    }
    guard R.State.self is any Equatable.Type else {
      throw TestGenerationFailure("\(feature).State is not `Equatable`, which tests need to compare it")
    }
    let start = try? RecordedValue.json(initialState)
    var texts = RedactedTexts()
    guard let start, texts.redact(start, session.header.redaction) == session.initialState else {
      throw TestGenerationFailure("the session began with another state than \(feature).State()")
    }
    let redacted = session.redactedNames(program.recordedEndpoints)
    if !redacted.isEmpty {
      console.writeError(
        """
        \(program.name): the trace is redacted: what was under \(redacted.list(or: "and").printable) is not in it
          The test has `[redacted]`, 0, `false` or the like in these places.

        """
      )
    }
    let rehearsal = try await rehearse(session, node, initialState, reducer, isolation: isolation)
    do {
      return try GeneratedTest(
        rehearsal,
        endpoints: program.recordedEndpoints,
        spellings: program.swiftSpellings,
        origin: origin(session, redacted)
      ).text()
    } catch {
      throw TestGenerationFailure(
        "a value of the type \(error.type) can't be written as Swift source: \(error.reason)",
        fix: "say how it is made in the `swiftSpellings` of the command line"
      )
    }
  }

  /// The error for a feature that a test can't be generated of.
  private func unknownFeature(_ tree: FeatureTree) -> UsageError {
    let names = tree.names
    let isThere =
      if case .properties(let properties)? = tree.node("").map({ Structure($0.state) }) {
        properties.contains { $0.name == options.feature }
      } else { false }
    guard isThere || names.isEmpty else {
      return .unknown("feature", options.feature, names, suggestion: "help generate-test")
    }
    return UsageError(
      """
      a test can be of what a `Scope` puts into a property of \(Feature.self)'s state, \
      \(names.isEmpty ? "and there is nothing of that kind" : "which is \(names.list())"); what is presented, in a list \
      or on a stack is in the test of the feature around it
      """,
      "generate-test FILE"
    )
  }

  private func origin(_ session: RecordedSession, _ redacted: [String]) -> String {
    let values = session.header.isLive ? "live values" : "mock values"
    let option = options.feature.isEmpty ? "" : " --feature \(options.feature)"
    return
      "A session of \(session.header.program.printable.truncated(to: 60)) on \(values), made a test by `\(program.name) generate-test\(option)`."
      + (redacted.isEmpty
        ? "" : "\n/// What was under \(redacted.list(or: "and").printable) was redacted when it was recorded.")
  }

  // MARK: Rehearsing

  /// Rehearses the simplest plan first, then others, until one has the outcome of the session.
  private func rehearse<R: Reducer>(
    _ session: RecordedSession,
    _ node: FeatureTree.Node,
    _ initialState: R.State,
    _ reducer: R,
    isolation: isolated ScriptActor
  ) async throws -> Rehearsal<R> {
    let base = RehearsalPlan(session)
    /// The rehearsal that got farthest.
    var best: Rehearsal<R>?
    var kinds = [RehearsalPlan.Dates.constant]
    if base.provides(.date) {
      kinds += session.header.isLive ? [.perStep, .perStepLast] : [.clock, .perStep, .perStepLast]
    }
    var plans = kinds.flatMap { kind in
      [false, true].map { holds in
        var plan = base
        plan.dates = kind
        plan.holdsAllCalls = holds
        if kind == .clock { plan.date = DependencyValues.mockStart }
        return plan
      }
    }[...]
    while var plan = plans.popFirst() {
      let rehearsal = Rehearsal(
        session,
        plan: plan,
        endpoints: program.recordedEndpoints,
        initialState: { tree.node(options.feature)?.state as? R.State ?? initialState },
        isolation: isolation
      ) {
        // A new reducer for each rehearsal, because reducers may hold state of their store.
        tree.node(options.feature)?.reducer as? R ?? reducer
      }
      await rehearsal.run(isolation: isolation)
      // A rehearsal shows which further dependencies the feature needs. It is repeated with them.
      if plan.add(rehearsal.issues) {
        plans = [plan] + plans
        for index in plans.indices { plans[index].add(plan) }
        continue
      }
      if rehearsal.succeeded { return rehearsal }
      if rehearsal.progress > best?.progress ?? -1 { best = rehearsal }
    }
    throw TestGenerationFailure(best.map { RehearsalReport($0, endpoints: program.recordedEndpoints).problems } ?? [])
  }
}

/// Thrown if no test can be generated of a session; says why.
struct TestGenerationFailure: Error {
  struct Problem: Equatable {
    let text: String
    var notes: [String] = []
  }

  let problems: [Problem]

  init(_ problems: [Problem]) {
    self.problems = problems
  }

  init(_ problem: String, fix: String? = nil) {
    problems = [Problem(text: problem, notes: [fix].compactMap { $0 })]
  }

  func rendered(program: String, file: String) -> String {
    let name = file == "-" ? "<stdin>" : file
    var text = "\(program): no test can be made of \(name.printable)\n"
    for problem in problems {
      text += "  \(problem.text.printable)\n"
      for note in problem.notes { text += "    \(note.printable)\n" }
    }
    return text
  }
}

extension Rehearsal {
  /// The number of statements before the first problem.
  var progress: Int { statements.count }

  var succeeded: Bool { problems.isEmpty && issues.isEmpty && calls.failures.isEmpty }
}
