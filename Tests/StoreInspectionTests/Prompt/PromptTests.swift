import Execution
import Store
import Testing

@testable import StoreInspection
@testable import StoreScript

struct PromptTests {
  @Reducer
  struct Watch: Sendable {
    struct State: Equatable, Encodable, Sendable { var minutes = 0, hasBegun = false }
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
    let (printout, lines) = (Printout(), TypedLines(lines))
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
    #expect(status == .passed && !output.contains("no longer runs"), "\(output)")
    #expect(output.contains("effect 1 \"watch\u{FFFD}[2J\" runs again\n"), "\(output)")
  }

  /// The names of effects could otherwise move the cursor of the terminal.
  @Test func controlCharactersAreNotPrinted() async {
    let (status, output) = await run(["advance 1m", "steps", "effects"])
    #expect(status == .passed && output.contains("\n  effect 1 \"watch\u{FFFD}[2J\""), "\(output)")
    #expect(!output.contains("\u{1B}"), "\(output.debugDescription)")
  }
}

struct TimelineTests {
  private enum Action: Codable { case added(Int) }
  private var timeline = Timeline(state: 0, checkpoint: SessionCheckpoint(time: 0))

  @Test mutating func whatComesByItselfIsUndoneWithWhatWasBefore() throws {
    func step(_ state: Int) -> Timeline<Int>.Step {
      let action = ActionText(Action.added(state))
      return .init(action: action, origin: "", isReceived: true, state: state, moment: .init(), traceStep: state)
    }
    timeline.begin("a")
    timeline.append(step(1))
    timeline.end(SessionCheckpoint(time: 1), isNew: true)
    timeline.append(step(2))
    #expect(timeline.undoTarget?.number == 0)
    let place = timeline.jump(to: 2)
    let (_, checkpoint) = try #require(place)
    #expect(checkpoint.received.map(\.description) == ["added 2"] && timeline.script == ["a"])
  }

  @Test mutating func whatFailedIsReplacedByTheTimeItTook() {
    timeline.begin("await never")
    timeline.end(SessionCheckpoint(time: 5), replacement: "advance 5s", isNew: true)
    timeline.begin("expect a == 2")
    timeline.end(SessionCheckpoint(time: 5), replacement: "", isNew: false)
    #expect(timeline.script == ["advance 5s"])
  }

  @Test func timeIsWrittenAsStatements() {
    func script(_ start: Duration?, _ end: Duration?) -> String {
      SessionMoment.script(from: SessionMoment(time: start), to: SessionMoment(time: end))
    }
    #expect(script(.zero, .milliseconds(90_300)) == "advance 1m\nadvance 30s\nadvance 300ms")
    #expect(script(.seconds(1), .seconds(1)) == "")
    #expect(script(nil, nil) == "", "real time is not moved")
  }
}

extension SessionCheckpoint {
  fileprivate init(time: Int) { self.init(moment: SessionMoment(time: .seconds(time)), variables: [:], received: []) }
}
