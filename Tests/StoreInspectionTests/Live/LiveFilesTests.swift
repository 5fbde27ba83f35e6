import Foundation
import TestSupport
import Testing

/// The page of a running program has what can be made of its session: its script, its test and its screens.
@Suite(.ownThreads, .enabled(if: Browser.program != nil, "Chromium is not installed"))
struct LiveFilesTests {
  private func hidden(_ id: String, _ program: LiveProgram) throws -> Bool {
    try program.browser.evaluate("document.getElementById('\(id)').hidden")
  }

  /// What the page says after a click.
  private func message(after id: String, _ program: LiveProgram) throws -> String {
    try program.browser.run(
      "document.getElementById('live-message').hidden = true; document.getElementById('\(id)').click()"
    )
    try program.wait(until: "!document.getElementById('live-message').hidden")
    return try program.text("live-message")
  }

  @Test func aScriptHasWhatWasTypedAndWhatThePageSent() throws {
    let program = try LiveProgram(["repl", "--inspect=control"], input: "send stepChanged 5\nadvance 1s\n")
    try program.wait(forPosition: "Step 1 of 1")
    #expect(try !hidden("live-script", program))
    try program.send("incrementButtonTapped")
    try program.wait(forPosition: "Step 2 of 2")
    let script = try program.get("script?store=1")
    #expect(script == "send stepChanged 5\nadvance 1s\nsend incrementButtonTapped\n")
    try run(["run", "-"], program: "Counter", input: script + "expect count == 5\n").expect()
    try program.browser.run("location.hash = 'step=1'")
    try program.wait(forPosition: "Step 1 of 2")
    try program.browser.run("document.getElementById('live-jump').click()")
    try program.wait(until: "document.getElementById('position').textContent.endsWith('of 2.1')")
    #expect(
      try message(after: "live-script", program)
        == "The page has set the state, which no script can do. Only the trace tells of it."
    )
  }

  @Test func aTestIsMadeOfTheSession() throws {
    let program = try LiveProgram(["repl", "--inspect=control"], input: "send stepChanged 5\n")
    try program.wait(forPosition: "Step 1 of 1")
    let test = try program.get("test?store=1")
    #expect(test.contains("await store.send(.stepChanged(5))") && test.contains("session.jsonl"), "\(test)")
    #expect(
      try message(after: "live-test", program) == "The test reads session.jsonl: save the trace in the same folder."
    )
    try program.send("incrementButtonTapped")
    try program.wait(forPosition: "Step 2 of 2")
    try program.browser.run("document.getElementById('live-reset').click()")
    try program.wait(until: "document.getElementById('position').textContent.endsWith('of 2.1')")
    #expect(
      try message(after: "live-test", program)
        == """
        Counter: no test can be made of session.jsonl
          after step 2 the session went back to step 0, which no test can do
            take what came before it: --to 2
        """
    )
  }

  @Test func thePageHasTheScreenOfEachStep() throws {
    let program = try LiveProgram(["repl", "--inspect"], program: "FaultyProgram", input: "send added \"rice\"\n")
    try program.wait(forPosition: "Step 1 of 1")
    let screen = "document.getElementById('panel-screen').textContent"
    try program.browser.press("4")
    try program.wait(until: "\(screen).includes('1 kinds, 2 in all')")
    #expect(try program.browser.evaluate("document.querySelectorAll('#panel-screen .differs').length > 0"))
    try program.browser.run("location.hash = 'step=0'")
    try program.wait(until: "\(screen).includes('0 kinds, 0 in all')")
    // Two screens are compared.
    try program.browser.press("c")
    try program.browser.press("4")
    try program.browser.press("j")
    try program.wait(until: "document.querySelectorAll('#panel-screen figure').length === 2")
    #expect(program.browser.complaints == [])
  }

  @Test func aSessionThatPlaysAScriptHasItsScreensAndTrace() throws {
    let program = try LiveProgram(["run", "-", "--inspect"], input: "send incrementButtonTapped\n", endsInput: true)
    try program.wait(forPosition: "Step 1 of 1")
    for id in ["live-script", "live-test", "live-import-open"] { #expect(try hidden(id, program), "\(id)") }
    #expect(try !hidden("tab-screen", program))
    #expect(
      try program.get("test?store=1")
        == #"{"message":"This program can't make tests. A command line of the feature can: `generate-test`."}"#
    )
    #expect(try program.get("test?store=9") == #"{"message":"There is no such store."}"#)
  }
}
