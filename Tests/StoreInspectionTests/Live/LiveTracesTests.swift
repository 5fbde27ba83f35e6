import Foundation
import TestSupport
import Testing

/// The page of a running program goes on from a trace.
@Suite(.ownThreads, .enabled(if: Browser.program != nil, "Chromium is not installed"))
struct LiveTracesTests {
  private let folder = TemporaryFolder()

  /// Records a session of the counter.
  private func record(_ script: String) throws -> String {
    try run(["repl", "--trace", folder.path("recorded.jsonl")], program: "Counter", input: script).expect(errors: "")
    return try folder.text("recorded.jsonl")
  }

  private func count(_ program: LiveProgram) throws -> Int? {
    let trace = try program.get("trace?store=1")
    return trace.firstMatch(of: /"state":{"count":(\d+)/).flatMap { Int($0.output.1) }
  }

  @Test func aProgramGoesOnFromATrace() throws {
    let trace = try record("send stepChanged 5\nsend incrementButtonTapped\nsend incrementButtonTapped\n")
    let program = try LiveProgram(["repl", "--inspect=control"])
    try program.wait(forPosition: "Step 0 of 0")
    try program.send("timerButtonTapped")
    try program.wait(forPosition: "Step 1 of 1")
    try program.open(trace)
    try program.wait(forPosition: "Step 0 of 0")
    #expect(try count(program) == 10)
    // It counts on, and the timer of before does not run any more.
    try program.send("incrementButtonTapped")
    try program.wait(until: "document.getElementById('position')?.textContent === 'Step 2 of 2'")
    #expect(try program.text("panel-step").contains("15"))
    #expect(try !program.get("trace?store=1").contains("timerTicked"))
    try program.open(trace, step: "2")
    try program.wait(forPosition: "Step 0 of 0")
    #expect(try count(program) == 5)
    #expect(program.browser.complaints == [])
  }

  @Test func whatCannotBeGoneOnFromIsRefusedAsByTheCommandLine() throws {
    let trace = try record("send stepChanged 5\nsend incrementButtonTapped\n")
    let program = try LiveProgram(["repl", "--inspect=control"])
    let broken = trace.replacing(#""value":5"#, with: #""value":6"#)
    for (name, text, step) in [
      ("other", trace.replacing(#""feature":"Counter""#, with: #""feature":"Clock<b>""#), ""),
      ("foreign", trace.replacing(#""program":"Counter""#, with: #""program":"Abacus""#), ""),
      ("broken", broken, ""), ("short", trace, "9"), ("text", "# A poem\n", ""), ("empty", "", ""),
      ("cut", trace.replacing(#""kind":"action","step":2"#, with: #""kind":"action","step":"#), ""),
    ] {
      let file = folder.path(name)
      try folder.write(text, to: name)
      let options = step.isEmpty ? [] : ["--to", step]
      let run = try run(["repl", "--from", file] + options, program: "Counter")
      try program.open(text, name: name, step: step)
      #expect(run.status != 0)
      #expect(try program.refusal() + "\n" == run.errors.replacing(file, with: name), "\(name)")
    }
    #expect(try program.browser.evaluate("document.querySelectorAll('#live-import b').length") == 0)
    #expect(try count(program) == 0, "the program is as it was")
    // The browser writes refused requests to its console.
    #expect(program.browser.complaints.allSatisfy { $0.contains("409") })
  }

  @Test func aTraceIsLimited() throws {
    let program = try LiveProgram(["repl", "--inspect=control"])
    try program.open(String(repeating: "x", count: 1 << 20))
    try program.wait(until: "document.getElementById('live-import-message').textContent.includes('1:1: error')")
    try program.browser.run(
      """
      const large = new DataTransfer();
      large.items.add(new File([new Uint8Array(2 ** 26 + 1)], 'large.jsonl'));
      document.getElementById('live-file').files = large.files;
      document.querySelector('#live-import [type=submit]').click();
      """
    )
    try program.wait(
      until: "document.getElementById('live-import-message').textContent === 'A trace can have 64 MB at most.'"
    )
    // What is not from the page is not even read.
    let status =
      "fetch('trace', { method: 'POST', body: 'x'.repeat(2 ** 21), credentials: 'omit' })"
      + ".then((response) => response.status, () => 413)"
    #expect(try program.browser.evaluate(status) == 413)
  }

  @Test func aSessionThatIsRecordedHasOnlyStatesOfItsOwn() throws {
    let trace = try record("send incrementButtonTapped\n")
    let file = folder.path("trace.jsonl")
    let program = try LiveProgram(["repl", "--inspect=control", "--trace", file])
    try program.open(trace)
    #expect(
      try program.refusal()
        == "\(file) records this session, and has only states of its own. Begin one without `--trace`."
    )
  }

  @Test func aPageThatOnlyShowsOpensNoTrace() throws {
    let program = try LiveProgram(["repl", "--inspect"])
    try program.wait(forPosition: "Step 0 of 0")
    #expect(try program.browser.evaluate("document.getElementById('live-control').hidden"))
    let status = "fetch('trace?store=1', { method: 'POST', body: '' }).then((response) => response.text())"
    #expect(try program.browser.evaluate(status, as: String.self).contains("This page only shows the stores."))
  }
}
