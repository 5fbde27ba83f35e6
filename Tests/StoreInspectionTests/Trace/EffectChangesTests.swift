import Dependencies
import Store
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreTrace

/// Features that begin by themselves, and changes of the state by effects: in transcripts, traces, replays, reports and
/// generated tests.
struct EffectChangesTests {
  @Reducer
  struct Kitchen {
    struct State: Equatable, Codable {
      var egg: Egg.State? = Egg.State(id: 7)
      var rung = 0
      var log: [String] = []
      var hasOpened = false
      var hours = 0
    }
    enum Action: Equatable, Codable {
      case opened
      case egg(Egg.Action)
      case peeled
    }

    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .opened: state.hasOpened = true
        case .egg(.rang): state.rung += 1
        case .peeled: state.log.append("peeled")
        case .egg: break
        }
        return .none
      }
      .ifLet(\.egg, action: \.egg) { Egg() }
      .onChange(of: \.egg?.isSoft) { _, state in
        state.log.append("soft: \(state.egg?.isSoft == true)")
        return .send(.peeled)
      }
      .onMount { _ in .send(.opened) }
      .onMount { _ in
        run(name: "watch") { store in
          while true {
            try await clock.sleep(for: .seconds(3600))
            try store.modify("Hour") { $0.hours += 1 }
          }
        }
      }
    }
  }

  @Reducer
  struct Egg {
    struct State: Equatable, Codable, Identifiable {
      var id: Int
      var minutes = 0
      var isSoft = false
    }
    enum Action: Equatable, Codable {
      case started(Int)
      case rang
      case cooled
    }

    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        guard case .started(let minutes) = action else { return .none }
        state.minutes = minutes
        return run(name: "boil") { store in
          while try store.minutes > 0 {
            try await clock.sleep(for: .seconds(60))
            try store.modify("Minute") { state in
              state.minutes -= 1
              state.isSoft = state.minutes == 1
            }
          }
          try store.send(.rang)
        }
      }
      .onMount { _ in
        .run(name: "cool") { send in
          try await clock.sleep(for: .seconds(600))
          await send(.cooled)
        }
      }
    }
  }

  private let folder = RecordingFolder(
    StoreCommandLine(of: Kitchen(), Kitchen.State(), commands: [.run, .replay, .generateTest, .report])
  )

  private let script = """
    expect hasOpened == true
    send egg.started 2
    advance 2m
    expect rung == 1
    advance 58m
    expect hours == 1
    """

  @Test func aTranscriptShowsThem() async throws {
    let run = try await folder.record(script)
    run.expect(
      texts: [
        """
                modify "Minute" by effect 3 "boil", started by egg.started
                  ~ egg.minutes: 2 → 1
                  ~ egg.isSoft: false → true
                  + log[0]: "soft: true"
        """,
        "effect 1 \"watch\" started by onMount of EffectChangesTests.Kitchen\n",
        "effect 2 \"cool\" started by onMount of EffectChangesTests.Egg 7\n",
        "1 action sent, 5 received, 3 changes by effects, 3 expectations, 0 failed\n",
      ]
    )
  }

  @Test func aScriptAwaitsThem() async throws {
    let run = try await folder.record(
      """
      send egg.started 2
      await "Minute" within 1m
      expect egg.minutes == 1
      await "Minute" within 2m
      await egg.rang
      await "Day" within 1s
      """
    )
    run.expect(
      .failed,
      texts: [
        "   2  await \"Minute\" within 1m\n        the clock shows 1 min\n",
        "        ✓ modify \"Minute\" was received\n",
        """
        script:6:7: error: no `modify "Day"` was received within 1 s
          await "Day" within 1s
                ^~~~~
          received, and not awaited:
            opened
            peeled
            peeled
        """,
      ]
    )
  }

  @Test func aTraceContainsThemAndAReplayReachesTheSameStates() async throws {
    try await folder.record(script).expect()
    let steps: [String] = try folder.records().records.compactMap { record -> String? in
      switch record.content {
      case .action(let action): "\(action.step) \(action.name) \(action.origin)"
      case .modified(let change): "\(change.step) modify \(change.name) by \(change.effect)"
      default: nil
      }
    }
    #expect(
      steps == [
        "1 opened reducer(step: 0)", "2 egg.started user", "3 modify Minute by 3", "4 peeled reducer(step: 3)",
        "5 modify Minute by 3", "6 peeled reducer(step: 5)", "7 egg.rang effect(3)", "8 egg.cooled effect(2)",
        "9 modify Hour by 1",
      ]
    )
    await folder.replay().expect(
      texts: ["9 steps, 1 sent by the user, 5 received, 3 by effects: every state was reached as it was recorded\n"]
    )
    try await StoreInspection.replay(folder.trace, in: Kitchen())
    let first =
      "step 3 is the first that changed egg.isSoft: modify \"Minute\" by effect 3 \"boil\", started by step 2"
    await folder.replay("--until-path", "egg.isSoft").expect(texts: [first])
    await folder.replay("--skip", "2").expect(texts: ["  step 3, modify \"Minute\"\n"])
    let wrong = #""path":"/egg/minutes","value":1"#
    try await folder.replay(replacing: wrong, with: wrong.replacing("1", with: "\"x\"")).expect(
      .wrongInput,
      texts: [
        "  this is a part of the state after step 3, `modify \"Minute\"`\n",
        "  an effect has changed it, and a replay runs no effects but decodes what has changed\n",
      ]
    )
    let page = folder.path("page.html")
    await folder.run("report", folder.trace, "-o", page).expect()
    #expect(try folder.text("page.html").contains(#"{"kind":"modified","step":3,"name":"Minute","effect":3,"#))
  }

  /// The last thing that happens is a change.
  @Test func aGeneratedTestReceivesThem() async throws {
    let made = try await SessionToTest.make(script, program: folder.program)
    made.expect(errors: "")
    made.expect(
      texts: [
        """
            await session.clock.advance(by: .seconds(60))
            await store.receive(modify: "Minute") {
              $0.egg?.minutes = 1
              $0.egg?.isSoft = true
              $0.log = ["soft: true"]
            }
        """,
        "    await store.receive(.opened)", "    await store.receive(.egg(.cooled))",
        "    await store.receive(modify: \"Hour\")",
      ]
    )
  }
}
