import Observation
import Store
import TestSupport
import Testing

@testable import StoreInspection

@MainActor
struct StoreTraceTests {
  @Reducer
  struct Tally {
    struct State: Encodable { var count = 0 }
    enum Action: Codable {
      case added(Int)
      case later(accessToken: String)
      case doubledByAnEffect
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .added(let number):
        state.count += number
        return .none
      case .later: return .run { await $0(.added(10)) }
      case .doubledByAnEffect: return run { store in try store.modify("Double") { $0.count *= 2 } }
      }
    }
  }

  private let folder = TemporaryFolder()

  @Test func reasonsOfNotificationsAreRecorded() throws {
    struct State: Encodable {
      var numbers = Array(0..<30)
      var secretToken = 0
      subscript(number index: Int) -> Int { numbers[index] }
    }
    let path = folder.path("notified.jsonl")
    do {
      let store = Store<State, Int>(initialState: State()) {
        Reduce { state, action in
          state.numbers = state.numbers.map { $0 + action }
          state.secretToken += 1
          return .none
        }
      }
      try store.trace(to: path, feature: "Numbers", program: "Numbers")
      withObservationTracking {
        _ = (store.secretToken, store.numbers[3])
      } onChange: {
      }
      store.send(1)
      withObservationTracking {
        for index in 0..<30 { _ = store[number: index] }
      } onChange: {
      }
      store.send(1)
    }
    let lines = try folder.text("notified.jsonl").split(separator: "\n").filter { $0.contains("notified") }
    #expect(lines.count == 2)
    #expect(lines.first?.contains(#""of":["State.secretToken","State.numbers"],"time":"#) == true)
    #expect(lines.last?.contains(#""of":["State.<Int>"],"count":30,"time":"#) == true, "addresses are left out")
  }

  @Test func anyStoreIsRecordedAndReplayed() async throws {
    let path = folder.path("trace.jsonl")
    do {
      let store = Store(initialState: Tally.State()) { Tally() }
      store.send(.added(1))
      let error = #expect(throws: FileError.self) {
        try store.trace(to: "/missing/trace.jsonl", feature: "Tally", program: "Tally")
      }
      #expect(error.map { "\($0)" } == "cannot write /missing/trace.jsonl: No such file or directory")
      try store.trace(to: path, feature: "Tally", program: "Tally")
      store.send(.added(2))
      await store.send(.later(accessToken: "s3cret")).finish()
      // A change of an effect is a step, too.
      await store.send(.doubledByAnEffect).finish()
      store.send(.added(3))
    }
    let text = try folder.text("trace.jsonl")
    #expect(!text.contains("s3cret"))
    #expect(text.split(separator: "\n").last?.hasPrefix(#"{"kind":"end","status":0,"#) == true)
    #expect(text.split(separator: "\n").count { $0.contains(#","duration":0"#) } == 6, "steps are measured")
    let program = StoreCommandLine(of: Tally(), Tally.State(count: 1), commands: [.replay])
    let run = await program.play(["replay", path])
    run.expect(
      texts: ["6 steps, 4 sent by the user, 1 received, 1 by effects: every state was reached as it was recorded\n"]
    )
  }
}
