import Dependencies
import Execution
import Foundation
import Store
import StoreScript
import StoreTrace

/// Generates tests from traces.
struct TestGenerator<Feature: Reducer & SendableMetatype>: Sendable
where Feature.State: Encodable, Feature.Action: Codable {
  let program: StoreCommandLine<Feature>
  let options: GenerateTestOptions

  /// Returns the source of a test that repeats a trace.
  ///
  /// - Throws: A ``TestGenerationFailure`` if there can be no such test, a `UsageError` for an unknown feature, a
  ///   ``TraceError`` if the trace is damaged.
  func test(of reader: TraceReader, console: Console) async throws -> String {
    try await StoreActor.runSession { try await test(of: reader, console: console, isolation: $0) }
  }

  /// The features of the program.
  private var tree: FeatureTree { FeatureTree(program.setup.reducer(), state: program.setup.initialState()) }

  private func test(of reader: TraceReader, console: Console, isolation: isolated StoreActor) async throws -> String {
    let tree = withDependencies({ $0.context = .mock }) { self.tree }
    guard let node = tree.node(options.feature) else { throw unknownFeature(tree) }
    guard reader.header.feature == "\(Feature.self)" else {
      throw TestGenerationFailure(
        "the trace is of the feature \(reader.header.feature), and \(program.name) has \(Feature.self)",
        fix: "use the program that recorded it: \(reader.header.program)"
      )
    }
    return try await test(of: reader, node, node.reducer, console: console, isolation: isolation)
  }

  private func test<R: Reducer>(
    of reader: TraceReader,
    _ node: FeatureTree.Node,
    _ reducer: R,
    console: Console,
    isolation: isolated StoreActor
  ) async throws -> String {
    let feature = String(nameOf: R.self)
    let events = try RecordedEvents(reader, path: node.path, through: options.lastStep ?? .max)
    try check(events, feature)
    guard let programState = node.state as? R.State else {
      throw TestGenerationFailure("the state of \(feature) is not a \(feature).State")
    }
    // The test decodes the state if it can, so the rehearsal begins with that state, too.
    let decodedState =
      options.initialState == nil ? (try? RecordedValue.decode(R.State.self, events.initialState)) ?? nil : nil
    let redacted = events.redactedNames
    for message in notes(events, redacted) { console.writeError("\(program.name): \(message)\n") }
    func rehearse(awaiting called: Set<String>) async -> SessionRehearsal<R> {
      let session = RecordedSession<R>(
        events,
        of: reducer,
        // The state is made again each time, because its shared values belong to one test.
        from: { decodedState ?? tree.node(options.feature)?.state as? R.State ?? programState },
        at: IssueLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
      )
      let rehearsal = SessionRehearsal(
        session,
        endpoints: program.recordedEndpoints,
        awaited: called,
        isolation: isolation
      )
      await rehearsal.run(isolation: isolation)
      return rehearsal
    }
    // Only a run shows which endpoints the feature calls. A run that stops early shows only some of them, so the
    // session is run again.
    var called: Set<String> = []
    var rehearsal = await rehearse(awaiting: called)
    for _ in 0..<8 where rehearsal.called != called {
      called = rehearsal.called
      rehearsal = await rehearse(awaiting: called)
    }
    guard rehearsal.issues.isEmpty else {
      throw TestGenerationFailure(problems: rehearsal.issues.map(TestGenerationFailure.Problem.init(issue:)))
    }
    if let problem = rehearsal.problem { throw TestGenerationFailure(problem) }
    let made = options.initialState ?? "\(String(nameOf: R.State.self))()"
    return GeneratedTest(
      rehearsal: rehearsal,
      endpoints: program.recordedEndpoints.filter { called.contains($0.name) },
      path: node.path,
      trace: options.traceName,
      lastStep: options.lastStep,
      initialState: decodedState == nil ? made : nil,
      origin: origin(events, redacted)
    ).text
  }

  private func check(_ events: RecordedEvents, _ feature: String) throws {
    if events.steps.isEmpty {
      throw TestGenerationFailure(
        "the session has no action of \(feature)",
        fix: "name a feature that it is about: \(tree.names.list())"
      )
    }
    if let last = events.steps.last?.number, options.lastStep == nil, last > GenerateTestOptions.stepLimit {
      throw TestGenerationFailure(
        "a test has at most \(GenerateTestOptions.stepLimit) steps, and the session has more",
        fix: "take the first ones: --to \(GenerateTestOptions.stepLimit)"
      )
    }
    for event in events.events {
      switch event {
      case .changedFromOutside(let step, let name):
        throw TestGenerationFailure(
          "step \(step), `\(name)`: this action of the feature around it has changed the feature's state",
          fix: "take the test of the whole: leave out `--feature`"
        )
      case .jump(let step, let last):
        throw TestGenerationFailure(
          "after step \(last) the session went back to step \(step), which no test can do",
          fix: last == 0 ? nil : "take what came before it: --to \(last)"
        )
      case .step, .modified, .section: break
      }
    }
  }

  /// The notes for the user about the trace.
  private func notes(_ events: RecordedEvents, _ redacted: [String]) -> [String] {
    let note =
      redacted.isEmpty
      ? nil
      : """
      the trace is redacted: what was under \(redacted.list(or: "and").printable) is not in it
        The test has `[redacted]`, 0, `false` or the like in these places.
      """
    return [events.note, note].compactMap { $0 }
  }

  private func origin(_ events: RecordedEvents, _ redacted: [String]) -> String {
    let values = events.header.isLive ? "live values" : "mock values"
    let option = options.feature.isEmpty ? "" : " --feature \(options.feature)"
    let names = redacted.list(or: "and").printable
    let note = redacted.isEmpty ? "" : "\n/// What was under \(names) was redacted when it was recorded."
    return """
      A session of \(events.header.program.printable.truncated(to: 60)) on \(values), made a test by \
      `\(program.name) generate-test\(option)`.\(note)
      """
  }

  /// The error for a feature for which no test can be generated.
  private func unknownFeature(_ tree: FeatureTree) -> UsageError {
    let names = tree.names
    let isThere = tree.node("").map { Mirror(reflecting: $0.state).children.contains { $0.label == options.feature } }
    guard isThere == true || names.isEmpty else {
      return .unknown("feature", options.feature, names, suggestion: "help generate-test")
    }
    return UsageError(
      """
      `--feature` names a feature that a `Scope` puts into a property of \(Feature.self)'s state, \
      \(names.isEmpty ? "and there is none" : "which is \(names.list())"); a feature that is presented, in a list \
      or on a stack is in the test of the feature around it
      """,
      "generate-test FILE"
    )
  }
}

/// Thrown if no test can be generated from a session, with the reason.
struct TestGenerationFailure: Error {
  struct Problem: Equatable {
    let text: String
    var notes: [String] = []
  }

  let problems: [Problem]

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

extension TestGenerationFailure {
  init(_ problem: String, fix: String? = nil) {
    self.init(problems: [Problem(text: problem, notes: [fix].compactMap { $0 })])
  }
}

extension TestGenerationFailure.Problem {
  /// - Parameter issue: An issue, whose first line says what happened.
  init(issue: ReportedIssue) {
    let lines = issue.message.split(separator: "\n").map(String.init)
    self.init(text: lines.first ?? "", notes: Array(lines.dropFirst()))
    // By the words, because tests' values that programs write by hand report issues without an article.
    guard text.contains(" has no test value") || text.hasPrefix("Unimplemented: ") else { return }
    notes.append(
      """
      If this is a client, name the endpoints that the session calls in the program, and record the session again: \
      \(RecordedEndpoint.declaration(of: "client.endpoint"))
      """
    )
  }
}
