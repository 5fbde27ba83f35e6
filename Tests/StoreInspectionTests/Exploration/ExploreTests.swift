import Foundation
import StoreTesting
import TestSupport
import Testing

@testable import StoreInspection

@Suite(.ownThreads) struct ExploreTests {
  private let folder = TemporaryFolder()

  typealias Finder = ExploredFinder

  private func play(_ program: StoreCommandLine<Finder>, _ arguments: [String] = []) async -> Run {
    await program.play(["explore", "--time", "1000"] + arguments)
  }

  private static let isUpToDate = ExplorationRule<Finder>.always("what is found is about what is typed") {
    $0.found.isEmpty || $0.found == "all about \($0.query)"
  }

  /// What a program says could otherwise move the cursor of the terminal, or color its text.
  @Test func controlCharactersAreNotPrinted() async throws {
    let state = Finder.State(buttons: [.incremented, .found("\u{1B}[2J")])
    let program = Finder.program(state, rules: [.always("no\u{1B}[31m count") { $0.count == 0 }])
    let start = await play(Finder.program(state, rules: [.always("nothing is right") { _ in false }]))
    #expect(start.output.contains("It does so at the beginning.") && !start.output.contains("again:"))
    for story in [[], ["--replay", "s0"], ["--replay", "s1"]] {
      let run = await play(program, story)
      #expect(!run.output.contains("\u{1B}") && !run.errors.contains("\u{1B}"), "\(run.output.debugDescription)")
      #expect(story == ["--replay", "s1"] || run.output.contains("no\u{FFFD}[31m count"), "\(run.output)")
    }
  }

  @Test func theShortestWayToABrokenRuleIsPrintedAndCanBeSeenAgain() async throws {
    let program = Finder.program(Finder.State(), rules: [Self.isUpToDate])
    let run = await play(program, ["--type", "a", "--type", "it's"])
    run.expect(1, errors: "")
    let rule = "\"always\" does not hold.\n\nwhat is found is about what is typed\n"
    let story = "\(rule)\nThe story:\n\n1. Send ExploredFinder.Action.typed(\"a\")\n"
    #expect(run.output.hasPrefix(story), "\(run.output)")
    let third = #"3. "findClient.find(query: "a")" answers .success, as its mock value does"#
    let way = #"  Finder explore --type a --type 'it'\''s' --replay 's0 s0 a0.0'"#
    run.expect(.failed, texts: [third, "To see this story again:\n\n" + way, "\n\nExplored "])
    let again = await play(program, ["--type", "a", "--type", "it's", "--replay", "s0 s0 a0.0"])
    let replayed = #"""
      ExploredFinder.Action.typed("a")
      ExploredFinder.Action.typed("it\'s")
      "findClient.find(query: "a")" answers .success, as its mock value does

      "always" does not hold.
      """#
    #expect(again.status == 1 && again.output.hasPrefix(replayed), "\(again.output)")
    await play(program, ["--replay", "s0 a0.0"]).expect(texts: ["\nThe story breaks no rule, and reports no issue.\n"])
    await play(program, ["--replay", "s7"]).expect(.wrongInput, texts: ["The story can't be run: step 1, \"s7\""])
  }

  @Test func aFeatureWithoutMistakesIsCovered() async {
    let rules: [ExplorationRule<Finder>] = [
      Self.isUpToDate, .whenSettled("there is an answer") { $0.query.isEmpty || !$0.found.isEmpty || $0.hasFailed },
      .never("nobody traps") { $0 == .trapped }, .eventually("an answer is possible") { _ in true },
    ]
    let run = await play(Finder.program(Finder.State(isCareful: true), rules: rules), ["--depth", "100"])
    run.expect(errors: "")
    run.expect(texts: [" points", " That is all there is.\n"])
  }

  @Test(
    arguments: [
      (.looped, [], "Effects do not come to rest: they were stopped after 20000 steps."),
      (.trapped, [], "An action was sent that may never come."),
      (.ticked, ["--depth", "5", "--actions", "1"], "Explored 6 points, 1 of them settled, by 5 transitions"),
      (.ticked, ["--depth", "5", "--actions", "1"], "longer stories were not tried (`--depth`), "),
      (.ticked, ["--depth", "5", "--actions", "1"], "more actions of the person were not tried (`--actions`)."),
      (.incremented, ["--depth", "99999999", "--points", "50"], "Explored 50 points"),
      // Rows of lists are those of their ends.
      (.failed, ["--rows", "1", "--depth", "9"], "by 6 transitions"),
      (.failed, ["--rows", "99", "--depth", "9"], "by 20 transitions"),
    ] as [(Finder.Action, [String], String)]
  )
  func whatIsFoundIsSaid(_ action: Finder.Action, _ options: [String], _ message: String) async {
    let rule = ExplorationRule<Finder>.never("nobody traps") { $0 == .trapped }
    let state = Finder.State(buttons: [action], rows: action == .failed ? Array(0..<9) : [])
    let run = await play(Finder.program(state, rules: [rule]), options)
    run.expect(options.isEmpty ? 1 : 0)
    #expect(options.isEmpty ? run.output.hasPrefix(message) : run.output.contains(message), "\(run.output)")
  }

  @Test func thePersonDoesAPartOfItAndSomethingFirst() async {
    let program = Finder.program(Finder.State(buttons: [.incremented, .child(.a), .child(.b)]))
    let part = await play(program, ["child", "--depth", "100"])
    #expect(part.output.contains("Explored 1 point, 1 of them settled, by 2 transitions"), "\(part.output)")
    let first = await play(program, ["child", "--send", "incremented", "--replay", "s1"]).output
    #expect(first.hasPrefix("ExploredFinder.Action.incremented\nExploredFinder.Action.child(.b)"), "\(first)")
  }

  @Test func whereNothingCanBeDoneItIsSaid() async {
    let refusal = """
      Finder: there is nothing to explore: an action of `typed` is not on the first screen, and no call waits
        Lead the person there: `Finder explore typed --send ACTION`.

      """
    await play(Finder.program(Finder.State(buttons: [.incremented])), ["typed"]).expect(1, output: "", errors: refusal)
    var program = Finder.program(Finder.State())
    program.screen = nil
    let message = "Finder: `explore` finds nothing to do for ExploredFinder: the program has no screen for it\n"
    await play(program).expect(69, output: "", errors: message)
    #expect(program.help.contains("69  something that the command needs is missing: a port, a terminal, a screen of "))
  }

  @Test(arguments: [
    (["a", "b"], "`explore` takes one part of the feature, not 2"),
    (["--depth", "0"], "`--depth` does not take `0`: it takes a whole number from 1 on"),
    (["--depth", "many"], "`--depth` does not take `many`: it takes a whole number from 1 on"),
    (["--depth"], "`--depth` needs a value"),
    (["--live"], "there is no `--live` here: explorations run on mock values\n  Try `Finder help explore`."),
    (["--graph", "states.dot"], "`--graph` does not take `states.dot`: it writes .html"),
    (["--threads", "2"], "there is no `--threads` here: an exploration runs on one thread"),
    (["--graph", "a.html", "--replay", "s0"], "`--graph` does not go with `--replay`: a story has no graph"),
    (["--graph", "a.html", "--trace", "a.html"], "`--graph` and `--trace` need a file each"),
    (["--trace", "-"], "`--trace` needs a file: the standard output tells what happens"),
    (["--send", "nothing"], "`--send` does not take `nothing`: unknown action `nothing`"),
    (["--send", "failed\nsend failed"], "`--send` does not take `failed\u{FFFD}send failed`: it is not one action"),
    (["nothing.else"], "`explore` does not take `nothing.else`: unknown action `nothing`"),
    (["--cover", "fail"], "`--cover` does not take `fail`: unknown action `fail`; expected `failed`"),
    (["--cover", "typed.a"], "`--cover` does not take `typed.a`: `typed` has no nested actions"),
    (["--cover", "failed within 5s"], "`--cover` does not take `failed within 5s`: it is not only the path of"),
    (["--cover", "failed # c"], "`--cover` does not take `failed # c`: it is not only the path of an action"),
  ])
  func badUsage(_ arguments: [String], _ message: String) async {
    await Finder.program(Finder.State()).play(["explore"] + arguments).expect(.usage, texts: ["Finder: \(message)"])
  }

  @Test func pointsAreShownAsAGraph() async throws {
    let path = folder.path("states.html")
    let program = Finder.program(Finder.State(), rules: [Self.isUpToDate])
    let run = await play(program, ["--type", "<\"a\">", "--graph", path])
    #expect(run.status == 1 && run.output.hasPrefix("Wrote \(path): "), "\(run.output)")
    let text = try folder.text("states.html")
    #expect(text.contains("&lt;") && !text.contains("<\"a\">") && text.contains("breaks a rule"))
    // Each element that is opened is closed, in order.
    var open: [Substring] = []
    for match in text.matches(of: #/<(/?)([a-z1-6]+)(?:\s[^<>]*?)?(/?)>/#) where match.3.isEmpty && match.2 != "meta" {
      if match.1.isEmpty { open.append(match.2) } else { #expect(open.popLast() == match.2) }
    }
    #expect(open.isEmpty)
    // What cannot be written is said before the exploration; a story is told first.
    let graph = await play(program, ["--type", "a", "--type", "b", "--graph", "/nonexistent/a.html"])
    let refusal = "Finder: cannot write /nonexistent/a."
    graph.expect(73, output: "", errors: refusal + "html: No such file or directory\n")
    let story = await play(program, ["--type", "a", "--type", "b", "--trace", "/nonexistent/a.jsonl"])
    story.expect(73, errors: refusal + "jsonl: No such file or directory\n")
    #expect(story.output.hasPrefix("\"always\" does not hold."))
  }

  @Test func aStoryIsATraceThatReplayAndReportOpen() async throws {
    let path = folder.path("story.jsonl")
    let program = Finder.program(Finder.State(), rules: [Self.isUpToDate])
    // The story is found first, then replayed.
    for story in [[], ["--replay", "s0 s0 a0.0"]] {
      let run = await play(program, ["--type", "a", "--type", "b", "--trace", path] + story)
      run.expect(1, errors: "")
      let word = "\nThe story is in \(path), a trace for `report` and `replay`.\n"
      #expect(run.output.hasSuffix(word), "\(run.output)")
      let trace = try folder.text("story.jsonl")
      #expect(trace.contains("findClient.find") && trace.contains("all about a"), "\(trace)")
      // Effects that are cancelled at the end of the story are not part of the trace.
      #expect(!trace.contains("\"cancelled\""), "\(trace)")
      let replay = await program.play(["replay", path])
      #expect(replay.output.hasSuffix(Self.replayed))
      replay.expect(errors: "")
      await program.play(["report", path, "-o", folder.path("story.html")]).expect()
      try FileManager.default.removeItem(atPath: path)
    }

    let covered = await play(Finder.program(Finder.State(isCareful: true)), ["--trace", path])
    covered.expect(errors: "")
    let note = "\nnote: \(path) was not written: no story was found that breaks a rule\n"
    #expect(covered.output.hasSuffix(note), "\(covered.output)")
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func aStoryOfATestIsATraceToo() async throws {
    let path = folder.path("story.jsonl")
    let issues = await withCapturedIssues {
      _ = await exploreStates(of: Finder.State()) {
        Finder()
      } withDependencies: {
        $0.findClient.find = { try await choose("find \($0)", .success("all about \($0)")) }
      } actions: { _ in
        Finder.Action.typed("a")
        Finder.Action.typed("b")
      } always: { state in
        if !state.found.isEmpty, state.found != "all about \(state.query)" {
          reportIssue("It is about something else.")
        }
      } inspecting: { store in
        try store.trace(to: path, feature: "ExploredFinder", program: "Finder")
      }
    }
    #expect(issues.count == 1)
    await Finder.program(Finder.State()).play(["replay", path]).expect(texts: [Self.replayed])
  }

  private static let replayed = "3 steps, 2 sent by the user, 1 received: every state was reached as it was recorded\n"

  @Test func aFeatureThatEndsTheProgramIsNamedByItsStory() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let state = ExploredFinder.State(buttons: [.incremented, .trapped])
      _ = await ExploredFinder.program(state).run(["explore"], console: .standard())
    }
    let errors = String(decoding: try #require(result?.standardErrorContent), as: UTF8.self)
    let way = "Finder: the feature has ended the program. To see how:\n  Finder explore --replay 's0 s1'\n"
    #expect(errors.contains(way), "\(errors)")
  }

  @Test func controlCPrintsWhatWasCovered() async throws {
    let result = await #expect(processExitsWith: .exitCode(130), observing: [\.standardOutputContent]) {
      signal(SIGINT, SIG_DFL)
      // A second signal would end the process at once.
      let checks = Locked(0)
      let rule = ExplorationRule<ExploredFinder>.always("nobody interrupts") { state in
        if state.count == 20, checks.next() == 1 { kill(getpid(), SIGINT) }
        return true
      }
      let program = ExploredFinder.program(.init(buttons: [.incremented]), rules: [rule])
      let arguments = ["explore", "--depth", "100000000", "--points", "100000000", "--time", "100000"]
      exit(await program.run(arguments, console: .standard()).rawValue)
    }
    let output = String(decoding: try #require(result?.standardOutputContent), as: UTF8.self)
    #expect(output.contains("Explored ") && output.contains("it was cancelled"), "\(output)")
  }

  /// A signal that ends the program leaves no part of a file behind, nor does a stack overflow, whose signal is SIGSEGV.
  @Test(arguments: [SIGTERM, SIGHUP, SIGTRAP, SIGSEGV]) func aSignalLeavesNoFileBehind(number: Int32) async throws {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardOutputContent]
    ) { [number = number as Int32] in
      signal(number, SIG_DFL)
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let rule = ExplorationRule<ExploredFinder>.always("nobody ends the program") { state in
        if state.count == 3 {
          let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
          print("\(folder.path)\n\(names.count)")
          fflush(nil)
          if number == SIGSEGV { print(overflow(1)) }
          // The threads of an exploration may block signals, so another one receives it.
          kill(getpid(), number)
          while true { pause() }
        }
        return true
      }
      let program = ExploredFinder.program(.init(buttons: [.incremented]), rules: [rule])
      let graph = folder.appending(path: "states.html").path
      exit(await program.run(["explore", "--graph", graph], console: .standard()).rawValue)
    }
    #expect(result?.exitStatus == .signal(number))
    let lines = String(decoding: try #require(result?.standardOutputContent), as: UTF8.self).split(separator: "\n")
    let folder = try #require(lines.first).description
    #expect(lines.dropFirst().first == "1", "It is written when the signal comes.")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    try FileManager.default.removeItem(atPath: folder)
  }
}
