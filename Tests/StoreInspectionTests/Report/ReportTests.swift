import Dependencies
import Foundation
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreTrace

@Suite(.ownThreads, .enabled(if: Browser.program != nil, "Chromium is not installed"))
struct ReportTests: ReportTesting {
  let folder = TemporaryFolder()

  // MARK: State

  @Test(arguments: randomSeeds(1)) func shownStatesAreTheTraces(seed: UInt64) throws {
    var random = SeededRandomNumberGenerator(seed: seed)
    let steps = [0, 1, 400] + (0..<2).map { _ in Int.random(in: 2..<400, using: &random) }
    let trace = try SampleTrace(steps: 400, seed: seed, keeping: Set(steps))
    try withReport(of: trace.text, size: (1400, 4000)) { report in
      #expect(try report.browser.evaluate("document.getElementsByClassName('frame').length") > 1, "has key frames")
      for step in steps {
        try report.browser.run("location.hash = 'step=\(step)'")
        try report.browser.wait(until: "report.entry === \(step)")
        let shown = try JSONValue.parsed(report.state())
        #expect(shown == trace.states[step], "after step \(step)")
      }
    }
  }

  @Test func changesAreMarkedAndListed() throws {
    let text = trace(
      state: #"{"count": 1, "rows": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}], "gone": true}"#,
      #"{"kind":"action","step":1,"name":"changed","action":{"changed":{}},"origin":"user","patch":["#
        + #"{"op":"replace","path":"/count","value":2},{"op":"remove","path":"/rows/0"},"#
        + #"{"op":"replace","path":"/rows/0/name","value":"c"},{"op":"add","path":"/rows/1","value":{"id":3}},"#
        + #"{"op":"remove","path":"/gone"}]}"#
    )
    try withReport(of: text, fragment: "step=1") { report in
      let changes = try report.browser.evaluate(
        """
        [...document.querySelectorAll('#panel-step .change')].map((change) =>
          [change.querySelector('.link'), change.querySelector('.kind'), ...change.querySelectorAll('.old, .new')]
            .map((element) => element.textContent).join(' | '))
        """,
        as: [String].self
      )
      #expect(
        changes == [
          "count | changed | 1 | 2", #"rows[0] | removed | {id: 1, name: "a"}"#,
          #"rows[0].name | changed | "b" | "c""#, "rows[1] | added | {id: 3}", "gone | removed | true",
        ]
      )
      let marks = try report.browser.evaluate(
        """
        [...document.querySelectorAll('#state [role=treeitem]')].flatMap((row) =>
          [...row.querySelectorAll('.mark')].map((mark) => `${row.querySelector('.key').textContent} ${mark.textContent}`))
        """,
        as: [String].self
      )
      #expect(marks == ["state 1 removed", "count changed", "rows 1 removed", "name changed", "1 added"])
    }
  }

  @Test func allFindsInTheStateAreReached() throws {
    let rows = Array(repeating: "\"row\"", count: 1200).joined(separator: ",")
    let text = trace(
      state: #"{"rows":[\#(rows)]}"#,
      #"{"kind":"action","step":1,"name":"cleared","action":{},"origin":"user","patch":["#
        + #"{"op":"replace","path":"/rows","value":["row"]}]}"#
    )
    try withReport(of: text) { report in
      let browser = report.browser
      try browser.run("page('find').value = '\"row'; page('find').dispatchEvent(new Event('input'))")
      #expect(try report.text("#found") == "1 of more than 1,000")
      #expect(try browser.evaluate("Array(1300).fill(0).map(() => report.tree.search('\"row').index).at(-1)") == 101)
      try browser.run("report.goTo(1)")
      #expect(try report.text("#found") == "1 found", "what was counted is gone")
      // Where nothing hovers, the buttons of the current row can be tapped.
      try browser.run("page('state').focus()")
      let display = "getComputedStyle(document.querySelector('#state .current .row-buttons')).display"
      #expect(try browser.evaluate(display) == "flex")
    }
  }

  @Test func aChartKeepsTheDigitsOfLargeNumbers() throws {
    let text = trace(
      state: #"{"count":9007199254740993}"#,
      #"{"kind":"action","step":1,"name":"counted","action":{},"origin":"user","patch":["#
        + #"{"op":"replace","path":"/count","value":9007199254740995}]}"#
    )
    try withReport(of: text) { report in
      try report.browser.run("report.tree.chart(['count'])")
      try report.browser.wait(until: "document.querySelector('#chart svg') !== null")
      let range = "From 9007199254740993 to 9007199254740995, 1 change, beginning with 9007199254740993."
      #expect(try report.text("#chart .meta") == range)
    }
  }

  // MARK: Text that is none of the page's

  @Test func textOfTheTraceIsText() throws {
    let nasty = #"</script><img src=x onerror=\"window.attacked=1\"><!--<script>\u2028\u2029\u0000\u202e'`${1}"#
    let huge = String(repeating: "abcdefghij", count: 100_000)
    let text = trace(
      program: nasty,
      state: """
        {"\(nasty)": "\(nasty)", "__proto__": {"attacked": true}, "constructor": null, "big": 9007199254740993, \
        "unsigned": 18446744073709551615, "huge": "\(huge)", "": [], "a/b~c": {"d e": [1, [2]]}, "float": 0.1}
        """,
      #"{"kind":"section","title":"\#(nasty)"}"#,
      #"{"kind":"action","step":1,"name":"\#(nasty)","action":{"\#(nasty)":"\#(nasty)"},"origin":"user","patch":["#
        + #"{"op":"replace","path":"/__proto__/attacked","value":"\#(nasty)"},"#
        + #"{"op":"add","path":"/__proto__/toString","value":9007199254740995}]}"#,
      #"{"kind":"started","effect":1,"name":"\#(nasty)","location":"\#(nasty)","cause":1,"cancellationIDs":["\#(nasty)"]}"#,
      #"{"kind":"call","effect":1,"dependency":"\#(nasty)","arguments":["\#(nasty)"],"error":"\#(nasty)"}"#,
      #"{"kind":"jump","step":0,"patch":[{"op":"replace","path":"/__proto__","value":{}}]}"#,
      #"{"kind":"finished","effect":1}"#
    )
    var reader = try TraceReader(name: "trace", InputLines(Array(text.utf8)))
    var state = reader.header.state
    var expected = ["0": state]
    while let (record, _) = try reader.next() {
      switch record.content {
      case .action(let action):
        try action.patch.apply(to: &state)
        expected["1"] = state
      case .jump(_, let patch):
        try patch.apply(to: &state)
        expected["1.1"] = state
      default: break
      }
    }
    try withReport(of: text) { report in
      let browser = report.browser
      for (key, state) in expected.sorted(by: { $0.key < $1.key }) {
        try browser.run("location.hash = 'step=\(key)'")
        try browser.wait(until: "report.recording.keys[report.entry] === '\(key)'")
        #expect(try JSONValue.parsed(report.state()) == state, "after step \(key)")
      }
      try browser.run("report.goTo(1); report.selectEffect(0, true)")
      #expect(try report.text("#effect h2").hasPrefix(#"</script><img src=x onerror="window.attacked=1">"#))
      #expect(
        try report.text("#effect h2").contains(#"\u{2028}\u{2029}\u{0000}\u{202E}"#),
        "what does not show is shown"
      )
      try browser.press("3")
      try browser.run("dispatchEvent(new Event('beforeprint'))")
      #expect(try browser.evaluate("document.title", as: String.self).hasPrefix("</script><img"))
      #expect(try browser.evaluate("document.querySelectorAll('img, iframe, [onerror]').length") == 0)
      #expect(try browser.evaluate("window.attacked === undefined && ({}).attacked === undefined"))
    }
  }

  @Test func markupFromTheTraceCouldNotRun() throws {
    let page = folder.url.appending(path: "report.html")
    var bytes: [UInt8] = []
    var report = Report(try TraceReader(name: "trace", InputLines(Array(trace(state: "{}").utf8))))
    try report.write { bytes += $0 }
    // Markup in the page as if text of the trace had not been escaped.
    let attack = #"<img src="x" onerror="attacked = 1"><script>attacked = 2</script><p id="end"></p></body>"#
    let text = String(decoding: bytes, as: UTF8.self).replacing("</body>", with: attack)
    try folder.write(text, to: "report.html")
    let browser = try Browser()
    try browser.open(page)
    #expect(try browser.evaluate("document.getElementById('end') !== null && window.attacked === undefined"))
    #expect(try browser.evaluate("fetch('https://example.com').then(() => 'loaded', () => 'refused')") == "refused")
    let sink =
      "(() => { try { document.body.innerHTML = '<b>'; return 'set' } catch (error) { return error.name } })()"
    #expect(try browser.evaluate(sink) == "TypeError", "no text becomes markup")
    #expect(browser.complaints.contains { $0.contains("Content Security Policy") })
  }

  @Test func stepsSayWhyObserversWereTold() throws {
    let text = trace(
      state: "{}",
      #"{"kind":"action","step":1,"name":"a","action":{},"origin":"user","patch":[]}"#,
      #"{"kind":"notified","of":["State.query","State.<b>"]}"#,
      #"{"kind":"notified","of":["State.query"],"count":40}"#,
      #"{"kind":"action","step":2,"name":"b","action":{},"origin":"user","patch":[]}"#
    )
    try withReport(of: text) { report in
      func items() throws -> [String] {
        try report.browser.evaluate("[...document.querySelectorAll('.observed li')].map((item) => item.textContent)")
      }
      try report.browser.run("report.goTo(1)")
      #expect(try items() == ["State.query", "State.<b>", "40 more"])
      try report.browser.run("report.goTo(2)")
      #expect(try items() == [])
    }
  }

  // MARK: Lists

  @Test func actionsAreFilteredAndFound() throws {
    func action(_ step: Int, _ name: String, _ origin: String, _ payload: String, _ path: String) -> String {
      #"{"kind":"action","step":\#(step),"name":"\#(name)","action":{"\#(name)":{"_0":"\#(payload)"}},"#
        + #""origin":\#(origin),"patch":[{"op":"add","path":"\#(path)","value":1}]}"#
    }
    let text = trace(
      state: #"{"list": {}}"#,
      action(1, "list.search", #""user""#, "Zebra", "/list/query"),
      #"{"kind":"started","effect":1,"name":null,"location":"Cart.swift:1","cause":1}"#,
      action(2, "list.loaded", #"{"effect":1}"#, "zebras and okapis", "/list/rows"),
      action(3, "list.sorted", #"{"reducer":2}"#, "up", "/list/order"),
      #"{"kind":"section","title":"Leaving"}"#,
      action(4, "close", #""user""#, "now", "/closed")
    )
    try withReport(of: text) { report in
      let browser = report.browser
      #expect(try report.actions() == ["Start", "list.search", "list.loaded", "list.sorted", "close"])
      #expect(try report.text("#actions .section-row") == "Leaving")
      try report.search("zebra")
      #expect(try report.actions() == ["list.search", "list.loaded"], "payloads, in either case")
      try report.search("okapi zebra")
      #expect(try report.actions() == ["list.loaded"], "all words")
      try report.search("list.order")
      #expect(try report.actions() == ["list.sorted"], "changed paths")
      try report.search("nothing like it")
      #expect(try browser.evaluate("!document.getElementById('no-actions').hidden && page('actions').hidden"))
      try browser.run("page('clear-filter').click(); report.filtered")
      #expect(try report.actions().count == 5)
      #expect(try report.text("#status") == "5 steps listed")

      try browser.run("document.querySelector('[data-origin=\"0\"]').click(); report.filtered")
      #expect(try report.actions() == ["Start", "list.loaded", "list.sorted"])
      try browser.run("document.querySelector('[data-origin=\"1\"]').click(); report.filtered")
      #expect(try report.actions() == ["Start", "list.sorted"])
      try browser.run("document.querySelector('[data-origin=\"0\"]').click()")
      try browser.run("document.querySelector('[data-origin=\"1\"]').click()")
      try browser.run("page('name').value = 'list'; page('name').dispatchEvent(new Event('change')); report.filtered")
      #expect(try report.actions() == ["list.search", "list.loaded", "list.sorted"])
      #expect(try report.text("#shown") == "3 of 5")
      try browser.run("page('actions').focus()")
      try browser.press("j")
      try browser.press("j")
      #expect(try browser.evaluate("report.entry") == 2, "steps that are not listed are passed over")
      try browser.run("report.goTo(0); page('state').focus(); report.search('list.query'); report.filtered")
      #expect(try report.actions() == ["list.search"])
    }
  }

  @Test func keysStepThroughTheTrace() throws {
    try withReport(of: SampleTrace(steps: 250, seed: 3).text) { report in
      let browser = report.browser
      func entry() throws -> Int { try browser.evaluate("report.entry") }
      for key in ["j", "ArrowRight", "ArrowDown"] { try browser.press(key) }
      #expect(try entry() == 3)
      for key in ["k", "ArrowLeft"] { try browser.press(key) }
      #expect(try entry() == 1)
      try browser.press("End")
      #expect(try entry() == 250)
      #expect(try browser.evaluate("page('next').disabled && page('last').disabled && !page('previous').disabled"))
      try browser.press("j")
      #expect(try entry() == 250, "there is nothing after the last step")
      try browser.press("Home")
      #expect(try entry() == 0)
      try browser.press("/")
      #expect(try browser.evaluate("document.activeElement.id") == "search")
      for key in ["j", "?", " "] { try browser.press(key) }
      #expect(try browser.evaluate("page('search').value") == "j? ", "in the search field keys are text")
      try browser.press("Escape")
      #expect(try browser.evaluate("page('search').value") == "")
      try browser.press("Escape")
      #expect(try browser.evaluate("document.activeElement.id") == "actions")
      try browser.press("PageDown")
      #expect(try entry() > 3)
      try browser.press("?", shift: true)
      #expect(try browser.evaluate("page('help').open"))
      try browser.press("j")
      try browser.press("Escape")
      #expect(try browser.evaluate("!page('help').open"))
      try browser.run("page('speed').value = 60")
      try browser.run("report.goTo(245)")
      try browser.press(" ")
      #expect(try browser.evaluate("page('play').ariaLabel") == "Pause")
      try browser.wait(until: "report.entry === 250 && page('play').ariaLabel === 'Play'")
      try browser.run("page('slider').value = 42; page('slider').dispatchEvent(new Event('input'))")
      #expect(try entry() == 42)
      #expect(try report.text("#position") == "Step 42 of 250")
      #expect(try browser.evaluate("page('slider').getAttribute('aria-valuetext').startsWith('step 42 ')"))
      try browser.run("page('state').focus()")
      let path = "report.tree.nodes[report.tree.list.current].path"
      for key in ["Home", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight"] { try browser.press(key) }
      #expect(try browser.evaluate(path) == "/rows/0")
      // The row is open because it has changed in this step.
      for _ in 0..<3 { try browser.press("ArrowLeft") }
      #expect(try browser.evaluate("\(path) === '/rows' && !report.tree.nodes[report.tree.list.current].isOpen"))
      #expect(try entry() == 42, "arrow keys in the tree are the tree's")
      try browser.press("j")
      #expect(try entry() == 43)
    }
  }

  @Test func noKeyIsATrap() throws {
    try withReport(of: SampleTrace(steps: 20, seed: 4).text) { report in
      let browser = report.browser
      var visited: [String] = []
      repeat {
        try browser.press("Tab")
        visited.append(
          try browser.evaluate("document.activeElement.id || document.activeElement.textContent.trim().slice(0, 30)")
        )
      } while visited.count < 200 && (visited.last != visited.first || visited.count == 1)
      #expect(visited.count < 200 && visited.last == visited.first, "\(visited)")
      for name in ["slider", "timeline", "search", "actions", "tab-step", "state"] {
        #expect(visited.contains(name), "\(name) among \(visited)")
      }
    }
  }

  @Test func linksLeadToSteps() throws {
    try withReport(of: SampleTrace(steps: 30, seed: 5).text, fragment: "step=12") { report in
      let browser = report.browser
      #expect(try report.text("#position") == "Step 12 of 30")
      try browser.run("document.querySelector('#actions [aria-label^=\"Step 11,\"]').click()")
      #expect(try browser.evaluate("location.hash") == "#step=11")
      for _ in 0..<3 { try browser.press("j") }
      try browser.wait(until: "location.hash === '#step=14'")
      try browser.run("history.back()")
      try browser.wait(until: "report.entry === 11")
      try browser.run("history.back()")
      try browser.wait(until: "report.entry === 12")
      try browser.run("history.forward()")
      try browser.wait(until: "report.entry === 11")
      try browser.run("location.hash = '#step=99'")
      try browser.wait(until: "page('status').textContent === 'There is no step 99.'")
      #expect(try browser.evaluate("report.entry") == 0)
      #expect(try report.text("#notice").contains("There is no step 99."), "a person sees it too")
      try browser.run("location.hash = '#step=3&from=abc'")
      try browser.wait(until: "page('notice').textContent.includes('There is no step abc.')")
      try browser.press("j")
      #expect(try !report.text("#notice").contains("There is no step"))
    }
  }

  // MARK: Effects

  @Test func effectsHaveCauseAndDuration() throws {
    func record(_ kind: String, _ time: Double, _ rest: String) -> String {
      #"{"kind":"\#(kind)",\#(rest),"time":\#(time),"wall":\#(time)}"#
    }
    let text = trace(
      state: "{}",
      record("action", 0, #""step":1,"name":"open","action":{"open":{}},"origin":"user","patch":[]"#),
      record(
        "started",
        0,
        #""effect":1,"name":"Load","location":"Cart/Cart.swift:7","cause":1,"cancellationIDs":["c"]"#
      ),
      record("started", 0, #""effect":2,"name":"Wait","location":"Cart/Cart.swift:8","cause":1"#),
      record("started", 0, #""effect":3,"name":null,"location":"Cart/Cart.swift:9","cause":1"#),
      record("call", 0.2, #""effect":1,"dependency":"client.load","arguments":["a"],"result":{"rows":3}"#),
      record("action", 0.25, #""step":2,"name":"loaded","action":{"loaded":{}},"origin":{"effect":1},"patch":[]"#),
      record("finished", 0.25, #""effect":1"#),
      record("cancelled", 1.5, #""effect":2"#),
      record("end", 2, #""status":0"#)
    )
    try withReport(of: text, fragment: "step=2") { report in
      let browser = report.browser
      #expect(try report.text("#panel-step .meta").hasPrefix("sent by effect 1 “Load”, which step 1 open started"))
      try browser.run("page('timeline').focus()")
      #expect(
        try report.text("#timeline-option")
          == "1 of 3: Effect 1 “Load”, finished, started by step 1 open, 250 ms on the session’s clock, 250 ms of real time, "
          + "sent 1 action, Cart/Cart.swift:7"
      )
      #expect(try browser.evaluate("page('tooltip').hidden") == false)
      try browser.press("ArrowRight")
      #expect(try report.text("#timeline-option").contains("“Wait”, cancelled, started by step 1 open, 1.5 s"))
      try browser.press("ArrowRight")
      #expect(try report.text("#timeline-option").contains("Effect 3, still running at the end"))
      try browser.press("Home")
      try browser.press("Enter")
      #expect(try browser.evaluate("!page('panel-effects').hidden"))
      let detail = try report.text("#effect")
      for part in ["Load", "finished", "step 1 open", "250 ms", "Cart/Cart.swift:7", "step 2 loaded", "client.load"] {
        #expect(detail.contains(part), "\(part) in \(detail)")
      }
      try browser.press("3")
      #expect(try report.text("#call").contains("{rows: 3}"))
      #expect(try browser.evaluate("report.calls.count") == 1)
      let lanes = try browser.evaluate(
        "layoutLanes([{start: 0, end: 2}, {start: 0, end: 9}, {start: 1, end: 3}, {start: 2, end: 4}]).lanes",
        as: [Int].self
      )
      #expect(lanes == [0, 1, 2, 0], "what runs at the same time is side by side")
      for axis in ["time", "wall", "steps"] {
        try browser.run("page('axis').value = '\(axis)'; page('axis').dispatchEvent(new Event('change'))")
        try browser.run("for (const key of ['zoom-in', 'zoom-out', 'zoom-fit']) page(key).click()")
        try browser.run("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
      }
      // A point in the second lane's bar.
      let bounds = try browser.evaluate(
        "(({ left, top }) => [left, top])(page('timeline').getBoundingClientRect())",
        as: [Double].self
      )
      let position: [String: Any] = ["x": bounds[0] + 900, "y": bounds[1] + 44 + 20 + 10]
      try browser.send("Input.dispatchMouseEvent", position.merging(["type": "mouseMoved"]) { $1 })
      #expect(try report.text("#tooltip").hasPrefix("Effect 2 “Wait”, cancelled\nstarted by step 1 open\n1.5 s"))
    }
  }

  // MARK: How it looks

  @Test func themesFollowTheSystemAndTheSwitch() throws {
    try withReport(of: SampleTrace(steps: 5, seed: 6).text) { report in
      let browser = report.browser
      func background() throws -> String { try browser.evaluate("getComputedStyle(document.body).backgroundColor") }
      func emulate(_ scheme: String) throws {
        try browser.send(
          "Emulation.setEmulatedMedia",
          ["features": [["name": "prefers-color-scheme", "value": scheme]]]
        )
      }
      try emulate("light")
      let light = try background()
      try emulate("dark")
      let dark = try background()
      #expect(light != dark)
      try browser.press("t")
      #expect(try background() == light, "the switch wins")
      try browser.press("t")
      try emulate("light")
      #expect(try background() == dark)
      try browser.press("t")
      #expect(try background() == light)
    }
  }

  @Test(arguments: ["light", "dark"]) func textHasContrast(theme: String) throws {
    try withReport(of: SampleTrace(steps: 60, seed: 7).text, fragment: "step=40") { report in
      try report.browser.run("report.setTheme('\(theme)'); report.selectEffect(0)")
      // The contrast of each visible text with its background, as defined in WCAG.
      let poor = try report.browser.evaluate(
        #"""
        (() => {
          const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
          const luminance = (colors) => {
            canvas.clearRect(0, 0, 1, 1);
            for (const color of colors) { canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1); }
            const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => value / 255)
              .map((value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
            return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
          };
          const poor = [];
          for (const element of document.querySelectorAll('body *')) {
            const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
            if (!hasText || element.closest('script, noscript, dialog, :disabled') || !element.checkVisibility()) continue;
            const backs = [];
            for (let node = element; node; node = node.parentElement) backs.unshift(getComputedStyle(node).backgroundColor);
            const [text, back] = [luminance([...backs, getComputedStyle(element).color]), luminance(backs)];
            const contrast = (Math.max(text, back) + 0.05) / (Math.min(text, back) + 0.05);
            if (contrast < 4.5) poor.push(`${contrast.toFixed(2)} ${element.className} ${element.textContent.slice(0, 40)}`);
          }
          return poor;
        })()
        """#,
        as: [String].self
      )
      #expect(poor == [])
    }
  }

  @Test func printsASummaryAndTheChanges() throws {
    try withReport(of: SampleTrace(steps: 20, seed: 8).text) { report in
      let browser = report.browser
      let pdf = try browser.send("Page.printToPDF", ["printBackground": true])["data"] as? String ?? ""
      #expect(Data(base64Encoded: pdf)?.starts(with: Array("%PDF".utf8)) == true)
      try browser.run("dispatchEvent(new Event('beforeprint'))")
      try browser.send("Emulation.setEmulatedMedia", ["media": "print"])
      #expect(try browser.evaluate("document.querySelectorAll('#print article').length") == 21)
      #expect(try browser.evaluate("document.querySelectorAll('#print .change').length") > 20)
      #expect(try report.text("#print").contains("20 actions"))
      #expect(try browser.evaluate("getComputedStyle(document.querySelector('main')).display") == "none")
      try browser.send("Emulation.setEmulatedMedia", ["media": ""])
      try browser.run("dispatchEvent(new Event('afterprint'))")
      #expect(try browser.evaluate("page('print').hidden && page('print').childElementCount === 0"))
    }
  }

  @Test func narrowWindowsHaveOnePaneAtATime() throws {
    try withReport(of: SampleTrace(steps: 20, seed: 9).text, size: (360, 640)) { report in
      let visible =
        "[...document.querySelectorAll('.pane')].filter((pane) => pane.checkVisibility()).map((pane) => pane.classList[1])"
      #expect(try report.browser.evaluate(visible) == ["actions"])
      try report.browser.run("document.querySelector('.panes [data-pane=state]').click()")
      #expect(try report.browser.evaluate(visible) == ["state"])
      #expect(try report.browser.evaluate("document.documentElement.scrollWidth") <= 360)
      for key in ["3", "c"] {
        try report.browser.run("document.querySelector('.panes [data-pane=actions]').click()")
        try report.browser.press(key)
        #expect(try report.browser.evaluate(visible) == ["step"], "\(key) shows something there")
      }
      try report.browser.press("?", shift: true)
      #expect(try report.browser.evaluate("page('help').scrollTop === 0 && page('help').open"))
    }
  }

  // MARK: Accessibility

  @Test func everyControlHasARoleAndAName() throws {
    try withReport(of: SampleTrace(steps: 40, seed: 10).text, fragment: "step=7") { report in
      try report.browser.send("Accessibility.enable")
      let nodes = try report.browser.send("Accessibility.getFullAXTree")["nodes"] as? [[String: Any]] ?? []
      func value(_ node: [String: Any], _ key: String) -> String {
        (node[key] as? [String: Any])?["value"] as? String ?? ""
      }
      let shown = nodes.filter { $0["ignored"] as? Bool != true }
      let controls: Set = [
        "button", "checkbox", "combobox", "listbox", "option", "searchbox", "slider", "tab", "tabpanel", "tree",
        "treeitem", "link", "group", "navigation", "search", "region",
      ]
      let nameless = shown.filter { controls.contains(value($0, "role")) && value($0, "name").isEmpty }
      #expect(nameless.isEmpty, "\(nameless.map { value($0, "role") })")
      let roles = Set(shown.map { value($0, "role") })
      for role in ["slider", "tree", "treeitem", "listbox", "option", "tab", "searchbox", "status", "heading"] {
        #expect(roles.contains(role), "\(role) among \(roles.sorted())")
      }
      #expect(try report.text("#status").hasPrefix("Step 7 of 40: "), "changes are announced")
      let active = try report.browser.evaluate(
        "document.getElementById(page('actions').getAttribute('aria-activedescendant')).ariaLabel",
        as: String.self
      )
      #expect(active.hasPrefix("Step 7, "))
    }
  }

  // MARK: Size

  @Test func longTracesAreDrawnWhereTheyAreSeen() throws {
    let trace = try SampleTrace(steps: 3_000, seed: 11)
    try withReport(of: trace.text, fragment: "step=1500", size: (1400, 900)) { report in
      let browser = report.browser
      #expect(try report.text("#position") == "Step 1500 of 3000")
      func elements() throws -> Int { try browser.evaluate("document.querySelectorAll('body *').length") }
      #expect(try elements() < 1500)
      try browser.send("HeapProfiler.collectGarbage")
      let opened = try #require(try browser.send("Runtime.getHeapUsage")["usedSize"] as? Double)
      #expect(opened < 10e6)
      try browser.run("page('expand').click()")
      for key in ["End", "Home", "j", "End", "k"] { try browser.press(key) }
      #expect(try elements() < 1500, "of a long list there are the rows in sight")
      try report.search("queryChanged")
      let found = trace.lines.count { $0.contains(#""name":"queryChanged""#) }
      #expect(try browser.evaluate("report.actions.count") == found)
      try browser.send("HeapProfiler.collectGarbage")
      let heap = try #require(try browser.send("Runtime.getHeapUsage")["usedSize"] as? Double)
      #expect(heap < 20e6)
    }
  }

  @Test func notesSayWhatIsMissing() throws {
    let text = trace(state: "{}") + #"{"kind":"action","st"#
    try withReport(of: text) { (report: ReportReader) throws in
      #expect(try report.text("#notice").contains("the last line is cut"))
    }
    try withReport(of: trace(state: "{}")) { (report: ReportReader) throws in
      #expect(try report.text("#notice") == "The recording has no end: the program was stopped, or still ran.")
      #expect(try report.text("#panel-step").contains("Nothing happened yet."))
    }
  }
}
