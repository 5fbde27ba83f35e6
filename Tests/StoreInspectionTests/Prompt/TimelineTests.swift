import Testing

@testable import StoreInspection
@testable import StoreScript

private enum Action: Codable { case added(Int) }

@Suite struct TimelineTests {
  private var timeline = Timeline(state: 0, checkpoint: SessionCheckpoint(time: 0))
  private var time = 0

  /// Appends a statement with one step of one second for each state.
  private mutating func perform(_ text: String, _ states: Int..., isNew: Bool = true) {
    timeline.begin(text)
    for state in states {
      time += 1
      timeline.append(
        Timeline.Step(
          action: ActionText(Action.added(state)),
          origin: "",
          isReceived: true,
          state: state,
          moment: SessionMoment(time: .seconds(time)),
          traceStep: 100 + state
        )
      )
    }
    timeline.end(SessionCheckpoint(time: time), isNew: isNew)
  }

  @Test mutating func theLastStatementThatDidSomethingIsUndone() throws {
    perform("a", 1)
    perform("show", isNew: false)
    perform("b", 2, 3)
    perform("expect", isNew: false)
    #expect(timeline.script == ["a", "show", "b", "expect"])

    let target = try #require(timeline.undoTarget)
    #expect(target.number == 1)
    #expect(target.text == "b")
    #expect(timeline.jump(to: 1)?.state == 1)
    #expect(timeline.script == ["a", "show"])
    #expect(timeline.undoTarget?.text == "a")
    #expect(timeline.jump(to: 0)?.state == 0)
    #expect(timeline.script == [])
    #expect(timeline.undoTarget == nil)
  }

  @Test mutating func oneCanGoForwardUntilSomethingNewHappens() {
    perform("a", 1)
    perform("b", 2)
    perform("c", 3)
    #expect(timeline.jump(to: 1)?.state == 1)
    #expect(timeline.steps.count == 3)
    perform("show", isNew: false)
    #expect(timeline.jump(to: 3)?.state == 3)
    #expect(timeline.script == ["a", "show", "b", "c"])

    _ = timeline.jump(to: 2)
    perform("d", 4)
    #expect(timeline.steps.map(\.state) == [1, 2, 4])
    #expect(timeline.script == ["a", "show", "b", "d"])
    #expect(timeline.jump(to: 4) == nil)
    #expect(timeline.position == 3)
  }

  @Test mutating func whatMovesOnWithoutStepsIsNewToo() {
    perform("a", 1)
    perform("b", 2)
    _ = timeline.jump(to: 1)
    perform("advance 1s")
    #expect(timeline.steps.count == 1)
    #expect(timeline.script == ["a", "advance 1s"])
  }

  @Test mutating func theMiddleOfAStatementIsReachedByTime() throws {
    perform("a", 1)
    perform("advance 3s", 2, 3, 4)
    let place = timeline.jump(to: 3)
    let (state, checkpoint) = try #require(place)
    #expect(state == 3)
    #expect(checkpoint.moment.time == .seconds(3))
    #expect(checkpoint.received.map(\.description) == ["added 2", "added 3"], "what came until then can be awaited")
    #expect(timeline.script == ["a", "advance 2s"])
    #expect(timeline.undoTarget?.number == 1)

    perform("b", 5)
    #expect(timeline.script == ["a", "advance 2s", "b"])
    _ = timeline.jump(to: 2)
    perform("show", isNew: false)
    #expect(timeline.script == ["a", "advance 1s"], "looking at it does not cut a statement")
    _ = timeline.jump(to: 1)
    #expect(timeline.script == ["a"])
    _ = timeline.jump(to: 4)
    #expect(timeline.script == ["a", "advance 2s", "b"])
  }

  @Test mutating func whatComesByItselfIsUndoneWithWhatWasBefore() throws {
    perform("a", 1)
    timeline.append(
      Timeline.Step(
        action: ActionText(Action.added(2)),
        origin: "",
        isReceived: true,
        state: 2,
        moment: SessionMoment(),
        traceStep: 0
      )
    )
    #expect(timeline.undoTarget?.number == 0)
    let place = timeline.jump(to: 2)
    let (_, checkpoint) = try #require(place)
    #expect(checkpoint.received.map(\.description) == ["added 2"])
    #expect(timeline.script == ["a"])
  }

  @Test mutating func whatFailedIsReplacedByTheTimeItTook() {
    timeline.begin("await never")
    timeline.end(SessionCheckpoint(time: 5), replacement: "advance 5s", isNew: true)
    timeline.begin("expect a == 2")
    timeline.end(SessionCheckpoint(time: 5), replacement: "", isNew: false)
    #expect(timeline.script == ["advance 5s"])
  }

  @Test mutating func stepsKeepTheirNumbersInTheRecording() {
    perform("a", 1)
    perform("b", 2)
    #expect(timeline.traceStep == 102)
    _ = timeline.jump(to: 1)
    #expect(timeline.traceStep == 101)
    _ = timeline.jump(to: 0)
    #expect(timeline.traceStep == 0)
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
  fileprivate init(time: Int) {
    self.init(moment: SessionMoment(time: .seconds(time)), variables: [:], received: [])
  }
}
