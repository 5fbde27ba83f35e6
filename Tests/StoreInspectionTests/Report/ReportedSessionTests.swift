import Dependencies
import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection

/// Reports of a feature with a screen, in a browser.
@Suite(.ownThreads, .enabled(if: Browser.program != nil, "Chromium is not installed"))
struct ReportedSessionTests {
  private let folder = TemporaryFolder()
  private let script = """
    send named "Ann"
    send tapped
    advance 2s
    send tapped

    """

  /// Plays the script, and opens the report of another version of the program if there is one.
  private func withReport(of later: StoreCommandLine<Taps>? = nil, _ body: (Browser) throws -> Void) async throws {
    let (script, trace) = (folder.path("taps.script"), folder.path("taps.jsonl"))
    try self.script.write(toFile: script, atomically: true, encoding: .utf8)
    let run = await Taps.program().play(["run", script, "--trace", trace])
    run.expect(0, errors: "")
    let page = folder.url.appending(path: "report.html")
    let report = await (later ?? Taps.program()).play(["report", trace, "-o", page.path])
    report.expect(0, errors: "")
    let browser = try Browser(size: (1400, 900))
    try browser.open(page)
    try body(browser)
    #expect(browser.complaints == [])
  }

  private func press(_ key: String, _ browser: Browser, on element: String = "body") throws {
    try browser.run(
      "document.querySelector('\(element)').dispatchEvent(new KeyboardEvent('keydown', { key: '\(key)', bubbles: true }))"
    )
  }

  private func texts(_ selector: String, _ browser: Browser) throws -> [String] {
    try browser.evaluate(
      "[...document.querySelectorAll('\(selector)')].map((element) => element.textContent)",
      as: [String].self
    )
  }

  @Test func eachStepHasTheScreenThatAPersonSaw() async throws {
    try await withReport { browser in
      try press("4", browser)
      #expect(try browser.evaluate("!document.getElementById('panel-screen').hidden", as: Bool.self))
      #expect(try texts(".screen div", browser) == ["Taps", "────────────────────", "nobody: 0", "[redacted]"])
      try browser.run("report.goTo(1)")
      #expect(try texts(".screen div", browser) == ["Taps", "────────────────────", "Ann: 0", "[redacted]"])
      #expect(try texts(".screen .differs", browser) == ["Ann: 0"])
      #expect(try texts("#panel-screen", browser) == texts("#panel-screen figure", browser), "and nothing else")
      // It scrolls, so the keyboard reaches it.
      #expect(try browser.evaluate("document.querySelector('.screen').tabIndex") == 0)
      // The last tap is counted a second after the one that an effect counts.
      try browser.run("report.goTo(report.recording.lastEntry)")
      #expect(try texts(".screen div", browser)[2] == "Ann: 3")
      let page = try String(contentsOf: folder.url.appending(path: "report.html"), encoding: .utf8)
      #expect(!page.contains("open sesame"), "what is redacted in the trace is on no screen")
    }
  }

  @Test func screensEndWhereTheFeatureDoesOtherThings() async throws {
    try await withReport(of: Taps.program(by: 10)) { browser in
      try press("4", browser)
      try browser.run("report.goTo(1)")
      #expect(try texts(".screen div", browser)[2] == "Ann: 0")
      try browser.run("report.goTo(2)")
      #expect(try texts(".screen div", browser) == [])
      #expect(
        try texts("#panel-screen .problem", browser) == [
          """
          No screen is known from here on: step 2 does not reach the state that was recorded. The feature may have changed \
          since the recording.
          """
        ]
      )
    }
  }

  @Test func aProgramWithoutTheFeatureShowsNoScreens() async throws {
    try await withReport(of: Taps.program(named: "Other")) { browser in
      #expect(try browser.evaluate("document.getElementById('tab-screen').hidden", as: Bool.self))
      try press("4", browser)
      #expect(try browser.evaluate("document.getElementById('panel-screen').hidden", as: Bool.self))
    }
  }

  @Test func twoStepsAreCompared() async throws {
    try await withReport { browser in
      try press("c", browser)
      try browser.run("report.goTo(report.recording.lastEntry)")
      #expect(try texts("#panel-step .change .link", browser) == ["count", "name"])
      #expect(try texts("#panel-step .new", browser) == ["3", "\"Ann\""])
      #expect(try texts("#state-step", browser)[0].hasSuffix(", compared with step 0"))
      try press("4", browser)
      #expect(try texts("#panel-screen figcaption", browser).first == "the start")
      try browser.wait(until: "location.hash.endsWith('&from=0')")
      // A link leads back to the comparison.
      try browser.run("location.hash = '#step=2&from=1'")
      try browser.wait(until: "report.base === 1 && report.entry === 2")
      #expect(try texts("#panel-step .change .link", browser) == ["count"])
      try press("c", browser)
      #expect(try browser.evaluate("report.base === undefined", as: Bool.self))
    }
  }

  @Test func whatLedToAStepIsListed() async throws {
    try await withReport { browser in
      try browser.run("report.goTo(report.recording.names.indexOf('counted'))")
      #expect(
        try texts("#panel-step .causes li", browser) == ["step 2 tapped", "effect 1 “Count again”", "step 3 counted"]
      )
    }
  }

  @Test func valuesAreFoundAndCopied() async throws {
    try await withReport { browser in
      try browser.run("report.goTo(1)")
      try browser.run("page('find').value = 'ann'; page('find').dispatchEvent(new Event('input'))")
      #expect(try texts("#found", browser) == ["1 of 1"])
      #expect(try texts("#state .row.current .key", browser) == ["name"])
      try press("p", browser, on: "#state")
      try browser.wait(until: "page('status').textContent === 'Copied name'")
      try press("v", browser, on: "#state")
      try browser.wait(until: "page('status').textContent === 'Copied Ann'")
      try browser.run("page('find').value = 'nowhere'; page('find').dispatchEvent(new Event('input'))")
      #expect(try texts("#found", browser) == ["not there"])
    }
  }

  @Test func aNumberIsDrawnOverAllSteps() async throws {
    try await withReport { browser in
      try browser.run("report.tree.chart(['count'])")
      try browser.wait(until: "document.querySelector('#chart svg') !== null")
      #expect(try texts("#chart .meta", browser) == ["From 0 to 3, 3 changes, beginning with 0."])
      #expect(try texts("#chart li .link", browser) == ["step 2 tapped", "step 3 counted", "step 4 tapped"])
      try browser.run("document.querySelector('#chart li .link').click()")
      #expect(try browser.evaluate("report.entry") == 2)
      #expect(try browser.evaluate("!page('chart').open", as: Bool.self))
    }
  }
}

private struct Taps: Reducer {
  struct State: Encodable, Sendable {
    var count = 0
    var name = "nobody"
    var password = "open sesame"
  }

  enum Action: Codable, Sendable {
    case tapped
    case counted
    case named(String)
  }

  let amount: Int
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
    var program = StoreCommandLine<Self>(name, commands: [.run, .report]) {
      State()
    } reducer: {
      Self(amount: amount)
    }
    program.screen = { state, _ in
      var screen = Screen<Action>("Taps", width: 20)
      screen.line("\(state.name): \(state.count)")
      screen.line(state.password)
      return screen
    }
    return program
  }
}
