import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection

@Suite(.ownThreads, .enabled(if: Browser.program != nil, "Chromium is not installed"))
struct ReportedSessionTests: ReportTesting {
  let folder = TemporaryFolder()

  /// Plays a script, and opens the report of another version of the program if there is one.
  private func withReport(of later: StoreCommandLine<Taps>? = nil, _ body: (ReportReader) throws -> Void) async throws {
    let trace = folder.path("taps.jsonl")
    let script = "send named \"Ann\"\nsend tapped\nadvance 2s\nsend tapped\n"
    try await Taps.program().play(script: script, ["--trace", trace]).expect(errors: "")
    let page = folder.url.appending(path: "report.html")
    await (later ?? Taps.program()).play(["report", trace, "-o", page.path]).expect(errors: "")
    try open(page, body)
  }

  @Test func eachStepHasTheScreenThatAPersonSaw() async throws {
    try await withReport { report in
      try report.press("4")
      #expect(try report.evaluate("!document.getElementById('panel-screen').hidden"))
      #expect(try report.texts(".screen div") == ["Taps", "────────────────────", "nobody: 0", "[redacted]"])
      try report.run("report.goTo(1)")
      #expect(try report.texts(".screen div") == ["Taps", "────────────────────", "Ann: 0", "[redacted]"])
      #expect(try report.texts(".screen .differs") == ["Ann: 0"])
      #expect(try report.texts("#panel-screen") == report.texts("#panel-screen figure"), "and nothing else")
      // It scrolls, so the keyboard reaches it.
      #expect(try report.evaluate("document.querySelector('.screen').tabIndex") == 0)
      // The last tap is counted a second after the one that an effect counts.
      try report.run("report.goTo(report.recording.lastEntry)")
      #expect(try report.texts(".screen div")[2] == "Ann: 3")
      let page = try folder.text("report.html")
      #expect(!page.contains("open sesame"), "what is redacted in the trace is on no screen")
    }
  }

  @Test func screensEndWhereTheFeatureDoesOtherThings() async throws {
    try await withReport(of: Taps.program(by: 10)) { report in
      try report.press("4")
      try report.run("report.goTo(1)")
      #expect(try report.texts(".screen div")[2] == "Ann: 0")
      try report.run("report.goTo(2)")
      #expect(try report.texts(".screen div") == [])
      let problem = "No screen is known from here on: step 2 does not reach the state that was recorded. "
      let reason = "The feature may have changed since the recording."
      #expect(try report.texts("#panel-screen .problem") == [problem + reason])
    }
  }

  @Test func aProgramWithoutTheFeatureShowsNoScreens() async throws {
    try await withReport(of: Taps.program(named: "Other")) { report in
      #expect(try report.evaluate("document.getElementById('tab-screen').hidden"))
      try report.press("4")
      #expect(try report.evaluate("document.getElementById('panel-screen').hidden"))
    }
  }

  @Test func twoStepsAreCompared() async throws {
    try await withReport { report in
      try report.press("c")
      try report.run("report.goTo(report.recording.lastEntry)")
      #expect(try report.texts("#panel-step .change .link") == ["count", "name"])
      #expect(try report.texts("#panel-step .new") == ["3", "\"Ann\""])
      #expect(try report.texts("#state-step")[0].hasSuffix(", compared with step 0"))
      try report.press("4")
      #expect(try report.texts("#panel-screen figcaption").first == "the start")
      try report.wait(until: "location.hash.endsWith('&from=0')")
      try report.run("location.hash = '#step=2&from=1'")
      try report.wait(until: "report.base === 1 && report.entry === 2")
      #expect(try report.texts("#panel-step .change .link") == ["count"])
      try report.press("c")
      #expect(try report.evaluate("report.base === undefined"))
    }
  }

  @Test func whatLedToAStepIsListedAndValuesAreFoundAndCopied() async throws {
    try await withReport { report in
      try report.run("report.goTo(report.recording.names.indexOf('counted'))")
      let causes = ["step 2 tapped", "effect 1 “Count again”", "step 3 counted"]
      #expect(try report.texts("#panel-step .causes li") == causes)
      try report.run("report.goTo(1)")
      try report.enter("ann", into: "find")
      #expect(try report.texts("#found") == ["1 of 1"])
      #expect(try report.texts("#state .row.current .key") == ["name"])
      try report.run("page('state').dispatchEvent(new KeyboardEvent('keydown', { key: 'p', bubbles: true }))")
      try report.wait(until: "page('status').textContent === 'Copied name'")
      try report.run("page('state').dispatchEvent(new KeyboardEvent('keydown', { key: 'v', bubbles: true }))")
      try report.wait(until: "page('status').textContent === 'Copied Ann'")
      try report.enter("nowhere", into: "find")
      #expect(try report.texts("#found") == ["not there"])
    }
  }
}

@Reducer
private struct Taps {
  struct State: Encodable { var count = 0, name = "nobody", password = "open sesame" }
  enum Action: Codable { case tapped, counted, named(String) }

  var amount = 1
  @Dependency(\.continuousClock) private var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .tapped:
      state.count += amount
      return .run(name: "Count again") { [clock] send in
        try await clock.sleep(for: .seconds(2))
        await send(.counted)
      }
    case .counted: state.count += 1
    case .named(let name): state.name = name
    }
    return .none
  }

  static func program(named name: String = "Taps", by amount: Int = 1) -> StoreCommandLine<Self> {
    var program = StoreCommandLine<Self>(
      name,
      commands: [.run, .report],
      initialState: { State() },
      reducer: { Self(amount: amount) }
    )
    program.screen = { state, _ in
      var screen = Screen<Action>("Taps", width: 20)
      screen.line("\(state.name): \(state.count)")
      screen.line(state.password)
      return screen
    }
    return program
  }
}
