import Dependencies
import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection

/// Features that begin by themselves: in transcripts, traces, replays and generated tests.
struct MountedFeatureTests {
  @Reducer
  struct Watch {
    struct State: Equatable, Codable {
      var minutes = 0
      var hasBegun = false
      var lap: Lap.State?
    }
    enum Action: Equatable, Codable {
      case began
      case lapButtonTapped
      case lap(Lap.Action)
    }

    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .began: state.hasBegun = true
        case .lapButtonTapped: state.lap = state.lap == nil ? Lap.State(id: 7) : nil
        case .lap: break
        }
        return .none
      }
      .ifLet(\.lap, action: \.lap) { Lap() }
      .onMount { _ in .send(.began) }
      .onMount { _ in
        run(name: "watch") { store in
          while true {
            try await clock.sleep(for: .seconds(60))
            try store.modify("Minute") { $0.minutes += 1 }
          }
        }
      }
    }
  }

  @Reducer
  struct Lap {
    struct State: Equatable, Codable, Identifiable {
      var id: Int
      var count = 0
    }
    enum Action: Equatable, Codable {
      case counted
    }

    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        state.count += 1
        return .none
      }
      .onMount { _ in
        .run { send in
          try await clock.sleep(for: .seconds(90))
          await send(.counted)
        }
      }
    }
  }

  private let folder = TemporaryFolder()
  private let program = StoreCommandLine(of: Watch(), Watch.State(), commands: [.run, .replay, .generateTest])

  private let script = """
    advance 1m
    expect minutes == 1
    expect hasBegun == true
    send lapButtonTapped
    advance 2m
    expect lap.count == 1
    send lapButtonTapped
    """

  private func record() async throws -> Run {
    try folder.write(script, to: "script")
    return await program.play(["run", folder.path("script"), "--trace", folder.path("trace.jsonl")])
  }

  @Test func aTranscriptSaysWhatBegan() async throws {
    let run = try await record()
    run.expect()
    #expect(run.output.contains("started by onMount of MountedFeatureTests.Watch"), "\(run.output)")
    #expect(run.output.contains("started by onMount of MountedFeatureTests.Lap 7"), "\(run.output)")
  }

  @Test func aReplayReachesTheSameStates() async throws {
    _ = try await record()
    let replay = await program.play(["replay", folder.path("trace.jsonl")])
    replay.expect(errors: "")
    #expect(replay.output.contains("every state was reached as it was recorded"), "\(replay.output)")
    try await StoreInspection.replay(folder.path("trace.jsonl"), in: Watch())
  }

  @Test func aGeneratedTestReceivesWhatBegan() async throws {
    let made = try await SessionToTest.make(script, program: program)
    #expect(made.errors == "")
    #expect(made.output.contains("    await store.receive(.began)"), "\(made.output)")
    #expect(made.output.contains("    await store.receive(modify: \"Minute\")"), "\(made.output)")
    #expect(made.output.contains("    await store.receive(.lap(.counted))"), "\(made.output)")
  }
}
