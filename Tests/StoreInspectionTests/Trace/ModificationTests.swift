import Dependencies
import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreTrace

/// Changes of the state by effects: in transcripts, traces, replays and generated tests.
struct ModificationTests {
  @Reducer
  struct Kitchen {
    struct State: Equatable, Codable {
      var egg = Egg.State()
      var rung = 0
      var log: [String] = []
    }
    enum Action: Equatable, Codable {
      case egg(Egg.Action)
      case peeled
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.egg, action: \.egg) { Egg() }
      Reduce { state, action in
        switch action {
        case .egg(.rang):
          state.rung += 1
          return .none
        case .egg: return .none
        case .peeled:
          state.log.append("peeled")
          return .none
        }
      }
      .onChange(of: \.egg.isSoft) { _, state in
        state.log.append("soft: \(state.egg.isSoft)")
        return .send(.peeled)
      }
    }
  }

  @Reducer
  struct Egg {
    struct State: Equatable, Codable {
      var minutes = 0
      var isSoft = false
    }
    enum Action: Equatable, Codable {
      case started(Int)
      case rang
    }

    @Dependency(\.continuousClock) var clock

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .started(let minutes):
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
      case .rang: return .none
      }
    }
  }

  private let folder = TemporaryFolder()
  private let program = StoreCommandLine(
    of: Kitchen(),
    Kitchen.State(),
    commands: [.run, .replay, .generateTest, .report]
  )

  private let script = """
    send egg.started 2
    advance 2m
    expect rung == 1
    """

  private func record() async throws -> Run {
    try folder.write(script, to: "script")
    return await program.play(["run", folder.path("script"), "--trace", folder.path("trace.jsonl")])
  }

  @Test func aTranscriptShowsThem() async throws {
    let run = try await record()
    run.expect()
    #expect(
      run.output.contains(
        """
                modify "Minute" by effect 1 "boil", started by egg.started
                  ~ egg.minutes: 2 → 1
                  ~ egg.isSoft: false → true
                  + log[0]: "soft: true"
        """
      ),
      "\(run.output)"
    )
    #expect(
      run.output.hasSuffix("1 action sent, 3 received, 2 changes by effects, 1 expectation, 0 failed\n"),
      "\(run.output)"
    )
  }

  @Test func aScriptAwaitsThem() async throws {
    try folder.write(
      """
      send egg.started 2
      await "Minute" within 1m
      expect egg.minutes == 1
      await "Minute" within 2m
      await egg.rang
      await "Hour" within 1s
      """,
      to: "script"
    )
    let run = await program.play(["run", folder.path("script")])
    #expect(run.status == 1)
    #expect(run.output.contains("   2  await \"Minute\" within 1m\n        the clock shows 1 min\n"), "\(run.output)")
    #expect(run.output.contains("        ✓ modify \"Minute\" was received\n"))
    #expect(
      run.errors.contains(
        """
        script:6:7: error: no `modify "Hour"` was received, and no effect runs that could send it
          await "Hour" within 1s
                ^~~~~~
          received, and not awaited:
            peeled
            peeled
        """
      ),
      "\(run.errors)"
    )
  }

  @Test func aTraceContainsThem() async throws {
    _ = try await record()
    var reader = try TraceReader(folder.path("trace.jsonl"))
    var steps: [String] = []
    while let (record, _) = try reader.next() {
      switch record.content {
      case .action(let action): steps.append("\(action.step) \(action.name) \(action.origin)")
      case .modified(let change): steps.append("\(change.step) modify \(change.name) by \(change.effect)")
      default: break
      }
    }
    #expect(
      steps == [
        "1 egg.started user", "2 modify Minute by 1", "3 peeled reducer(step: 2)", "4 modify Minute by 1",
        "5 peeled reducer(step: 4)", "6 egg.rang effect(1)",
      ]
    )
  }

  @Test func aReplayReachesTheSameStates() async throws {
    _ = try await record()
    let replay = await program.play(["replay", folder.path("trace.jsonl")])
    replay.expect(errors: "")
    #expect(
      replay.output.hasSuffix(
        "6 steps, 1 sent by the user, 3 received, 2 by effects: every state was reached as it was recorded\n"
      )
    )
    let first = await program.play(["replay", folder.path("trace.jsonl"), "--until-path", "egg.isSoft"])
    #expect(
      first.output.contains(
        "step 2 is the first that changed egg.isSoft: modify \"Minute\" by effect 1 \"boil\", started by step 1"
      ),
      "\(first.output)\(first.errors)"
    )
    let without = await program.play(["replay", folder.path("trace.jsonl"), "--skip", "1"])
    #expect(without.output.contains("  step 2, modify \"Minute\"\n"), "\(without.output)\(without.errors)")
  }

  @Test func aTestReplaysThem() async throws {
    _ = try await record()
    try await replay(folder.path("trace.jsonl"), in: Kitchen())
  }

  @Test func aGeneratedTestReceivesThem() async throws {
    let made = try await SessionToTest.make(script, program: program)
    #expect(made.errors == "")
    #expect(
      made.output.contains(
        """
            await session.clock.advance(by: .seconds(60))
            await store.receive(modify: "Minute") {
              $0.egg.minutes = 1
              $0.egg.isSoft = true
              $0.log = ["soft: true"]
            }
        """
      ),
      "\(made.output)"
    )
  }

  /// The last thing that happens is a change.
  @Test func aGeneratedTestEndsWithOne() async throws {
    let made = try await SessionToTest.make("send egg.started 2\nadvance 1m", program: program)
    #expect(made.errors == "")
    #expect(made.output.contains("    await store.receive(modify: \"Minute\")"), "\(made.output)")
  }

  @Test func aReportShowsThem() async throws {
    _ = try await record()
    let page = folder.path("page.html")
    let report = await program.play(["report", folder.path("trace.jsonl"), "-o", page])
    report.expect()
    #expect(try folder.text("page.html").contains(#"{"kind":"modified","step":2,"name":"Minute","effect":1,"#))
  }
}
