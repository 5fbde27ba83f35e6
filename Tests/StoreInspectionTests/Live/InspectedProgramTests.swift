import Foundation
import TestSupport
import Testing

/// What `run --inspect` says when its scripts have ended.
@Suite(.ownThreads) struct EndedScriptTests {
  @Test(arguments: [
    ("--inspect", "Nothing runs any more. The page stays until Ctrl-C.\n"),
    ("--inspect=control", "Nothing runs any more. To send actions, use `repl` or `ui`. The page stays until Ctrl-C.\n"),
  ])
  func thePageStaysAndTheProgramSaysWhatIsPossible(option: String, sentence: String) throws {
    let program = try InspectedProgram(["run", "-", option], input: "send incrementButtonTapped\n", endsInput: true)
    let printed = program.errors { $0.contains("Ctrl-C.\n") }
    #expect(printed.hasSuffix("\n\(sentence)"), "\(printed)")
    let help = try run(["help", "run"], program: "Counter").output
    #expect(help.contains("use `repl` or `ui` with --inspect=control"), "\(help)")
  }
}

/// The page of a running program has what can be made of its session, and goes on from traces.
@Suite(.ownThreads, .enabled(if: Browser.program != nil, "Chromium is not installed"))
final class InspectedProgramTests {
  private let folder = TemporaryFolder()
  private var programs: [InspectedProgram] = []

  /// The page of a program, which ends with the test.
  private func page(
    _ arguments: [String] = ["repl", "--inspect=control"],
    of name: String = "Counter",
    input: String = "",
    endsInput: Bool = false
  ) throws -> Browser {
    let program = try InspectedProgram(arguments, program: name, input: input, endsInput: endsInput)
    programs.append(program)
    let browser = try Browser()
    try browser.open(program.address(after: "The session is shown at "))
    return browser
  }

  @Test func aScriptHasWhatWasTypedAndWhatThePageSent() throws {
    let page = try page(input: "send stepChanged 5\nadvance 1s\n")
    try page.wait(forPosition: "Step 1 of 1")
    #expect(try !page.isHidden("live-script"))
    try page.submit(action: "incrementButtonTapped")
    try page.wait(forPosition: "Step 2 of 2")
    let script = try page.get("script?store=1")
    #expect(script == "send stepChanged 5\nadvance 1s\nsend incrementButtonTapped\n")
    try run(["run", "-"], program: "Counter", input: script + "expect count == 5\n").expect()
    try page.run("location.hash = 'step=1'")
    try page.wait(forPosition: "Step 1 of 2")
    try page.click("live-jump")
    try page.waitAcrossLoads(until: "document.getElementById('position').textContent.endsWith('of 2.1')")
    let refusal = "The page has set the state, which no script can do. Only the trace tells of it."
    #expect(try page.message(after: "live-script") == refusal)
  }

  @Test func aTestIsMadeOfTheSession() throws {
    let page = try page(input: "send stepChanged 5\n")
    try page.wait(forPosition: "Step 1 of 1")
    let test = try page.get("test?store=1")
    #expect(test.contains("await store.send(.stepChanged(5))") && test.contains("session.jsonl"), "\(test)")
    let advice = "The test reads session.jsonl: save the trace in the same folder."
    #expect(try page.message(after: "live-test") == advice)
    try page.submit(action: "incrementButtonTapped")
    try page.wait(forPosition: "Step 2 of 2")
    try page.click("live-reset")
    try page.waitAcrossLoads(until: "document.getElementById('position').textContent.endsWith('of 2.1')")
    let refusal = """
      Counter: no test can be made of session.jsonl
        after step 2 the session went back to step 0, which no test can do
          take what came before it: --to 2
      """
    #expect(try page.message(after: "live-test") == refusal)
  }

  @Test func thePageHasTheScreenOfEachStep() throws {
    let page = try page(["repl", "--inspect"], of: "FaultyProgram", input: "send added \"rice\"\n")
    try page.wait(forPosition: "Step 1 of 1")
    let screen = "document.getElementById('panel-screen').textContent"
    try page.press("4")
    try page.waitAcrossLoads(until: "\(screen).includes('1 kinds, 2 in all')")
    #expect(try page.evaluate("document.querySelectorAll('#panel-screen .differs').length > 0"))
    try page.run("location.hash = 'step=0'")
    try page.waitAcrossLoads(until: "\(screen).includes('0 kinds, 0 in all')")
    // Two screens are compared.
    for key in ["c", "4", "j"] { try page.press(key) }
    try page.waitAcrossLoads(until: "document.querySelectorAll('#panel-screen figure').length === 2")
    #expect(page.complaints == [])
  }

  @Test func aSessionThatPlaysAScriptHasItsScreensAndTrace() throws {
    let page = try page(["run", "-", "--inspect"], input: "send incrementButtonTapped\n", endsInput: true)
    try page.wait(forPosition: "Step 1 of 1")
    for id in ["live-script", "live-test", "live-import-open"] { #expect(try page.isHidden(id), "\(id)") }
    #expect(try !page.isHidden("tab-screen"))
    let refusal = #"{"message":"This program can't make tests. A command line of the feature can: `generate-test`."}"#
    #expect(try page.get("test?store=1") == refusal)
    #expect(try page.get("test?store=9") == #"{"message":"There is no such store."}"#)
  }

  /// Records a session of the counter.
  private func record(_ script: String) throws -> String {
    try run(["repl", "--trace", folder.path("recorded.jsonl")], program: "Counter", input: script).expect(errors: "")
    return try folder.text("recorded.jsonl")
  }

  @Test func aProgramGoesOnFromATrace() throws {
    let trace = try record("send stepChanged 5\nsend incrementButtonTapped\nsend incrementButtonTapped\n")
    let page = try page()
    try page.wait(forPosition: "Step 0 of 0")
    try page.submit(action: "timerButtonTapped")
    try page.wait(forPosition: "Step 1 of 1")
    try page.open(trace: trace)
    try page.wait(forPosition: "Step 0 of 0")
    #expect(try page.count() == 10)
    // It counts on, and the timer of before does not run any more.
    try page.submit(action: "incrementButtonTapped")
    try page.wait(forPosition: "Step 2 of 2")
    #expect(try page.text("panel-step").contains("15"))
    #expect(try !page.get("trace?store=1").contains("timerTicked"))
    try page.open(trace: trace, step: "2")
    try page.wait(forPosition: "Step 0 of 0")
    #expect(try page.count() == 5)
    #expect(page.complaints == [])
  }

  @Test func whatCannotBeGoneOnFromIsRefusedAsByTheCommandLine() throws {
    let trace = try record("send stepChanged 5\nsend incrementButtonTapped\n")
    let page = try page()
    for (name, text, step) in [
      ("other", trace.replacing(#""feature":"Counter""#, with: #""feature":"Clock<b>""#), ""),
      ("foreign", trace.replacing(#""program":"Counter""#, with: #""program":"Abacus""#), ""),
      ("broken", trace.replacing(#""value":5"#, with: #""value":6"#), ""), ("short", trace, "9"),
      ("text", "# A poem\n", ""), ("empty", "", ""),
      ("cut", trace.replacing(#""kind":"action","step":2"#, with: #""kind":"action","step":"#), ""),
    ] {
      let file = folder.path(name)
      try folder.write(text, to: name)
      let run = try run(["repl", "--from", file] + (step.isEmpty ? [] : ["--to", step]), program: "Counter")
      try page.open(trace: text, name: name, step: step)
      #expect(run.status != 0)
      #expect(try page.refusal() + "\n" == run.errors.replacing(file, with: name), "\(name)")
    }
    #expect(try page.evaluate("document.querySelectorAll('#live-import b').length") == 0)
    #expect(try page.count() == 0, "the program is as it was")
    // The browser writes refused requests to its console.
    #expect(page.complaints.allSatisfy { $0.contains("409") })
  }

  @Test func aTraceIsLimited() throws {
    let page = try page()
    try page.open(trace: String(repeating: "x", count: 1 << 20))
    let message = "document.getElementById('live-import-message').textContent"
    try page.waitAcrossLoads(until: "\(message).includes('1:1: error')")
    try page.run(
      """
      const large = new DataTransfer();
      large.items.add(new File([new Uint8Array(2 ** 26 + 1)], 'large.jsonl'));
      document.getElementById('live-file').files = large.files;
      document.querySelector('#live-import [type=submit]').click();
      """
    )
    try page.waitAcrossLoads(until: "\(message) === 'A trace can have 64 MB at most.'")
    // What is not from the page is not even read.
    let status =
      "fetch('trace', { method: 'POST', body: 'x'.repeat(2 ** 21), credentials: 'omit' })"
      + ".then((response) => response.status, () => 413)"
    #expect(try page.evaluate(status) == 413)
  }

  @Test func aSessionThatIsRecordedHasOnlyStatesOfItsOwn() throws {
    let trace = try record("send incrementButtonTapped\n")
    let file = folder.path("trace.jsonl")
    let page = try page(["repl", "--inspect=control", "--trace", file])
    try page.open(trace: trace)
    let refusal = "\(file) records this session, and has only states of its own. Begin one without `--trace`."
    #expect(try page.refusal() == refusal)
  }

  @Test func aPageThatOnlyShowsOpensNoTrace() throws {
    let page = try page(["repl", "--inspect"])
    try page.wait(forPosition: "Step 0 of 0")
    #expect(try page.isHidden("live-control"))
    let status = "fetch('trace?store=1', { method: 'POST', body: '' }).then((response) => response.text())"
    #expect(try page.evaluate(status, as: String.self).contains("This page only shows the stores."))
  }
}

/// A program with `--inspect`, which ends with this object.
final class InspectedProgram {
  private let program: RunningProgram
  private let pipe = Pipe()

  init(_ arguments: [String], program name: String = "Counter", input: String = "", endsInput: Bool = false) throws {
    let errors = pipe.fileHandleForWriting
    program = try RunningProgram(arguments, program: name, input: input, keepsInputOpen: !endsInput, errors: errors)
  }

  /// Reads what it prints to the standard error until a condition is met.
  func errors(until isMet: (String) -> Bool) -> String {
    var printed = ""
    while !isMet(printed) { printed += String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self) }
    return printed
  }

  /// Waits for the addresses of the page and for agents, and returns the one after a text.
  func address(after text: String) throws -> URL {
    let lines = errors { $0.count { $0 == "\n" } >= 2 }.split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix(text) }, "\(lines)")
    return try #require(URL(string: String(line.dropFirst(text.count))), "\(line)")
  }
}

extension Browser {
  /// Sends an action with the form of the page.
  func submit(action: String) throws {
    try waitUntilShown("live-send")
    try run("document.getElementById('live-action').value = \(quoted(action))")
    try run("document.querySelector('#live-send button').click()")
  }

  func get(_ path: String) throws -> String { try evaluate("fetch('\(path)').then((response) => response.text())") }

  /// Goes on from a trace, as a person does.
  func open(trace: String, name: String = "session.jsonl", step: String = "") throws {
    try waitUntilShown("live-import-open")
    try run(
      """
      {
      document.getElementById('live-import').close();
      document.getElementById('live-import-open').click();
      const files = new DataTransfer();
      files.items.add(new File([\(quoted(trace))], \(quoted(name))));
      document.getElementById('live-file').files = files.files;
      document.getElementById('live-step').value = '\(step)';
      document.querySelector('#live-import [type=submit]').click();
      }
      """
    )
  }

  /// The sentence that says why the program does not go on from a trace.
  func refusal() throws -> String {
    try waitUntilShown("live-import-message")
    return try text("live-import-message")
  }

  func message(after id: String) throws -> String {
    try run("document.getElementById('live-message').hidden = true")
    try click(id)
    try waitUntilShown("live-message")
    return try text("live-message")
  }

  func count() throws -> Int? {
    try get("trace?store=1").firstMatch(of: /"state":{"count":(\d+)/).flatMap { Int($0.output.1) }
  }
}

/// A text as JavaScript writes it.
private func quoted(_ text: String) -> String {
  let data = try? JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed)
  return String(decoding: data ?? Data(), as: UTF8.self)
}
