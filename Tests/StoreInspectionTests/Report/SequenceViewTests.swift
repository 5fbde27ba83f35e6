import Foundation
import TestSupport
import Testing

@Suite(.ownThreads, .enabled(if: Browser.program != nil, "Chromium is not installed"))
struct SequenceViewTests: ReportTesting {
  let folder = TemporaryFolder()

  private func action(_ step: Int, _ name: String, _ origin: String) -> String {
    #"{"kind":"action","step":\#(step),"name":"\#(name)","action":{},"origin":\#(origin),"patch":[]}"#
  }

  private func columns(_ report: ReportReader) throws -> [String] {
    try report.browser.evaluate("[...document.querySelectorAll('.column b')].map((column) => column.textContent)")
  }

  /// The visible rows, with the numbers of the columns that they lead from and to.
  private func rows(_ report: ReportReader) throws -> [String] {
    try report.browser.evaluate(
      """
      [...document.querySelectorAll('.sequence-row')].map((row) => {
        const width = document.querySelector('.column').clientWidth;
        const line = row.querySelector('.arrow');
        const text = [...row.querySelectorAll('.label, .badge, .across')].map((part) => part.textContent).join();
        if (!line) return text;
        const left = Math.floor(parseFloat(line.style.left) / width);
        const right = line.classList.contains('self') ? left : Math.floor((parseFloat(line.style.left) + parseFloat(line.style.width)) / width);
        return `${text}: ${line.classList.contains('left') ? `${right} ${left}` : `${left} ${right}`}`;
      })
      """
    )
  }

  private var sample: String {
    trace(
      state: "{}",
      #"{"kind":"section","title":"Part 1"}"#,
      action(1, "list.opened", #""user""#),
      #"{"kind":"started","effect":1,"name":"Load","location":"A.swift:1","cause":1}"#,
      action(2, "list.rows[id: 7].loaded", #"{"effect":1}"#),
      action(3, "list.refreshed", #"{"reducer":1}"#),
      action(4, "list.again", #"{"reducer":3}"#),
      #"{"kind":"modified","step":5,"name":"Tick","effect":1,"patch":[]}"#,
      #"{"kind":"started","effect":2,"name":null,"location":"A.swift:2","cause":0}"#,
      #"{"kind":"cancelled","effect":1}"#,
      #"{"kind":"jump","step":2,"patch":[]}"#
    )
  }

  @Test func actionsAreArrowsBetweenWhoCausedThemAndTheirFeature() throws {
    try withReport(of: sample) { report in
      let browser = report.browser
      try browser.press("6")
      #expect(try browser.evaluate("page('sequence').open && document.activeElement === page('sequence-list')"))
      #expect(try columns(report) == ["User", "Cart", "A.swift:2", "list", "Load", "rows[…]"])
      #expect(
        try rows(report) == [
          "Part 1", "1 opened: 0 3", "starts 1 Load: 3 4", "2 loaded: 4 5", "3 refreshed: 3 3", "4 again: 3 3",
          "5 modify “Tick”: 4 3", "starts 2 Effect 2: 1 2", "1 cancelled", "Jump to step 2",
        ]
      )
      let labels = try browser.evaluate(
        "[...document.querySelectorAll('.sequence-row')].map((row) => row.ariaLabel)",
        as: [String].self
      )
      #expect(
        labels == [
          "Section Part 1", "Step 1, list.opened, sent by the user", "Effect 1, Load, started by step 1 list.opened",
          "Step 2, list.rows[id: 7].loaded, sent by effect 1 “Load”",
          "Step 3, list.refreshed, returned by the reducer for step 1 list.opened",
          "Step 4, list.again, returned by the reducer for step 3 list.refreshed",
          "Step 5, modify “Tick”, sent by effect 1 “Load”", "Effect 2, Effect 2, started by the start",
          "Effect 1, Load, cancelled", "Step 5.1, Jump to step 2, by hand: the state is that after an earlier step",
        ]
      )
    }
  }

  @Test func keysLeadToStepsAndEffects() throws {
    try withReport(of: sample, fragment: "step=2") { report in
      let browser = report.browser
      let current = "document.querySelector('.sequence-row.current')?.ariaLabel ?? ''"
      try browser.run("page('sequence-open').click()")
      #expect(try browser.evaluate(current, as: String.self).hasPrefix("Step 2, "), "it begins with the step")
      try browser.press("ArrowDown")
      #expect(try browser.evaluate(current, as: String.self).hasPrefix("Step 3, "))
      try browser.press("Enter")
      #expect(try browser.evaluate("!page('sequence').open && report.entry === 3"))
      try browser.press("6")
      try browser.press("Home")
      try browser.press("Enter")
      #expect(try browser.evaluate("page('sequence').open"), "a section is no step")
      for _ in 0..<2 { try browser.press("ArrowDown") }
      try browser.press("Enter")
      #expect(try browser.evaluate("!page('sequence').open && !page('panel-effects').hidden"))
      #expect(try report.text("#effect h2") == "Load")
      // A row is clicked, too.
      try browser.press("6")
      try browser.run("document.querySelector('[aria-label^=\"Step 4,\"].sequence-row').click()")
      #expect(try browser.evaluate("report.entry") == 4)
    }
  }

  @Test func aNarrowWindowScrollsSideways() throws {
    try withReport(of: sample, size: (360, 740)) { report in
      let browser = report.browser
      try browser.press("6")
      for _ in 0..<4 { try browser.press("ArrowDown") }
      #expect(try browser.evaluate("page('sequence-list').scrollLeft > 0"), "the row that is current is in sight")
      try browser.wait(until: "page('sequence-columns').scrollLeft === page('sequence-list').scrollLeft")
      let left = try browser.evaluate("page('sequence-list').scrollLeft", as: Int.self)
      try browser.press("ArrowLeft")
      #expect(try browser.evaluate("page('sequence-list').scrollLeft", as: Int.self) < left)
    }
  }

  @Test func longSessionsHaveElementsForVisibleRowsOnly() throws {
    let text = try SampleTrace(steps: 1000, seed: 8).text
    try withReport(of: text, fragment: "step=800") { report in
      let browser = report.browser
      try browser.press("6")
      let current = "document.querySelector('.sequence-row.current').ariaLabel"
      #expect(try browser.evaluate(current, as: String.self).hasPrefix("Step 800,"))
      #expect(try browser.evaluate("document.querySelectorAll('.sequence-row').length", as: Int.self) < 50)
      #expect(try browser.evaluate("document.querySelector('.sequence-row').ariaSetSize > 1000"))
      // 24 of the names of effects have a column each.
      #expect(try columns(report).count == 1 + 2 + 24 + 1)
      #expect(try columns(report).last == "other effects")
    }
  }

  @Test func theTextOfTheTraceIsText() throws {
    let nasty = #"</script><img src=x onerror=\"window.attacked=1\">\u2028\u0000\u202e.'`${1}"#
    let huge = String(repeating: "x", count: 100_000)
    let text = trace(
      state: "{}",
      #"{"kind":"section","title":"\#(nasty)"}"#,
      action(1, nasty, #""user""#),
      action(2, "\(huge).\(huge)", #"{"reducer":1}"#),
      #"{"kind":"started","effect":1,"name":"\#(nasty)","location":"\#(nasty)","cause":1}"#,
      action(3, "__proto__.constructor", #"{"effect":1}"#)
    )
    try withReport(of: text) { report in
      let browser = report.browser
      try browser.press("6")
      #expect(try rows(report).count == 5)
      #expect(try report.text(".sequence-row.section").contains(#"\u{2028}\u{0000}\u{202E}"#))
      #expect(try report.text(".column.effect b").hasPrefix("</script><img src=x"))
      try browser.press("Escape")
      try browser.press("5")
      #expect(try report.text("#performance tbody").contains("</script>"))
      #expect(try browser.evaluate("document.querySelectorAll('img, [onerror]').length") == 0)
      #expect(try browser.evaluate("window.attacked === undefined && ({}).attacked === undefined"))
    }
    try withReport(of: trace(state: "{}")) { report in
      try report.browser.press("6")
      #expect(try report.browser.evaluate("!page('no-sequence').hidden && page('sequence-list').hidden"))
      #expect(try report.text("#no-sequence") == "Nothing happened yet.")
    }
  }
}
