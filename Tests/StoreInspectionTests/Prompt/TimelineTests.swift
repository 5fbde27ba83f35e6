import Testing

@testable import StoreInspection
@testable import StoreScript

private enum Action: Codable { case added(Int) }

/// What sessions that are typed or played do not show.
@Suite struct TimelineTests {
  private var timeline = Timeline(state: 0, checkpoint: SessionCheckpoint(time: 0))

  @Test mutating func whatComesByItselfIsUndoneWithWhatWasBefore() throws {
    func step(_ state: Int) -> Timeline<Int>.Step {
      Timeline.Step(
        action: ActionText(Action.added(state)),
        origin: "",
        isReceived: true,
        state: state,
        moment: SessionMoment(),
        traceStep: state
      )
    }
    timeline.begin("a")
    timeline.append(step(1))
    timeline.end(SessionCheckpoint(time: 1), isNew: true)
    timeline.append(step(2))
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
