import Store
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreScript

private func play(_ script: String, _ options: [String] = []) async throws -> Run {
  try await Sampler.program.play(script: script, options)
}

private func player(_ printout: Printout, isColored: Bool = false) -> ScriptPlayer<Sampler> {
  ScriptPlayer(isLive: false, console: printout.console(isColored: isColored), setup: Sampler.program.setup)
}

struct ScriptPlayerTests {
  @Test func aTranscriptSaysWhatHappenedAndWhy() async throws {
    let script = """
      send rows[id: 2].toggled
      send queryChanged "a"  # the first search is cancelled
      send queryChanged "b"
      advance 300ms
      await searchResponse
      expect results == ["b", "B"]
      show rows[id: 2]
      send queryChanged "c"
      send listenButtonTapped
      """
    let transcript = """
      Sampler on mock values and a virtual clock

         1  send rows[id: 2].toggled
              rows[id: 2].toggled sent by the user
                ~ rows[id: 2].isDone: false → true

         2  send queryChanged "a"
              queryChanged "a" sent by the user
                ~ query: "" → "a"
              searchStarted received from the reducer, after queryChanged
                no change
              effect 1 "search" started by queryChanged
              effect 1 "search" is asleep on a TestClock until 300 ms (now 0 s)

         3  send queryChanged "b"
              queryChanged "b" sent by the user
                ~ query: "a" → "b"
              effect 1 "search" cancelled
              searchStarted received from the reducer, after queryChanged
                no change
              effect 2 "search" started by queryChanged
              effect 2 "search" is asleep on a TestClock until 300 ms (now 0 s)

         4  advance 300ms
              the clock shows 300 ms
              searchResponse.success ["b", "B"] received from effect 2 "search", started by queryChanged
                + results[0]: "b"
                + results[1]: "B"
              effect 2 "search" finished

         5  await searchResponse
              ✓ searchResponse.success was received

         6  expect results == ["b", "B"]
              ✓ results is ["b", "B"]

         7  show rows[id: 2]
              {"id": 2, "title": "b", "isDone": true}

         8  send queryChanged "c"
              queryChanged "c" sent by the user
                ~ query: "b" → "c"
              searchStarted received from the reducer, after queryChanged
                no change
              effect 3 "search" started by queryChanged
              effect 3 "search" is asleep on a TestClock until 600 ms (now 300 ms)

         9  send listenButtonTapped
              listenButtonTapped sent by the user
                no change
              effect 4 "listen" started by listenButtonTapped
              effect 4 "listen" is waiting for something other than the clock

      2 effects still run:
        effect 3 "search" is asleep on a TestClock until 600 ms (now 300 ms)
        effect 4 "listen" is waiting for something other than the clock
      9 steps, 5 actions sent, 4 received, 1 expectation, 0 failed

      """
    try await play(script).expect(output: transcript, errors: "")
  }

  @Test func screensAndChangesAreColored() async throws {
    let printout = Printout()
    var player = player(printout, isColored: true)
    player.setup.screen = { state, _ in
      var screen = Screen<Sampler.Action>("Sampler", width: 20)
      screen.line("query: \(state.query)", .failure)
      return screen
    }
    #expect(await player.play(try script("send queryChanged \"a\"\nscreen\nadvance 1s")) == .passed)
    let screen = """
              \u{1B}[1mSampler\u{1B}[0m
              \u{1B}[2m────────────────────\u{1B}[0m
              \u{1B}[31mquery: a\u{1B}[0m

      """
    let changes = ["\u{1B}[32m  + results[0]: \"a\"\u{1B}[0m", "\u{1B}[2mthe clock shows 300 ms\u{1B}[0m"]
    for text in [screen] + changes.map({ "\n        \($0)\n" }) { #expect(printout.output.contains(text)) }
  }

  @Test func everyRunIsTheSame() async throws {
    let text = """
      send tickButtonTapped 3
      send stampButtonTapped
      advance 1.5s
      send queryChanged "x"
      advance 1h
      send stampButtonTapped
      show
      """
    let first = try await play(text)
    // The date goes with the clock.
    first.expect(texts: ["00000000-0000-0000-0000-000000000001", "\"2026-01-01T01:00:01.500Z\""])
    for _ in 0..<20 { #expect(try await play(text) == first) }
  }

  @Test func awaitMovesTheVirtualClock() async throws {
    let script = """
      send tickButtonTapped 100
      await ticked
      await ticked
      expect count == 2
      advance 5s
      expect count == 7
      await ticked
      expect count == 7
      send stopButtonTapped
      """
    // The effect has no name.
    let effect = "effect 1 (StoreInspectionTests/Samples.swift:"
    let summary = "\n9 steps, 2 actions sent, 7 received, 3 expectations, 0 failed\n"
    try await play(script).expect(texts: [summary, effect])
  }

  @Test(arguments: [[], ["--live"]])
  func awaitMatchesPathsAndTheirBeginnings(_ options: [String]) async throws {
    let script = "send queryChanged \"\"\nawait searchResponse.failure\nsend queryChanged \"a\"\nawait searchResponse"
    try await play(script, options).expect()
    let message = """
      main.script:2:7: error: no `searchResponse.success` was received, and no effect runs that could send it
        await searchResponse.success within 1000h
              ^~~~~~~~~~~~~~~~~~~~~~
        received, and not awaited:
          searchStarted
          searchResponse.failure "no query"
        no effect runs

      """
    try await play("send queryChanged \"\"\nawait searchResponse.success within 1000h", options)
      .expect(.failed, errors: message)
  }

  /// The first `await` waits until its limit. Its effect then counts as an observer, for which no later `await` waits.
  @Test func anObserverIsWaitedForOnce() async throws {
    let script = "send listenButtonTapped\nawait ticked within 1ms\nawait ticked within 1000h"
    let errors = ["1 ms", "1000 h"].map { "error: no `ticked` was received within \($0)\n" }
    let effect = "\n  effect 1 \"listen\" is waiting for something other than the clock\n"
    try await play(script, ["--keep-going"]).expect(.failed, texts: errors + [effect])
  }

  @Test(arguments: [[], ["--live"]]) func anEffectMayLeaveTheStoresActor(_ options: [String]) async throws {
    let context = options.isEmpty ? "mock" : "live"
    let script = """
      send contextButtonTapped
      expect query == "\(context)"
      advance 1ns
      send detachButtonTapped
      await countChanged within 1m
      expect count == 42
      send listenButtonTapped
      """
    try await play(script, options)
      .expect(texts: ["Sampler on \(context) values", "1 effect still runs:\n  effect 2 \"listen\""])
  }

  @Test(arguments: [
    ("send listenButtonTapped\nawait ticked within 24h\nshow", "waiting for ticked"),
    ("send spinButtonTapped\nshow", "effect 1 \"spin\" started"),
    ("send tickButtonTapped {\"times\": 1000000000}\nadvance 876000h", "the clock shows 10 s"),
  ])
  func interruption(text: String, moment: String) async throws {
    let (moments, arrival) = AsyncStream.makeStream(of: Void.self)
    let printout = Printout { if $0.contains(moment) { arrival.yield() } }
    let script = try script(text)
    let run = Task { await player(printout).play(script) }
    for await _ in moments { break }
    run.cancel()
    #expect(await run.value == .interrupted && printout.errors.hasSuffix(": interrupted\n"))
    #expect(printout.output.hasSuffix(", 0 failed\n"))
  }

  @Test(arguments: ["loop", "loopOfEffects", "loopOfEffectsThatFollow"], [[], ["--live"]])
  func endlessActionsAreStoppedWhereTheyBegan(_ name: String, _ options: [String]) async throws {
    var program = Sampler.program
    program.setup.actionLimit = 100
    let message = """
      main.script:2:1: error: the actions do not come to rest: they were stopped after 100
        send \(name)
        ^\(String(repeating: "~", count: name.count + 4))
        the last one is `\(name == "loopOfEffectsThatFollow" ? "searchStarted" : name)`
        this usually is an action whose effect sends the same action again, and nothing waits in between

      """
    try await program.play(script: "send countChanged 1\nsend \(name)\nsend countChanged 2", options)
      .expect(.failed, errors: message)
    // Actions that a person sends one after another are no loop.
    try await program.play(script: "repeat 300 { send countChanged $index }\nexpect count == 299", options).expect()
  }

  @Test func failuresSayWhatWasExpected() async throws {
    let script = """
      expect count > 3
      expect query contains "x"
      expect query matches /^x/
      expect error != null
      expect sheet == .help
      expect count matches /1/
      expect rows[2].id == 3
      send ratioChanged "NaN"
      expect ratio == "NaN"
      """
    let run = try await play(script, ["--keep-going"])
    run.expect(.failed)
    let lines = [
      "  expected: > 3", "  actual:   0", "  expected: something that contains \"x\"", "  actual:   \"\"",
      "  expected: a text that matches /^x/", "  actual:   \"\"", "  expected: anything but null", "  actual:   null",
      "  expected: .help", "  actual:   null", "  expected: a text that matches /1/", "  actual:   0",
      "  `matches` is about texts, and the actual value is a number",
    ]
    let failures = (1...6).map { "main.script:\($0):8: error: expectation failed" }
    #expect(run.mistakes == failures + ["main.script:7:12: error: there is no [2]: `rows` has 2 elements"])
    let written = run.errors.split(separator: "\n").filter { $0.contains("expected:") || $0.contains("actual") }
    #expect(written.map(String.init) == lines)
  }

  @Test func goingOn() async throws {
    let text = """
      expect count == 1
      await ticked within 2s
      send tickButtonTapped 1
      await ticked
      let id = stamps[0].id
      expect stamps[id: $id].number == 1
      send countChanged 2
      expect count == 2
      """
    let summary = "\n1 of 8 steps, 0 actions sent, 0 received, 1 expectation, 1 failed\n"
    let message = "main.script:1:8: error: expectation failed\n  expect count == 1\n         ^~~~~~~~~~\n"
    let values = ["  expected: 1\n  actual:   0\n", "   1  expect count == 1\n        ✗ count is 0\n"]
    try await play(text).expect(.failed, texts: [message, summary] + values)
    let outcome = try await play(text, ["--keep-going"])
    let skipped = "   6  expect stamps[id: $id].number == 1\n        skipped: there is no $id\n"
    let all = "\n8 steps, 2 actions sent, 1 received, 2 expectations, 3 failed, 1 skipped\n"
    outcome.expect(.failed, texts: [skipped, all])
    let mistakes = [
      "1:8: error: expectation failed",
      "2:7: error: no `ticked` was received, and no effect runs that could send it",
      "5:16: error: there is no [0]: `stamps` has 0 elements",
    ]
    #expect(outcome.mistakes == mistakes.map { "main.script:" + $0 })
  }

  /// A wrong statement counts more than one that fails.
  @Test func variablesOfAnotherTypeAreFoundWhenTheyAreSent() async throws {
    let script = "let name = query\nsend tickButtonTapped {\"times\": $name}\nexpect count == 1\nexpect count == 0"
    let run = try await play(script, ["--keep-going"])
    run.expect(.wrongInput, texts: ["\n4 steps, 0 actions sent, 0 received, 2 expectations, 1 failed, 1 mistake\n"])
    let message = """
      main.script:2:33: error: expected Int for `times`, found ""
        send tickButtonTapped {"times": $name}
                                        ^~~~~

      """
    #expect(run.errors.hasPrefix(message))
  }

  @Test func whatIsWrongWhateverTheVariablesAreIsFoundBeforehand() async throws {
    let script = """
      let id = rows[0].id
      send rows[id: $id].togled
      send tickButtonTapped {"time": $id}
      send rows[id: $id]
      send tickButtonTapped {"times": $id, "more": 1}
      await rows[id: $id]
      send searchResponse {"failed": $id}
      send searchResponse {"failure": $id}
      """
    let run = try await play(script)
    run.expect(.wrongInput, output: "")
    let mistakes = [
      "2:20: error: unknown action `togled`", "3:24: error: `tickButtonTapped` has no associated value `time`",
      "4:19: error: a nested action is missing", "5:38: error: `tickButtonTapped` has no associated value `more`",
      "7:22: error: unknown case `failed`",
    ]
    #expect(run.mistakes == mistakes.map { "main.script:" + $0 })
  }

  @Test func variables() async throws {
    let script = """
      let second = rows[1].id
      send rows[id: $second].toggled
      expect rows[id: $second].isDone == true
      let query = "x"
      send queryChanged $query
      let both = rows
      let second = results
      expect rows == $both
      expect results == $second
      await searchResponse.success
      expect results == [$query, "X"]
      """
    let texts = ["   1  let second = rows[1].id\n        second is 2\n", "✓ rows[id: 2].isDone is true\n"]
    try await play(script).expect(texts: texts)
  }
}
