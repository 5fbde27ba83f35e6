public import Dependencies
import Foundation
public import Store

/// A session that a trace has recorded, to be repeated by a test.
///
/// `generate-test` writes such tests:
///
/// ```swift
/// let session = try RecordedSession("CounterSession.jsonl", of: Counter(), from: Counter.State())
/// let store = TestStore(initialState: session.initialState) {
///   session.reducer
/// } withDependencies: {
///   session.prepare(&$0)
/// }
/// await store.send(.incrementButtonTapped) { $0.count = 1 }
/// session.finish()
/// ```
///
/// Reducers get the dates, UUIDs and random numbers that were recorded with each action. Clients answer as they did, at
/// the same time on ``clock``. Each state that the feature reaches is compared with the recorded one, and a difference
/// is reported as an issue.
public final class RecordedSession<Feature: Reducer> {
  /// The clock of the session. It shows the recorded times.
  public let clock = TestClock()

  package let events: RecordedEvents
  /// The number of recorded steps.
  package var stepCount: Int { steps.count }
  private let steps: [RecordedEvents.Step]
  /// The indices of the steps by their numbers.
  private let indices: [Int: Int]
  private let feature: Feature
  private let makeState: () -> Feature.State
  private let location: IssueLocation
  private let player = GeneratedValuesPlayer()
  private let answers: RecordedAnswers
  /// The texts that were redacted in the recording.
  private var texts = RedactedTexts()
  /// The states that were reached, by the index of the step.
  private var states: [Int: Feature.State] = [:]
  /// The changes by effects.
  private let modifications: [(number: Int, name: String)]
  /// The states after changes by effects, by the number of the step.
  private var modifiedStates: [Int: Feature.State] = [:]
  /// The first difference since the recorded states were reached.
  private var difference: (message: String, lines: JSONDifference)?
  /// The state that was reached last, encoded.
  private var latest = JSONValue.null
  /// The number of the change that was reached last.
  private var lastChange: Int?
  /// The number of changes by effects that were reached.
  private var modificationCount = 0
  /// The recorded states, by the number of actions and the number of changes that led to each.
  private let recorded: [Progress: (event: String, state: JSONValue)]
  /// The number of the action or change that was reached last.
  package private(set) var lastStep: Int?
  /// The index of the first step that was not reached.
  private var firstMissing = 0
  private var hasDiffered = false
  /// The date of the last step, for reducers that ask for more dates than were recorded.
  private let date: LockIsolated<Date>

  package init(
    _ events: RecordedEvents,
    of feature: Feature,
    from initialState: @escaping () -> Feature.State,
    at location: IssueLocation
  ) {
    self.events = events
    self.feature = feature
    makeState = initialState
    self.location = location
    steps = events.steps
    var progress = Progress(steps: 0, modifications: 0)
    var recorded: [Progress: (event: String, state: JSONValue)] = [:]
    var modifications: [(number: Int, name: String)] = []
    for event in events.events {
      switch event {
      case .step(let step):
        progress.steps += 1
        recorded[progress] = ("Step \(step.number) of the session, `\(step.name.printable)`,", step.state)
      case .modified(let number, let name, _, let state):
        progress.modifications += 1
        let text = ActionText(modification: name).path
        recorded[progress] = ("Step \(number) of the session, `\(text.printable)`,", state)
        modifications.append((number, name))
      case .section, .changedFromOutside, .jump: break
      }
    }
    self.recorded = recorded
    self.modifications = modifications
    indices = Dictionary(zip(steps.map(\.number), steps.indices)) { first, _ in first }
    let dates = events.header.values.dates + steps.lazy.flatMap(\.values.dates).prefix(1)
    date = LockIsolated(dates.first ?? events.header.date)
    texts.insert(from: events.initialState, events.header.redaction)
    answers = RecordedAnswers(events, hiding: texts, clock, at: location)
  }

  /// The state with which the session began. An issue is reported if the recording began with another one.
  public var initialState: Feature.State {
    let state = withDependencies {
      prepare(&$0)
    } operation: {
      player.load(events.header.values)
      return makeState()
    }
    let reached = redacted(state)
    latest = reached
    if reached != events.initialState {
      report("The session began with another state.", JSONDifference(from: events.initialState, to: reached))
      hasDiffered = true
    }
    return state
  }

  /// The feature, which gets the recorded dates, UUIDs and random numbers and checks the states that it reaches.
  public var reducer: some Reducer<Feature.State, Feature.Action> {
    RecordedReducer(session: self, feature: feature)
  }

  /// Overrides the dependencies with recorded values: clocks, dates, UUIDs, random numbers, the calendar, the locale,
  /// the time zone, and endpoints of clients.
  ///
  /// - Parameter endpoints: The endpoints that answer as they did in the session.
  public func prepare(_ dependencies: inout DependencyValues, _ endpoints: RecordedEndpoint...) {
    prepare(&dependencies, endpoints)
  }

  /// - Parameter awaited: The names of the endpoints that the feature is known to call; `nil` for all.
  package func prepare(
    _ dependencies: inout DependencyValues,
    _ endpoints: [RecordedEndpoint],
    awaited: Set<String>? = nil
  ) {
    dependencies.continuousClock = clock
    dependencies.suspendingClock = clock
    dependencies.date = DateGenerator { [date] in date.value }
    dependencies.uuid = .incrementing
    dependencies.withRandomNumberGenerator = WithRandomNumberGenerator(SeededRandomNumberGenerator(seed: 0))
    events.header.localization?.update(&dependencies)
    player.replace(&dependencies)
    answers.install(endpoints, awaited: awaited ?? Set(endpoints.map(\.name)), in: &dependencies)
  }

  /// Returns a function that answers as an endpoint did in the session. It is for a dependency that is made from a
  /// function: `$0.openURL = OpenURL(session.answers(of: "openURL"))`.
  public func answers<Argument: Codable & Sendable, Failure: Error>(
    of endpoint: String
  ) -> @Sendable (Argument) async throws(Failure) -> Void {
    { [answers] argument async throws(Failure) in
      do {
        let _: RecordedEndpoint.Nothing = try await answers.answer(endpoint, [], [argument])
      } catch {
        // Another error means that the effect was cancelled.
        if let error = error as? Failure { throw error }
      }
    }
  }

  /// The names of the endpoints that the feature has called.
  package var calledEndpoints: Set<String> { answers.called }

  /// The state after a step of the recording that the test has reached.
  public subscript(step: Int) -> Feature.State {
    if let index = indices[step], let state = states[index] { return state }
    if let state = modifiedStates[step] { return state }
    report("The state after step \(step) was used before the feature has reached that step.", nil)
    return states.max { $0.key < $1.key }?.value ?? initialState
  }

  /// The action of a step of the recording.
  ///
  /// - Throws: An error that says why, if the action can't be decoded.
  public func action(_ step: Int) throws -> Feature.Action {
    guard let index = indices[step] else { throw UnreadableTrace(description: "there is no step \(step)") }
    let problem: String
    do throws(DecodingProblem) {
      if let action = try RecordedValue.decode(Feature.Action.self, steps[index].action) { return action }
      problem = "'\(Feature.Action.self)' is not 'Decodable'"
    } catch {
      problem = error.diagnostic.message
    }
    throw UnreadableTrace(
      description: "step \(step), `\(steps[index].name.printable)`, can't be decoded: \(problem)"
    )
  }

  /// Returns the state after a change by an effect.
  ///
  /// - Throws: An error that says why, if the state can't be decoded.
  func modified(_ state: Feature.State, step: Int, name: String, _ recorded: JSONValue) throws -> Feature.State {
    var state = state
    do throws(DecodingProblem) {
      try RecordedValue.change(&state, to: recorded) { redacted($0) }
    } catch {
      throw UnreadableTrace(
        description: """
          step \(step), `\(name.printable)`: an effect has changed the state. A replay runs no effects, so it writes what \
          was recorded, which can't be decoded: \(error.diagnostic.message)
          """
      )
    }
    didModify(state, redacted(state))
    return state
  }

  /// Reports an issue if the feature has not done everything that was recorded.
  public func finish() {
    // The time that calls take may decide how often effects change the state: quickly typed letters, for example, are
    // saved together. So if all actions came and led to the same state in the end, fewer changes are not a difference.
    let end = Progress(steps: steps.count, modifications: modifications.count)
    if firstMissing == steps.count, !modifications.isEmpty, latest == recorded[end]?.state { return }
    reportDifference()
    reportUnknownChange()
    if hasDiffered { return }
    if firstMissing < steps.count {
      let step = steps[firstMissing]
      report("Step \(step.number) of the session, `\(step.name.printable)`, did not come.", nil)
    } else if modificationCount < modifications.count {
      let (number, name) = modifications[modificationCount]
      let text = ActionText(modification: name).path
      report("Step \(number) of the session, `\(text.printable)`, did not come.", nil)
    }
  }

  // MARK: Steps

  /// Reduces an action with the values that generators returned for it in the session, and compares the state.
  fileprivate func reduce(
    _ state: inout Feature.State,
    _ action: Feature.Action,
    by reduction: Reduction<Feature.State, Feature.Action>
  ) -> Effect<Feature.Action> {
    let json = texts.redact(RecordedValue.json(action), events.header.redaction)
    let missing = steps.indices[firstMissing...]
    guard let index = missing.first(where: { states[$0] == nil && steps[$0].action == json }) else {
      reportDifference()
      if !hasDiffered { reportUnknown(json, missing.first.map { steps[$0] }) }
      return reduction(&state, action)
    }
    player.load(steps[index].values)
    if let first = steps[index].values.dates.first { date.setValue(first) }
    let effect = reduction(&state, action)
    reached(index, state)
    return effect
  }

  private func reached(_ index: Int, _ state: Feature.State) {
    lastStep = steps[index].number
    states[index] = StateSnapshot().detached(state)
    while states[firstMissing] != nil { firstMissing += 1 }
    answers.advance(to: states.count + modificationCount)
    compare(redacted(state))
  }

  /// An effect has changed the state.
  private func didModify(_ state: Feature.State, _ reached: JSONValue) {
    if modificationCount < modifications.count {
      let number = modifications[modificationCount].number
      (lastStep, lastChange) = (number, number)
      modifiedStates[number] = StateSnapshot().detached(state)
    }
    modificationCount += 1
    answers.advance(to: states.count + modificationCount)
    compare(reached)
  }

  private func reportUnknownChange() {
    guard modificationCount > modifications.count, !hasDiffered else { return }
    hasDiffered = true
    report(
      "Effects have changed the state \(modificationCount.counting("time")), in the session \(modifications.count.counting("time")).",
      nil
    )
  }

  /// Steps of several effects may come in another order. So the state is compared when all steps up to a recorded one
  /// have come.
  private func compare(_ reached: JSONValue) {
    latest = reached
    let progress = Progress(steps: firstMissing, modifications: modificationCount)
    guard states.count == firstMissing, !hasDiffered, let (event, expected) = recorded[progress] else { return }
    if reached == expected {
      difference = nil
    } else if difference == nil {
      difference = ("\(event) reaches another state.", JSONDifference(from: expected, to: reached))
      // With changes by effects, the next step may correct the difference: other changes may have come first.
      if modificationCount == 0 { reportDifference() }
    }
  }

  private func reportDifference() {
    guard let (message, lines) = difference, !hasDiffered else { return }
    hasDiffered = true
    report(message, lines)
  }

  private struct Progress: Hashable {
    var steps: Int
    var modifications: Int
  }

  fileprivate func didChange(_ state: Feature.State) {
    let reached = redacted(state)
    // A change that changed nothing is not recorded for the feature.
    if reached != latest { didModify(state, reached) }
  }

  /// Returns the number of the change that an effect has just made; `nil` if the session had no such change.
  package func takeLastChange() -> Int? {
    defer { lastChange = nil }
    return lastChange
  }

  private func redacted(_ state: Feature.State) -> JSONValue {
    texts.redact(RecordedValue.json(state), events.header.redaction)
  }

  private func reportUnknown(_ action: JSONValue, _ expected: RecordedEvents.Step?) {
    hasDiffered = true
    guard let expected else {
      return report("The session has no further action, but this one came: \("\(action)".truncated(to: 200))", nil)
    }
    report(
      "In place of step \(expected.number) of the session, `\(expected.name.printable)`, another action came.",
      JSONDifference(from: expected.action, to: action)
    )
  }

  private func report(_ message: String, _ difference: JSONDifference?) {
    let lines = difference.map { "\n\n  what was recorded → what came:\n\($0.text(indentation: 4))" } ?? ""
    reportIssue(
      """
      \(message)\(lines)

      Either the feature has changed since the recording, or the session depends on something that was not recorded: an endpoint \
      that is not among the `recordedEndpoints` of the program, or a value that the feature makes by itself, such as \
      `UUID()`, in place of asking for it by `@Dependency`.
      """,
      at: location,
      article: .generatedTests
    )
  }
}

private struct RecordedReducer<Feature: Reducer>: CompositeReducer {
  let session: RecordedSession<Feature>
  let feature: Feature

  func makeReduction() -> Reduction<Feature.State, Feature.Action> {
    let reduction = feature.makeReduction { [session] in session.didChange($0) }
    return { [session] state, action in session.reduce(&state, action, by: reduction) }
  }
}
