import TestSupport
import Testing

@Suite(.ownThreads, .enabled(if: Browser.program != nil, "Chromium is not installed"))
struct SequenceViewTests: ReportTesting {
  let folder = TemporaryFolder()

  /// The visible rows, with the numbers of the columns that they lead from and to.
  private func rows(_ report: ReportReader) throws -> [String] {
    try report.evaluate(
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
      #"{"kind":"section","title":"Part 1"}"#,
      action(1, "list.opened"),
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
      try report.press("6")
      #expect(try report.evaluate("page('sequence').open && document.activeElement === page('sequence-list')"))
      #expect(try report.texts(".column b") == ["User", "Cart", "A.swift:2", "list", "Load", "rows[…]"])
      let arrows = [
        "Part 1", "1 opened: 0 3", "starts 1 Load: 3 4", "2 loaded: 4 5", "3 refreshed: 3 3", "4 again: 3 3",
        "5 modify “Tick”: 4 3", "starts 2 Effect 2: 1 2", "1 cancelled", "Jump to step 2",
      ]
      #expect(try rows(report) == arrows)
      let labels = [
        "Section Part 1", "Step 1, list.opened, sent by the user", "Effect 1, Load, started by step 1 list.opened",
        "Step 2, list.rows[id: 7].loaded, sent by effect 1 “Load”",
        "Step 3, list.refreshed, returned by the reducer for step 1 list.opened",
        "Step 4, list.again, returned by the reducer for step 3 list.refreshed",
        "Step 5, modify “Tick”, sent by effect 1 “Load”", "Effect 2, Effect 2, started by the start",
        "Effect 1, Load, cancelled", "Step 5.1, Jump to step 2, by hand: the state is that after an earlier step",
      ]
      #expect(try report.map(".sequence-row", "element.ariaLabel") == labels)
    }
  }

  @Test func keysLeadToStepsAndEffects() throws {
    try withReport(of: sample, fragment: "step=2") { report in
      let current = "document.querySelector('.sequence-row.current')?.ariaLabel.slice(0, 8)"
      try report.run("page('sequence-open').click()")
      #expect(try report.evaluate(current) == "Step 2, ", "it begins with the step")
      try report.press("ArrowDown")
      #expect(try report.evaluate(current) == "Step 3, ")
      try report.press("Enter")
      #expect(try report.evaluate("!page('sequence').open && report.entry === 3"))
      try report.press("6", "Home", "Enter")
      #expect(try report.evaluate("page('sequence').open"), "a section is no step")
      try report.press("ArrowDown", "ArrowDown", "Enter")
      #expect(try report.evaluate("!page('sequence').open && !page('panel-effects').hidden"))
      #expect(try report.text("#effect h2") == "Load")
      try report.press("6")
      try report.run("document.querySelector('[aria-label^=\"Step 4,\"].sequence-row').click()")
      #expect(try report.evaluate("report.entry") == 4)
    }
  }

  @Test func aNarrowWindowScrollsSideways() throws {
    try withReport(of: sample, size: (360, 740)) { report in
      try report.press("6", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown")
      #expect(try report.evaluate("page('sequence-list').scrollLeft > 0"), "the row that is current is in sight")
      try report.wait(until: "page('sequence-columns').scrollLeft === page('sequence-list').scrollLeft")
      let left: Int = try report.evaluate("page('sequence-list').scrollLeft")
      try report.press("ArrowLeft")
      #expect(try report.evaluate("page('sequence-list').scrollLeft < \(left)"))
    }
  }

  @Test func longSessionsHaveElementsForVisibleRowsOnly() throws {
    try withReport(of: SampleTrace(steps: 1000, seed: 8).text, fragment: "step=800") { report in
      try report.press("6")
      #expect(try report.evaluate("document.querySelector('.sequence-row.current').ariaLabel.startsWith('Step 800,')"))
      #expect(try report.evaluate("document.querySelectorAll('.sequence-row').length < 50"))
      #expect(try report.evaluate("document.querySelector('.sequence-row').ariaSetSize > 1000"))
      // 24 of the names of effects have a column each.
      let columns = try report.texts(".column b")
      #expect(columns.count == 1 + 2 + 24 + 1 && columns.last == "other effects")
    }
  }

  @Test func theTextOfTheTraceIsText() throws {
    let nasty = #"</script><img src=x onerror=\"window.attacked=1\">\u2028\u0000\u202e.'`${1}"#
    let huge = String(repeating: "x", count: 100_000)
    let text = trace(
      #"{"kind":"section","title":"\#(nasty)"}"#,
      action(1, nasty),
      action(2, "\(huge).\(huge)", #"{"reducer":1}"#),
      #"{"kind":"started","effect":1,"name":"\#(nasty)","location":"\#(nasty)","cause":1}"#,
      action(3, "__proto__.constructor", #"{"effect":1}"#)
    )
    try withReport(of: text) { report in
      try report.press("6")
      #expect(try rows(report).count == 5)
      #expect(try report.text(".sequence-row.section").contains(#"\u{2028}\u{0000}\u{202E}"#))
      #expect(try report.text(".column.effect b").hasPrefix("</script><img src=x"))
      try report.press("Escape", "5")
      #expect(try report.text("#performance tbody").contains("</script>"))
      #expect(try report.evaluate("document.querySelectorAll('img, [onerror]').length") == 0)
      #expect(try report.evaluate("window.attacked === undefined && ({}).attacked === undefined"))
    }
    try withReport(of: trace()) { report in
      try report.press("6")
      #expect(try report.evaluate("!page('no-sequence').hidden && page('sequence-list').hidden"))
      #expect(try report.text("#no-sequence") == "Nothing happened yet.")
    }
  }
}
