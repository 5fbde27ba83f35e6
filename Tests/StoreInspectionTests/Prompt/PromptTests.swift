import Dependencies
import Execution
import Store
import Testing

@testable import StoreInspection
@testable import StoreScript

/// A prompt without a terminal.
struct PromptTests {
  @Reducer
  struct Waiter {
    struct State: Equatable, Encodable {}

    enum Action: Equatable, Codable { case start, ended }

    @Dependency(\.continuousClock) private var clock

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      guard action == .start else { return .none }
      return .run(name: "wait\u{1B}[2J") { [clock] send in
        try await clock.sleep(for: .seconds(1))
        await send(.ended)
        try await clock.sleep(for: .seconds(1))
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

    func read(prompt: String) { continuation.yield(lines.withLock { $0.popLast() }.map(LineEvent.line) ?? .end) }
    func complete(_ completion: Completion) {}
    func remember(_ line: String) {}
    func write(_ text: String) {}
    func interrupt() {}
    func stop() { continuation.finish() }
  }

  /// The names of effects could otherwise move the cursor of the terminal.
  @Test func controlCharactersAreNotPrinted() async {
    let printout = Printout()
    let lines = TypedLines(["send start", "advance 1s", "steps", "effects"])
    let status = await StoreActor.runSession { actor in
      let setup = FeatureSetup(initialState: { Waiter.State() }, reducer: { Waiter() })
      let console = printout.console()
      let session = Session(setup, isLive: false, console: console, isolation: actor)
      let prompt = Prompt(
        program: "Waiter",
        session: session,
        verification: nil,
        lines: lines,
        history: nil,
        console: console
      )
      return await prompt.run(isolation: actor)
    }
    #expect(status == .passed)
    #expect(printout.output.contains("2  ended received from effect 1 \"wait\u{FFFD}[2J\", started by start\n"))
    #expect(printout.output.contains("\n  effect 1 \"wait\u{FFFD}[2J\", started by start, is asleep"))
    #expect(!printout.output.contains("\u{1B}"), "\(printout.output.debugDescription)")
  }
}
