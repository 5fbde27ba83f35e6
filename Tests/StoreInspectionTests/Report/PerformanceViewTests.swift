import TestSupport
import Testing

@Suite(.ownThreads, .enabled(if: Browser.program != nil, "Chromium is not installed"))
struct PerformanceViewTests: ReportTesting {
  let folder = TemporaryFolder()

  private func action(_ step: Int, _ name: String, _ duration: String?, patch: String = "[]") -> String {
    let duration = duration.map { #","duration":\#($0)"# } ?? ""
    return #"{"kind":"action","step":\#(step),"name":"\#(name)","action":{},"origin":"user""#
      + #"\#(duration),"patch":\#(patch)}"#
  }

  private func rows(_ table: Int, _ report: ReportReader) throws -> [String] {
    try report.browser.evaluate(
      """
      [...document.querySelectorAll('#performance table')[\(table)].querySelectorAll('tbody tr')].map((row) =>
        [...row.children].map((cell) => cell.textContent).join(' | '))
      """
    )
  }

  @Test func timesAreCountedByActionAndEffect() throws {
    let patch = #"[{"op":"replace","path":"/n","value":"ä"}]"#
    let text = trace(
      state: #"{"n":""}"#,
      action(1, "rows[id: 1].tapped", "0.002"),
      action(2, #"rows[id: \"a.b\"].tapped"#, "0.02", patch: patch),
      action(3, "rows[id: 3].tapped", "0.004", patch: patch),
      action(4, "loaded", "0.03"),
      action(5, "unmeasured", nil),
      #"{"kind":"started","effect":1,"name":"Load","location":"A.swift:1","cause":1,"time":1}"#,
      #"{"kind":"started","effect":2,"name":"Load","location":"A.swift:1","cause":2,"time":1}"#,
      #"{"kind":"started","effect":3,"name":null,"location":"A.swift:2","cause":2,"time":1}"#,
      #"{"kind":"finished","effect":1,"time":2}"#,
      #"{"kind":"cancelled","effect":2,"time":4}"#
    )
    try withReport(of: text) { report in
      let browser = report.browser
      try browser.press("5")
      #expect(try browser.evaluate("page('performance').open"))
      #expect(
        try rows(0, report) == [
          "loaded | 1 | 30 ms | 30 ms | 30 ms | 0", "rows[…].tapped | 3 | 4 ms | 20 ms | 26 ms | 86",
          "unmeasured | 1 | – | – | – | 0",
        ]
      )
      #expect(try rows(1, report) == ["Load | 2 | 2 s | 3 s | 4 s", "A.swift:2 | 1 | – | – | –"])
      #expect(
        try report.text("#performance .patches")
          == "The recorded changes of the state have 86 bytes, most of them in step 2 rows[id: \"a.b\"].tapped: 43."
      )
      #expect(
        try report.text("#performance .problem")
          == "2 actions took the reducer longer than 16 ms:step 4 loaded 30 ms, 1 of 1 time"
          + "step 2 rows[id: \"a.b\"].tapped 20 ms, 1 of 3 times"
      )
      // The reader decides what is slow, also on the next page.
      try browser.run("page('budget').value = '25'; page('budget').dispatchEvent(new Event('input'))")
      #expect(try report.text("#performance .problem").hasPrefix("1 action took the reducer longer than 25 ms:"))
      try browser.run("page('budget').value = '50'; page('budget').dispatchEvent(new Event('input'))")
      #expect(try report.text("#performance .meta") == "No reducer took longer than 50 ms.")
      // A column sorts, and keeps the focus.
      try browser.run(
        "const count = document.querySelectorAll('#performance thead button')[1]; count.focus(); count.click()"
      )
      #expect(try rows(0, report).first?.hasPrefix("rows[…].tapped") == true)
      #expect(try browser.evaluate("document.activeElement.textContent") == "Count")
      #expect(try report.text("#performance [aria-sort=descending]") == "Count")
      // The longest time leads to its step.
      try browser.run("document.querySelector('#performance td .link').click()")
      #expect(try browser.evaluate("!page('performance').open && report.entry === 2"))
      #expect(try report.text("#panel-step .meta").hasSuffix("of real time · took 20 ms"))
    }
  }

  @Test func whatWasNotMeasuredIsSaid() throws {
    try withReport(of: trace(state: "{}", action(1, "a", nil))) { report in
      try report.browser.run("page('performance-open').click()")
      #expect(
        try report.text("#performance .summary")
          == "Nobody has measured the reducers: an earlier version of the program has recorded this."
      )
      #expect(try report.text("#performance .patches") == "No state was changed.")
      #expect(try report.text("#performance-content").contains("No effects were started."))
    }
    try withReport(of: trace(state: "{}")) { report in
      try report.browser.press("5")
      #expect(try report.text("#performance .summary") == "Nothing happened yet.")
    }
  }
}
