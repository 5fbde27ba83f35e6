import Dependencies
import Foundation
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreTrace

@Suite(.ownThreads, .enabled(if: Browser.program != nil, "Chromium is not installed"))
struct ReportTests: ReportTesting {
  let folder = TemporaryFolder()

  @Test(arguments: randomSeeds(1)) func shownStatesAreTheTraces(seed: UInt64) throws {
    var random = SeededRandomNumberGenerator(seed: seed)
    let steps = [0, 1, 400] + (0..<2).map { _ in Int.random(in: 2..<400, using: &random) }
    let trace = try SampleTrace(steps: 400, seed: seed, keeping: Set(steps))
    try withReport(of: trace.text, size: (1400, 4000)) { report in
      #expect(try report.evaluate("document.getElementsByClassName('frame').length") > 1, "has key frames")
      for step in steps {
        try report.run("location.hash = 'step=\(step)'")
        try report.wait(until: "report.entry === \(step)")
        #expect(try JSONValue.parsed(report.state()) == trace.states[step], "after step \(step)")
      }
    }
  }

  @Test func changesAreMarkedAndListed() throws {
    let text = trace(
      state: #"{"count": 1, "rows": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}], "gone": true}"#,
      action(
        1,
        "changed",
        patch: #"[{"op":"replace","path":"/count","value":2},{"op":"remove","path":"/rows/0"},"#
          + #"{"op":"replace","path":"/rows/0/name","value":"c"},{"op":"add","path":"/rows/1","value":{"id":3}},"#
          + #"{"op":"remove","path":"/gone"}]"#
      )
    )
    try withReport(of: text, fragment: "step=1") { report in
      let parts = "[...element.querySelectorAll('.link, .kind, .old, .new')].map((e) => e.textContent).join(' | ')"
      let changes = [
        "count | changed | 1 | 2", #"rows[0] | removed | {id: 1, name: "a"}"#,
        #"rows[0].name | changed | "b" | "c""#, "rows[1] | added | {id: 3}", "gone | removed | true",
      ]
      #expect(try report.map("#panel-step .change", parts) == changes)
      let row = "element.closest('[role=treeitem]').querySelector('.key').textContent"
      let marks = try report.map("#state [role=treeitem] .mark", "`${\(row)} ${element.textContent}`")
      #expect(marks == ["state 1 removed", "count changed", "rows 1 removed", "name changed", "1 added"])
    }
  }

  @Test func allFindsInTheStateAreReached() throws {
    let rows = Array(repeating: "\"row\"", count: 1200).joined(separator: ",")
    let text = trace(state: #"{"rows":[\#(rows)]}"#, action(1, "cleared", patch: replacing("/rows", #"["row"]"#)))
    try withReport(of: text) { report in
      try report.enter("\"row", into: "find")
      #expect(try report.text("#found") == "1 of more than 1,000")
      #expect(try report.evaluate("Array(1300).fill(0).map(() => report.tree.search('\"row').index).at(-1)") == 101)
      try report.run("report.goTo(1)")
      #expect(try report.text("#found") == "1 found", "what was counted is gone")
      // Where nothing hovers, the buttons of the current row can be tapped.
      try report.run("page('state').focus()")
      let display = "getComputedStyle(document.querySelector('#state .current .row-buttons')).display"
      #expect(try report.evaluate(display) == "flex")
    }
  }

  @Test func aNumberIsDrawnOverAllSteps() throws {
    func count(_ step: Int, _ name: String, _ count: Int) -> String {
      action(step, name, patch: replacing("/count", "\(count)"))
    }
    // Numbers that are none of a double's.
    let (first, last) = (9_007_199_254_740_993, 9_007_199_254_740_999)
    let (second, third) = (count(2, "tapped", first + 2), count(3, "counted", first + 4))
    let text = trace(state: #"{"count":\#(first)}"#, action(1, "named"), second, third, count(4, "tapped", last))
    try withReport(of: text) { report in
      try report.run("report.tree.chart(['count'])")
      try report.wait(until: "document.querySelector('#chart svg') !== null")
      #expect(try report.text("#chart .meta") == "From \(first) to \(last), 3 changes, beginning with \(first).")
      #expect(try report.texts("#chart li .link") == ["step 2 tapped", "step 3 counted", "step 4 tapped"])
      try report.run("document.querySelector('#chart li .link').click()")
      #expect(try report.evaluate("report.entry === 2 && !page('chart').open"))
    }
  }

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
      action(
        1,
        nasty,
        action: #"{"\#(nasty)":"\#(nasty)"}"#,
        patch: #"[{"op":"replace","path":"/__proto__/attacked","value":"\#(nasty)"},"#
          + #"{"op":"add","path":"/__proto__/toString","value":9007199254740995}]"#
      ),
      #"{"kind":"started","effect":1,"name":"\#(nasty)","location":"\#(nasty)","cause":1,"cancellationIDs":["\#(nasty)"]}"#,
      #"{"kind":"call","effect":1,"dependency":"\#(nasty)","arguments":["\#(nasty)"],"error":"\#(nasty)"}"#,
      #"{"kind":"jump","step":0,"patch":\#(replacing("/__proto__", "{}"))}"#,
      #"{"kind":"finished","effect":1}"#
    )
    var reader = try TraceReader(name: "trace", InputLines(Array(text.utf8)))
    var state = reader.header.state
    var states = [state]
    while let (record, _) = try reader.next() {
      if case .action(let action) = record.content { try action.patch.apply(to: &state) }
      if case .jump(_, let patch) = record.content { try patch.apply(to: &state) }
      if states.last != state { states.append(state) }
    }
    try withReport(of: text) { report in
      #expect(states.count == 3)
      for (key, state) in zip(["0", "1", "1.1"], states) {
        try report.run("location.hash = 'step=\(key)'")
        try report.wait(until: "report.recording.keys[report.entry] === '\(key)'")
        #expect(try JSONValue.parsed(report.state()) == state, "after step \(key)")
      }
      try report.run("report.goTo(1); report.selectEffect(0, true)")
      #expect(try report.text("#effect h2").hasPrefix(#"</script><img src=x onerror="window.attacked=1">"#))
      #expect(try report.text("#effect h2").contains(#"\u{2028}\u{2029}\u{0000}\u{202E}"#), "what does not show, too")
      try report.press("3")
      try report.run("dispatchEvent(new Event('beforeprint'))")
      #expect(try report.text("title").hasPrefix("</script><img"))
      #expect(try report.evaluate("document.querySelectorAll('img, iframe, [onerror]').length") == 0)
      #expect(try report.evaluate("window.attacked === undefined && ({}).attacked === undefined"))
    }
  }

  @Test func markupFromTheTraceCouldNotRun() throws {
    let page = folder.url.appending(path: "report.html")
    var bytes: [UInt8] = []
    var report = Report(try TraceReader(name: "trace", InputLines(Array(trace().utf8))))
    try report.write { bytes += $0 }
    // Markup in the page as if text of the trace had not been escaped.
    let attack = #"<img src="x" onerror="attacked = 1"><script>attacked = 2</script><p id="end"></p></body>"#
    let text = String(decoding: bytes, as: UTF8.self).replacing("</body>", with: attack)
    try folder.write(text, to: "report.html")
    let browser = try Browser()
    try browser.open(page)
    #expect(try browser.evaluate("document.getElementById('end') !== null && window.attacked === undefined"))
    #expect(try browser.evaluate("fetch('https://example.com').then(() => 'loaded', () => 'refused')") == "refused")
    let sink = "(() => { try { document.body.innerHTML = '<b>'; return 'set' } catch (error) { return error.name } })()"
    #expect(try browser.evaluate(sink) == "TypeError", "no text becomes markup")
    #expect(browser.complaints.contains { $0.contains("Content Security Policy") })
  }

  @Test func stepsSayWhyObserversWereTold() throws {
    let first = #"{"kind":"notified","of":["State.query","State.<b>"]}"#
    let others = #"{"kind":"notified","of":["State.query"],"count":40}"#
    try withReport(of: trace(action(1, "a"), first, others, action(2, "b"))) { report in
      try report.run("report.goTo(1)")
      #expect(try report.texts(".observed li") == ["State.query", "State.<b>", "40 more"])
      try report.run("report.goTo(2)")
      #expect(try report.texts(".observed li") == [])
    }
  }

  @Test func actionsAreFilteredAndFound() throws {
    func record(_ step: Int, _ name: String, _ origin: String, _ payload: String, _ path: String) -> String {
      let patch = #"[{"op":"add","path":"\#(path)","value":1}]"#
      return action(step, name, origin, action: #"{"\#(name)":{"_0":"\#(payload)"}}"#, patch: patch)
    }
    let text = trace(
      state: #"{"list": {}}"#,
      record(1, "list.search", #""user""#, "Zebra", "/list/query"),
      #"{"kind":"started","effect":1,"name":null,"location":"Cart.swift:1","cause":1}"#,
      record(2, "list.loaded", #"{"effect":1}"#, "zebras and okapis", "/list/rows"),
      record(3, "list.sorted", #"{"reducer":2}"#, "up", "/list/order"),
      #"{"kind":"section","title":"Leaving"}"#,
      record(4, "close", #""user""#, "now", "/closed")
    )
    try withReport(of: text) { report in
      #expect(try report.actions() == ["Start", "list.search", "list.loaded", "list.sorted", "close"])
      #expect(try report.text("#actions .section-row") == "Leaving")
      // Payloads, in either case; all words; changed paths.
      for (words, actions) in [
        ("zebra", ["list.search", "list.loaded"]), ("okapi zebra", ["list.loaded"]), ("list.order", ["list.sorted"]),
      ] {
        try report.search(words)
        #expect(try report.actions() == actions, "\(words)")
      }
      try report.search("nothing like it")
      #expect(try report.evaluate("!document.getElementById('no-actions').hidden && page('actions').hidden"))
      try report.run("page('clear-filter').click(); report.filtered")
      #expect(try report.actions().count == 5)
      #expect(try report.text("#status") == "5 steps listed")

      func click(_ origin: Int) throws {
        try report.run("document.querySelector('[data-origin=\"\(origin)\"]').click(); report.filtered")
      }
      try click(0)
      #expect(try report.actions() == ["Start", "list.loaded", "list.sorted"])
      try click(1)
      #expect(try report.actions() == ["Start", "list.sorted"])
      for origin in [0, 1] { try click(origin) }
      try report.enter("list", into: "name", event: "change")
      try report.run("report.filtered")
      #expect(try report.actions() == ["list.search", "list.loaded", "list.sorted"])
      #expect(try report.text("#shown") == "3 of 5")
      try report.run("page('actions').focus()")
      try report.press("j", "j")
      #expect(try report.evaluate("report.entry") == 2, "steps that are not listed are passed over")
      try report.run("report.goTo(0); page('state').focus(); report.search('list.query'); report.filtered")
      #expect(try report.actions() == ["list.search"])
    }
  }

  @Test func keysStepThroughTheTrace() throws {
    try withReport(of: SampleTrace(steps: 250, seed: 3).text) { report in
      func entry() throws -> Int { try report.evaluate("report.entry") }
      for (key, step) in [
        ("j", 1), ("ArrowRight", 2), ("ArrowDown", 3), ("k", 2), ("ArrowLeft", 1), ("Home", 0), ("End", 250),
        ("j", 250),
      ] {
        try report.press(key)
        #expect(try entry() == step, "\(key)")
      }
      #expect(try report.evaluate("page('next').disabled && page('last').disabled && !page('previous').disabled"))
      try report.press("Home", "/")
      #expect(try report.evaluate("document.activeElement.id") == "search")
      try report.press("j", "?", " ")
      #expect(try report.evaluate("page('search').value") == "j? ", "in the search field keys are text")
      try report.press("Escape")
      #expect(try report.evaluate("page('search').value") == "")
      try report.press("Escape")
      #expect(try report.evaluate("document.activeElement.id") == "actions")
      try report.press("PageDown")
      #expect(try entry() > 3)
      try report.browser.press("?", shift: true)
      #expect(try report.evaluate("page('help').open"))
      try report.press("j", "Escape")
      #expect(try report.evaluate("!page('help').open"))
      try report.run("page('speed').value = 60; report.goTo(245)")
      try report.press(" ")
      #expect(try report.evaluate("page('play').ariaLabel") == "Pause")
      try report.wait(until: "report.entry === 250 && page('play').ariaLabel === 'Play'")
      try report.enter("42", into: "slider")
      #expect(try entry() == 42)
      #expect(try report.text("#position") == "Step 42 of 250")
      #expect(try report.evaluate("page('slider').getAttribute('aria-valuetext').startsWith('step 42 ')"))
      try report.run("page('state').focus()")
      let path = "report.tree.nodes[report.tree.list.current].path"
      try report.press("Home", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight")
      #expect(try report.evaluate(path) == "/rows/0")
      // The row is open because it has changed in this step.
      try report.press("ArrowLeft", "ArrowLeft", "ArrowLeft")
      #expect(try report.evaluate("\(path) === '/rows' && !report.tree.nodes[report.tree.list.current].isOpen"))
      #expect(try entry() == 42, "arrow keys in the tree are the tree's")
      try report.press("j")
      #expect(try entry() == 43)
    }
  }

  @Test func noKeyIsATrap() throws {
    try withReport(of: SampleTrace(steps: 20, seed: 4).text) { report in
      var visited: [String] = []
      let focus = "document.activeElement.id || document.activeElement.textContent.trim().slice(0, 30)"
      repeat {
        try report.press("Tab")
        visited.append(try report.evaluate(focus))
      } while visited.count < 200 && (visited.last != visited.first || visited.count == 1)
      #expect(visited.count < 200 && visited.last == visited.first, "\(visited)")
      for name in ["slider", "timeline", "search", "actions", "tab-step", "state"] {
        #expect(visited.contains(name), "\(name) among \(visited)")
      }
    }
  }

  @Test func linksLeadToSteps() throws {
    try withReport(of: SampleTrace(steps: 30, seed: 5).text, fragment: "step=12") { report in
      #expect(try report.text("#position") == "Step 12 of 30")
      try report.run("document.querySelector('#actions [aria-label^=\"Step 11,\"]').click()")
      #expect(try report.evaluate("location.hash") == "#step=11")
      try report.press("j", "j", "j")
      try report.wait(until: "location.hash === '#step=14'")
      for (direction, entry) in [("back", 11), ("back", 12), ("forward", 11)] {
        try report.run("history.\(direction)()")
        try report.wait(until: "report.entry === \(entry)")
      }
      try report.run("location.hash = '#step=99'")
      try report.wait(until: "page('status').textContent === 'There is no step 99.'")
      #expect(try report.evaluate("report.entry") == 0)
      #expect(try report.text("#notice").contains("There is no step 99."), "a person sees it too")
      try report.run("location.hash = '#step=3&from=abc'")
      try report.wait(until: "page('notice').textContent.includes('There is no step abc.')")
      try report.press("j")
      #expect(try !report.text("#notice").contains("There is no step"))
    }
  }

  @Test func effectsHaveCauseAndDuration() throws {
    func record(_ kind: String, _ time: Double, _ rest: String) -> String {
      #"{"kind":"\#(kind)",\#(rest),"time":\#(time),"wall":\#(time)}"#
    }
    let text = trace(
      record("action", 0, #""step":1,"name":"open","action":{"open":{}},"origin":"user","patch":[]"#),
      record("started", 0, #""effect":1,"name":"Load","location":"Cart/Cart.swift:7","cause":1,"cancellationIDs":[]"#),
      record("started", 0, #""effect":2,"name":"Wait","location":"Cart/Cart.swift:8","cause":1"#),
      record("started", 0, #""effect":3,"name":null,"location":"Cart/Cart.swift:9","cause":1"#),
      record("call", 0.2, #""effect":1,"dependency":"client.load","arguments":["a"],"result":{"rows":3}"#),
      record("action", 0.25, #""step":2,"name":"loaded","action":{"loaded":{}},"origin":{"effect":1},"patch":[]"#),
      record("finished", 0.25, #""effect":1"#),
      record("cancelled", 1.5, #""effect":2"#),
      record("end", 2, #""status":0"#)
    )
    try withReport(of: text, fragment: "step=2") { report in
      #expect(try report.text("#panel-step .meta").hasPrefix("sent by effect 1 “Load”, which step 1 open started"))
      try report.run("page('timeline').focus()")
      let option = "1 of 3: Effect 1 “Load”, finished, started by step 1 open, 250 ms on the session’s clock"
      let rest = ", 250 ms of real time, sent 1 action, Cart/Cart.swift:7"
      #expect(try report.text("#timeline-option") == option + rest)
      #expect(try report.evaluate("!page('tooltip').hidden"))
      try report.press("ArrowRight")
      #expect(try report.text("#timeline-option").contains("“Wait”, cancelled, started by step 1 open, 1.5 s"))
      try report.press("ArrowRight")
      #expect(try report.text("#timeline-option").contains("Effect 3, still running at the end"))
      try report.press("Home", "Enter")
      #expect(try report.evaluate("!page('panel-effects').hidden"))
      let detail = try report.text("#effect")
      for part in ["Load", "finished", "step 1 open", "250 ms", "Cart/Cart.swift:7", "step 2 loaded", "client.load"] {
        #expect(detail.contains(part), "\(part) in \(detail)")
      }
      try report.press("3")
      #expect(try report.text("#call").contains("{rows: 3}"))
      #expect(try report.evaluate("report.calls.count") == 1)
      let lanes = "layoutLanes([{start: 0, end: 2}, {start: 0, end: 9}, {start: 1, end: 3}, {start: 2, end: 4}]).lanes"
      #expect(try report.evaluate(lanes) == [0, 1, 2, 0], "what runs at the same time is side by side")
      for axis in ["time", "wall", "steps"] {
        try report.enter(axis, into: "axis", event: "change")
        try report.run("for (const key of ['zoom-in', 'zoom-out', 'zoom-fit']) page(key).click()")
        try report.run("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
      }
      let place = "(({ left, top }) => [left, top])(page('timeline').getBoundingClientRect())"
      let bounds: [Double] = try report.evaluate(place)
      let position: [String: Any] = ["x": bounds[0] + 900, "y": bounds[1] + 44 + 20 + 10]
      try report.browser.send("Input.dispatchMouseEvent", position.merging(["type": "mouseMoved"]) { $1 })
      #expect(try report.text("#tooltip").hasPrefix("Effect 2 “Wait”, cancelled\nstarted by step 1 open\n1.5 s"))
    }
  }

  @Test func themesFollowTheSystemAndTheSwitch() throws {
    try withReport(of: SampleTrace(steps: 5, seed: 6).text) { report in
      func background() throws -> String { try report.evaluate("getComputedStyle(document.body).backgroundColor") }
      func emulate(_ scheme: String) throws {
        let feature = ["name": "prefers-color-scheme", "value": scheme]
        try report.browser.send("Emulation.setEmulatedMedia", ["features": [feature]])
      }
      try emulate("light")
      let light = try background()
      try emulate("dark")
      let dark = try background()
      #expect(light != dark)
      try report.press("t")
      #expect(try background() == light, "the switch wins")
      try report.press("t")
      try emulate("light")
      #expect(try background() == dark)
      try report.press("t")
      #expect(try background() == light)
    }
  }

  @Test(arguments: ["light", "dark"]) func textHasContrast(theme: String) throws {
    try withReport(of: SampleTrace(steps: 60, seed: 7).text, fragment: "step=40") { report in
      try report.run("report.setTheme('\(theme)'); report.selectEffect(0)")
      // The contrast of each visible text with its background, as defined in WCAG.
      let poor: [String] = try report.evaluate(
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
        """#
      )
      #expect(poor == [])
    }
  }

  @Test func printsASummaryAndTheChanges() throws {
    try withReport(of: SampleTrace(steps: 20, seed: 8).text) { report in
      let pdf = try report.browser.send("Page.printToPDF", ["printBackground": true])["data"] as? String ?? ""
      #expect(Data(base64Encoded: pdf)?.starts(with: Array("%PDF".utf8)) == true)
      try report.run("dispatchEvent(new Event('beforeprint'))")
      try report.browser.send("Emulation.setEmulatedMedia", ["media": "print"])
      #expect(try report.evaluate("document.querySelectorAll('#print article').length") == 21)
      #expect(try report.evaluate("document.querySelectorAll('#print .change').length") > 20)
      #expect(try report.text("#print").contains("20 actions"))
      #expect(try report.evaluate("getComputedStyle(document.querySelector('main')).display") == "none")
      try report.browser.send("Emulation.setEmulatedMedia", ["media": ""])
      try report.run("dispatchEvent(new Event('afterprint'))")
      #expect(try report.evaluate("page('print').hidden && page('print').childElementCount === 0"))
    }
  }

  @Test func narrowWindowsHaveOnePaneAtATime() throws {
    try withReport(of: SampleTrace(steps: 20, seed: 9).text, size: (360, 640)) { report in
      let panes = "[...document.querySelectorAll('.pane')].filter((pane) => pane.checkVisibility())"
      let visible = "\(panes).map((pane) => pane.classList[1])"
      #expect(try report.evaluate(visible) == ["actions"])
      try report.run("document.querySelector('.panes [data-pane=state]').click()")
      #expect(try report.evaluate(visible) == ["state"])
      #expect(try report.evaluate("document.documentElement.scrollWidth") <= 360)
      for key in ["3", "c"] {
        try report.run("document.querySelector('.panes [data-pane=actions]').click()")
        try report.press(key)
        #expect(try report.evaluate(visible) == ["step"], "\(key) shows something there")
      }
      try report.browser.press("?", shift: true)
      #expect(try report.evaluate("page('help').scrollTop === 0 && page('help').open"))
    }
  }

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
      let active = "document.getElementById(page('actions').getAttribute('aria-activedescendant')).ariaLabel"
      #expect(try report.evaluate("\(active).startsWith('Step 7, ')"))
    }
  }

  @Test func longTracesAreDrawnWhereTheyAreSeen() throws {
    let trace = try SampleTrace(steps: 3_000, seed: 11)
    try withReport(of: trace.text, fragment: "step=1500") { report in
      #expect(try report.text("#position") == "Step 1500 of 3000")
      func elements() throws -> Int { try report.evaluate("document.querySelectorAll('body *').length") }
      #expect(try elements() < 1500)
      try report.browser.send("HeapProfiler.collectGarbage")
      let opened = try #require(try report.browser.send("Runtime.getHeapUsage")["usedSize"] as? Double)
      #expect(opened < 10e6)
      try report.run("page('expand').click()")
      try report.press("End", "Home", "j", "End", "k")
      #expect(try elements() < 1500, "of a long list there are the rows in sight")
      try report.search("queryChanged")
      let found = trace.lines.count { $0.contains(#""name":"queryChanged""#) }
      #expect(try report.evaluate("report.actions.count") == found)
      try report.browser.send("HeapProfiler.collectGarbage")
      let heap = try #require(try report.browser.send("Runtime.getHeapUsage")["usedSize"] as? Double)
      #expect(heap < 20e6)
    }
  }

  @Test func notesSayWhatIsMissing() throws {
    try withReport(of: trace() + #"{"kind":"action","st"#) { (report: ReportReader) throws in
      #expect(try report.text("#notice").contains("the last line is cut"))
    }
    try withReport(of: trace()) { (report: ReportReader) throws in
      #expect(try report.text("#notice") == "The recording has no end: the program was stopped, or still ran.")
      #expect(try report.text("#panel-step").contains("Nothing happened yet."))
    }
  }
}
