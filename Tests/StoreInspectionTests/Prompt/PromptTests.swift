import Dependencies
import Execution
import Store
import Testing

@testable import StoreInspection
@testable import StoreScript

/// A prompt without a terminal.
struct PromptTests {
  @Reducer
  struct Watch: Sendable {
    struct State: Equatable, Encodable, Sendable {
      var minutes = 0
      var hasBegun = false
    }

    enum Action: Equatable, Codable, Sendable { case began, tapped }

    @Dependency(\.continuousClock) private var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if action == .began { state.hasBegun = true }
        return .none
      }
      .onMount { _ in .send(.began) }
      .onMount { _ in
        run(name: "watch\u{1B}[2J") { store in
          while true {
            try await clock.sleep(for: .seconds(60))
            try store.modify("Minute") { $0.minutes += 1 }
          }
        }
      }
    }
  }

  /// Types lines, one for each request.
  private final class TypedLines: LineSource {
    let events: AsyncStream<LineEvent>
    var isInteractive: Bool { true }
    private let continuation: AsyncStream<LineEvent>.Continuation
    private let lines: Locked<[String]>

    init(_ lines: [String]) {
      self.lines = Locked(lines.reversed())
      (events, continuation) = AsyncStream.makeStream()
    }

    func read(prompt: String, isContinued: Bool) {
      continuation.yield(lines.withLock { $0.popLast() }.map(LineEvent.line) ?? .end)
    }
    func complete(_ completion: Completion) {}
    func remember(_ line: String) {}
    func write(_ text: String) {}
    func interrupt() {}
    func stop() { continuation.finish() }
  }

  private func run(_ lines: [String]) async -> (status: ExitCode, output: String) {
    let printout = Printout()
    let lines = TypedLines(lines)
    let status = await StoreActor.runSession { actor in
      let setup = FeatureSetup(initialState: { Watch.State() }, reducer: { Watch() })
      let console = printout.console()
      let session = Session(setup, isLive: false, console: console, isolation: actor)
      let prompt = Prompt(
        program: "Watch",
        session: session,
        verification: nil,
        lines: lines,
        history: nil,
        console: console
      )
      return await prompt.run(isolation: actor)
    }
    return (status, printout.output)
  }

  @Test func whatBeganWithTheFeatureRunsAgainAfterUndo() async {
    let (status, output) = await run([
      "advance 1m", "send tapped", "send tapped", "undo", "advance 1m", "expect minutes == 2", "undo", "undo", "undo",
      "undo", "expect hasBegun == true", "advance 1m", "expect minutes == 1",
    ])
    #expect(status == .passed, "\(output)")
    #expect(output.contains("effect 1 \"watch\u{FFFD}[2J\" runs again\n"), "\(output)")
    #expect(!output.contains("no longer runs"), "\(output)")
  }

  /// The names of effects could otherwise move the cursor of the terminal.
  @Test func controlCharactersAreNotPrinted() async {
    let (status, output) = await run(["advance 1m", "steps", "effects"])
    #expect(status == .passed)
    #expect(output.contains("\n  effect 1 \"watch\u{FFFD}[2J\""), "\(output)")
    #expect(!output.contains("\u{1B}"), "\(output.debugDescription)")
  }
}
