import Dependencies
import Execution
import Features
import Foundation
import Store
import TestSupport
import Testing

@testable import DemoCLI
@testable import StoreInspection
@testable import StoreScript

/// Jumps back at a prompt, compared with sessions in which the undone statements were never performed.
@Suite(.ownThreads) struct TimeTravelTests {
  @Test(arguments: randomSeeds(6)) func theAppGoesOnAsIfTheRestHadNeverBeen(seed: UInt64) async throws {
    try await compare(DemoCLI.commandLine.setup, statements: appStatements, end: appEnd, seed: seed)
  }

  @Test(arguments: randomSeeds(6)) func diceGoOnAsIfTheRestHadNeverBeen(seed: UInt64) async throws {
    let setup = FeatureSetup(initialState: { Dice.State() }, reducer: { Dice() })
    try await compare(setup, statements: diceStatements, end: diceEnd, seed: seed)
  }

  /// Performs random statements and jumps, and compares with a session that performs only what was not undone.
  private func compare<Feature: Reducer>(
    _ setup: FeatureSetup<Feature>,
    statements: [String],
    end: [String],
    seed: UInt64
  ) async throws where Feature.State: Encodable, Feature.Action: Codable {
    let actor = StoreActor.forSession()
    // Random statements are often for state that is missing, which the feature reports.
    _ = try await withCapturedIssues { try await compare(setup, statements, end, seed, isolation: actor) }
  }

  private func compare<Feature: Reducer>(
    _ setup: FeatureSetup<Feature>,
    _ statements: [String],
    _ end: [String],
    _ seed: UInt64,
    isolation: isolated StoreActor
  ) async throws where Feature.State: Encodable, Feature.Action: Codable {
    var generator = SeededRandomNumberGenerator(seed: seed)
    let traveller = await Traveller(setup, isolation: isolation)
    for _ in 0..<24 {
      if Int.random(in: 0..<4, using: &generator) == 0 {
        let last = traveller.session.timeline?.steps.count ?? 0
        try await traveller.jump(to: Int.random(in: 0...last, using: &generator), isolation: isolation)
      } else {
        try await traveller.perform(statements.randomElement(using: &generator) ?? "")
      }
    }
    // The other session can only perform whole statements, so none is left that was performed in part.
    while let entry = traveller.session.timeline?.performedEntries.first(where: { $0.repetition == .steps }) {
      let end = (traveller.session.timeline?.position ?? 0) - entry.steps.count
      try await traveller.jump(to: max(0, end), isolation: isolation)
    }
    let entries = try #require(traveller.session.timeline).performedEntries
    let plain = await Traveller(setup, isolation: isolation)
    for entry in entries {
      if case .time(let time) = entry.repetition {
        try await plain.session.advance(by: time)
      } else {
        try await plain.perform(entry.statements)
      }
    }
    traveller.clear()
    plain.clear()
    for statement in end {
      try await traveller.perform(statement)
      try await plain.perform(statement)
    }
    #expect(traveller.text == plain.text)
    #expect(try traveller.session.reader().state == plain.session.reader().state)
    #expect(traveller.session.runningEffects == plain.session.runningEffects)
    #expect(traveller.session.variables == plain.session.variables)
    #expect(traveller.session.journal.received.map(\.description) == plain.session.journal.received.map(\.description))
  }
}

/// A session that jumps as the prompt does.
private final class Traveller<Feature: Reducer> where Feature.State: Encodable, Feature.Action: Codable {
  private(set) var session: Session<Feature>
  private let output: LockIsolated<String>

  init(_ setup: FeatureSetup<Feature>, isolation: isolated StoreActor) async {
    let output = LockIsolated("")
    let console = Console(isColored: false) { text in
      output.withValue { $0 += text }
    } writeError: {
      Issue.record("\($0)")
    }
    self.output = output
    session = Session(setup, isLive: false, console: console, isolation: isolation)
    session.keepTimeline()
  }

  var text: String { output.value }
  func clear() { output.setValue("") }

  func perform(_ text: String) async throws {
    // The statement may read a variable whose statement was undone; then it fails and is skipped.
    let variables: Set = ["a", "b", "n"]
    try await perform(ScriptParser.parse(SourceText(name: "", text: text), variables: variables).statements)
  }

  func perform(_ statements: [Statement]) async throws {
    session.timeline?.begin("", statements)
    let (actions, errors) = session.check(statements)
    try #require(errors.isEmpty, "\(ScriptErrors(errors: errors).rendered)")
    do {
      for (statement, action) in zip(statements, actions) { try await session.perform(statement, action: action) }
    } catch is StepFailure {
    }
    session.timeline?.end(session.checkpoint, isNew: statements.contains { $0.kind.movesOn })
  }

  func jump(to number: Int, isolation: isolated StoreActor) async throws {
    let arrival = try #require(try await session.jump(to: number, isolation: isolation))
    #expect(!arrival.isOther)
    session = arrival.session
  }
}

private let appStatements = [
  "send launched", "advance 400ms", "advance 2m", "override date 2027-02-03 10:00", "override seed 7",
  "override uuid 11111111-2222-3333-4444-555555555555",
  "send tabSelected .toDos", "send tabSelected .recipes", "send tabSelected .repositories",
  "send tabSelected .articles",
  // To-dos, in the database.
  "send toDos.createButtonTapped", "send toDos.destination.presented.create.titleChanged \"milk\"",
  "send toDos.destination.presented.create.saveButtonTapped", "await toDos.destination.dismiss within 1s",
  "send toDos.rowsDeleted {\"offsets\": [0]}", "send toDos.undoButtonTapped", "await toDos.deletionSucceeded within 1s",
  "let a = toDos.rows.shown[0].id", "send toDos.toggleButtonTapped $a",
  // Stars, in the mock GitHub.
  "send searchRepos.queryChanged \"swift\"", "await searchRepos.pageLoaded", "send searchRepos.favoritesButtonTapped",
  "let b = searchRepos.results.rows[0].id", "send searchRepos.rowTapped $b",
  "send searchRepos.detail.presented.appeared",
  "send searchRepos.detail.presented.starButtonTapped", "send searchRepos.detail.dismiss",
  // Hashtags, in the mock service.
  "send recipes.rowTapped {\"id\": 4}", "send recipes.detail.presented.appeared",
  "send recipes.detail.presented.addHashtagsButtonTapped",
  "send recipes.detail.presented.addHashtags.presented.textChanged \"#a\"",
  "send recipes.detail.presented.addHashtags.presented.sendButtonTapped", "send articles.tagChanged \"swift\"",
]

private let appEnd = [
  "send tabSelected .toDos", "send toDos.refreshPulled", "send toDos.createButtonTapped",
  "send toDos.destination.presented.create.titleChanged \"bread\"",
  "send toDos.destination.presented.create.saveButtonTapped", "advance 1m",
  "send tabSelected .recipes", "send recipes.rowTapped {\"id\": 4}", "send recipes.detail.presented.appeared",
  "send searchRepos.favoritesButtonTapped", "send launched", "await searchRepos.pageLoaded", "advance 1h", "show",
]

@Reducer
private struct Dice {
  struct State: Encodable { var rolls: [Roll] = [], ticks = 0 }
  struct Roll: Codable, Equatable { let id: UUID, number: Int, date: Date }
  enum Action: Codable { case rolled, shown(Int), timerStarted, timerStopped, ticked, laterTapped }
  private enum CancelID { case timer, later }
  @Dependency(\.uuid) private var uuid
  @Dependency(\.date) private var date
  @Dependency(\.continuousClock) private var clock
  @Dependency(\.withRandomNumberGenerator) private var withRandomNumberGenerator

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .rolled:
      let number = withRandomNumberGenerator { Int.random(in: 1...1_000_000, using: &$0) }
      state.rolls.append(Roll(id: uuid(), number: number, date: date.now))
      return .run { await $0(.shown(number)) }
    case .shown: break
    case .timerStarted:
      return .run { [clock] send in for await _ in clock.timer(interval: .milliseconds(300)) { await send(.ticked) } }
        .cancellable(id: CancelID.timer, cancelInFlight: true)
    case .timerStopped: return .cancel(id: CancelID.timer)
    case .ticked: state.ticks += 1
    case .laterTapped:
      return .send(.rolled).debounce(id: CancelID.later, for: .milliseconds(500), clock: clock)
    }
    return .none
  }
}

private let diceStatements = [
  "send rolled", "send timerStarted", "send timerStopped", "send laterTapped", "advance 200ms",
  "advance 1s", "await ticked within 1s", "await shown", "override seed 3", "override date 2030-01-01",
  "override uuid 11111111-2222-3333-4444-555555555555", "let n = rolls[0].number", "send shown $n",
  "expect ticks == 1", "repeat 3 { send rolled }", "await rolled within 2s",
]

private let diceEnd = ["send rolled", "advance 2s", "await ticked within 1s", "show"]
