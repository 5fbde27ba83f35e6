import TestSupport
import Testing

@Suite(.ownThreads, .enabled(if: Browser.program != nil, "Chromium is not installed"))
struct PerformanceViewTests: ReportTesting {
  let folder = TemporaryFolder()

  private func rows(_ table: Int, _ report: ReportReader) throws -> [String] {
    let row = "(row) => [...row.children].map((cell) => cell.textContent).join(' | ')"
    let rows = "document.querySelectorAll('#performance table')[\(table)].querySelectorAll('tbody tr')"
    return try report.evaluate("[...\(rows)].map(\(row))")
  }

  @Test func timesAreCountedByActionAndEffect() throws {
    let patch = replacing("/n", #""ä""#)
    let text = trace(
      state: #"{"n":""}"#,
      action(1, "rows[id: 1].tapped", duration: "0.002"),
      action(2, #"rows[id: \"a.b\"].tapped"#, patch: patch, duration: "0.02"),
      action(3, "rows[id: 3].tapped", patch: patch, duration: "0.004"),
      action(4, "loaded", duration: "0.03"),
      action(5, "unmeasured"),
      #"{"kind":"started","effect":1,"name":"Load","location":"A.swift:1","cause":1,"time":1}"#,
      #"{"kind":"started","effect":2,"name":"Load","location":"A.swift:1","cause":2,"time":1}"#,
      #"{"kind":"started","effect":3,"name":null,"location":"A.swift:2","cause":2,"time":1}"#,
      #"{"kind":"finished","effect":1,"time":2}"#,
      #"{"kind":"cancelled","effect":2,"time":4}"#
    )
    try withReport(of: text) { report in
      try report.press("5")
      #expect(try report.evaluate("page('performance').open"))
      let actions = ["loaded | 1 | 30 ms | 30 ms | 30 ms | 0", "rows[…].tapped | 3 | 4 ms | 20 ms | 26 ms | 86"]
      #expect(try rows(0, report) == actions + ["unmeasured | 1 | – | – | – | 0"])
      #expect(try rows(1, report) == ["Load | 2 | 2 s | 3 s | 4 s", "A.swift:2 | 1 | – | – | –"])
      let patches = "The recorded changes of the state have 86 bytes, most of them in step 2 "
      #expect(try report.text("#performance .patches") == patches + "rows[id: \"a.b\"].tapped: 43.")
      let slow = "2 actions took the reducer longer than 16 ms:step 4 loaded 30 ms, 1 of 1 time"
      #expect(try report.text("#performance .problem") == slow + "step 2 rows[id: \"a.b\"].tapped 20 ms, 1 of 3 times")
      // The reader decides what is slow, also on the next page.
      try report.enter("25", into: "budget")
      #expect(try report.text("#performance .problem").hasPrefix("1 action took the reducer longer than 25 ms:"))
      try report.enter("50", into: "budget")
      #expect(try report.text("#performance .meta") == "No reducer took longer than 50 ms.")
      // A column sorts, and keeps the focus.
      try report.run("document.querySelectorAll('#performance th button')[1].focus(); document.activeElement.click()")
      #expect(try rows(0, report).first?.hasPrefix("rows[…].tapped") == true)
      #expect(try report.evaluate("document.activeElement.textContent") == "Count")
      #expect(try report.text("#performance [aria-sort=descending]") == "Count")
      try report.run("document.querySelector('#performance td .link').click()")
      #expect(try report.evaluate("!page('performance').open && report.entry === 2"))
      #expect(try report.text("#panel-step .meta").hasSuffix("of real time · took 20 ms"))
    }
  }

  @Test func whatWasNotMeasuredIsSaid() throws {
    try withReport(of: trace(action(1, "a"))) { report in
      try report.run("page('performance-open').click()")
      let summary = "Nobody has measured the reducers: an earlier version of the program has recorded this."
      #expect(try report.text("#performance .summary") == summary)
      #expect(try report.text("#performance .patches") == "No state was changed.")
      #expect(try report.text("#performance-content").contains("No effects were started."))
    }
    try withReport(of: trace()) { report in
      try report.press("5")
      #expect(try report.text("#performance .summary") == "Nothing happened yet.")
    }
  }
}
