import Dependencies
import Foundation
import Store
import StoreTesting
import TestSupport
import Testing

@testable import StoreInspection

/// The `explore` command.
@Suite(.ownThreads) struct ExploreTests {
  private let folder = TemporaryFolder()

  typealias Finder = ExploredFinder

  /// Runs a program in this process.
  private func play(_ program: StoreCommandLine<Finder>, _ arguments: String...) async -> Run {
    await play(program, arguments: arguments)
  }

  private func play(
    _ program: StoreCommandLine<Finder>,
    command: String = "explore",
    arguments: [String]
  ) async -> Run {
    await program.play([command] + (command == "explore" ? ["--time", "1000"] : []) + arguments)
  }

  private static let isUpToDate = ExplorationRule<Finder>.always("what is found is about what is typed") {
    $0.found.isEmpty || $0.found == "all about \($0.query)"
  }

  /// What a program says could otherwise move the cursor of the terminal, or color its text.
  @Test func controlCharactersAreNotPrinted() async throws {
    let state = Finder.State(buttons: [.incremented, .found("\u{1B}[2J")])
    let program = Finder.program(state, rules: [.always("no\u{1B}[31m count") { $0.count == 0 }])
    for story in [[], ["--replay", "s0"], ["--replay", "s1"]] {
      let run = await play(program, arguments: story)
      #expect(!run.output.contains("\u{1B}") && !run.errors.contains("\u{1B}"), "\(run.output.debugDescription)")
      #expect(story == ["--replay", "s1"] || run.output.contains("no\u{FFFD}[31m count"), "\(run.output)")
    }
  }

  @Test func theShortestWayToABrokenRuleIsPrintedAndCanBeSeenAgain() async throws {
    let program = Finder.program(Finder.State(), rules: [Self.isUpToDate])
    let run = await play(program, "--type", "a", "--type", "it's")
    run.expect(1, errors: "")
    #expect(
      run.output.hasPrefix(
        """
        "always" does not hold.

        what is found is about what is typed

        The story:

        1. Send ExploredFinder.Action.typed("a")
        """
      ),
      "\(run.output)"
    )
    #expect(run.output.contains(#"3. "findClient.find(query: "a")" answers .success, as its mock value does"#))
    #expect(
      run.output.contains(
        #"""
        To see this story again:

          Finder explore --time 1000 --type a --type 'it'\''s' --replay 's0 s0 a0.0'
        """#
      ),
      "\(run.output)"
    )
    #expect(run.output.contains("\n\nExplored "))

    let again = await play(program, "--type", "a", "--type", "it's", "--replay", "s0 s0 a0.0")
    #expect(
      again.output.hasPrefix(
        #"""
        ExploredFinder.Action.typed("a")
        ExploredFinder.Action.typed("it\'s")
        "findClient.find(query: "a")" answers .success, as its mock value does

        "always" does not hold.
        """#
      ),
      "\(again.output)"
    )
    #expect(again.status == 1)
    let other = await play(program, "--replay", "s0 a0.0")
    #expect(other.status == 0 && other.output.hasSuffix("\nThe story breaks no rule, and reports no issue.\n"))
    let unknown = await play(program, "--replay", "s7")
    #expect(unknown.status == 2 && unknown.output.contains("The story can't be run: step 1, \"s7\""))
  }

  @Test func aFeatureWithoutMistakesIsCovered() async {
    let program = Finder.program(
      Finder.State(isCareful: true),
      rules: [
        Self.isUpToDate, .whenSettled("there is an answer") { $0.query.isEmpty || !$0.found.isEmpty || $0.hasFailed },
        .never("nobody traps") { $0 == .trapped }, .eventually("an answer is possible") { _ in true },
      ]
    )
    let run = await play(program, "--depth", "100")
    run.expect(errors: "")
    #expect(run.output.contains(" points") && run.output.hasSuffix(" That is all there is.\n"), "\(run.output)")
  }

  @Test(arguments: [
    (Finder.Action.looped, "Effects do not come to rest: they were stopped after 20000 steps."),
    (.trapped, "An action was sent that may never come."),
  ])
  func whatMayNotBeIsFound(_ action: Finder.Action, _ headline: String) async {
    let rule = ExplorationRule<Finder>.never("nobody traps") { $0 == .trapped }
    let run = await play(Finder.program(Finder.State(buttons: [action]), rules: [rule]))
    #expect(run.status == 1)
    #expect(run.output.hasPrefix(headline), "\(run.output)")
  }

  @Test func effectsThatNeverEndAreExploredUpToTheBounds() async {
    let run = await play(Finder.program(Finder.State(buttons: [.ticked])), "--depth", "5", "--actions", "1")
    #expect(run.status == 0)
    #expect(run.output.contains("Explored 6 points, 1 of them settled, by 5 transitions"), "\(run.output)")
    #expect(run.output.contains("longer stories were not tried (\"depth\"), "))
    #expect(run.output.contains("more actions of the person were not tried (\"actions\")."))
  }

  @Test func howFarItGoesIsBounded() async {
    let run = await play(Finder.program(Finder.State(buttons: [.incremented])), "--depth", "99999999", "--points", "50")
    #expect(run.status == 0)
    #expect(run.output.contains("Explored 50 points") && run.output.contains("(\"points\")"), "\(run.output)")
  }

  @Test func thePersonDoesAPartOfItAndSomethingFirst() async {
    let program = Finder.program(Finder.State(buttons: [.incremented, .child(.a), .child(.b)]))
    let part = await play(program, "child", "--depth", "100")
    #expect(part.output.contains("Explored 1 points, 1 of them settled, by 2 transitions"), "\(part.output)")
    let first = await play(program, "child", "--send", "incremented", "--send", "incremented", "--replay", "s1")
    #expect(
      first.output.hasPrefix(
        """
        ExploredFinder.Action.incremented
        ExploredFinder.Action.incremented
        ExploredFinder.Action.child(.b)
        """
      ),
      "\(first.output)"
    )
    let nothing = await play(program, "typed")
    #expect(
      nothing
        == Run(
          status: 1,
          output: "",
          errors: """
            Finder: there is nothing to explore: an action of `typed` is not on the first screen, and no call waits
              Lead the person there: `Finder explore --send ACTION`.

            """
        )
    )
  }

  @Test func rowsOfListsAreThoseOfTheirEnds() async {
    let program = Finder.program(Finder.State(buttons: [.failed], rows: Array(0..<9)))
    for (rows, transitions) in [("1", 6), ("2", 10), ("99", 20)] {
      let run = await play(program, "--rows", rows, "--depth", "9")
      #expect(run.output.contains("by \(transitions) transitions"), "\(run.output)")
    }
  }

  @Test(arguments: [
    (["a", "b"], "`explore` takes one part of the feature, and here are 2"),
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
  ])
  func badUsage(_ arguments: [String], _ message: String) async {
    let run = await Finder.program(Finder.State()).play(["explore"] + arguments)
    #expect(run.status == ExitCode.usage.rawValue)
    #expect(run.errors.hasPrefix("Finder: \(message)"), "\(run.errors)")
  }

  @Test func aProgramWithoutAScreenSaysSo() async {
    var program = Finder.program(Finder.State())
    program.screen = nil
    let message = "Finder: `explore` finds nothing to do for ExploredFinder: the program has no screen for it\n"
    #expect(await play(program) == Run(status: 69, output: "", errors: message))
  }

  // MARK: Graphs

  @Test func pointsAreShownAsAGraph() async throws {
    let path = folder.path("states.html")
    let program = Finder.program(Finder.State(), rules: [Self.isUpToDate])
    let run = await play(program, "--type", "<\"a\">", "--graph", path)
    #expect(run.status == 1 && run.output.hasPrefix("Wrote \(path): "), "\(run.output)")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    _ = try XMLText(text)
    #expect(text.contains("&lt;") && !text.contains("<\"a\">"))
    #expect(text.contains("breaks a rule"))
  }

  /// Checks that each element that is opened is closed, in order.
  private struct XMLText {
    init(_ text: String) throws {
      var open: [Substring] = []
      for match in text.matches(of: #/<(/?)([a-z1-6]+)(?:\s[^<>]*?)?(/?)>/#) where match.3.isEmpty && match.2 != "meta"
      {
        if match.1.isEmpty { open.append(match.2) } else { #expect(open.popLast() == match.2) }
      }
      #expect(open.isEmpty)
    }
  }

  @Test func aGraphThatCannotBeWrittenIsSaidFirst() async throws {
    let run = await play(Finder.program(Finder.State(buttons: [.looped])), "--graph", "/nonexistent/states.html")
    let message = "Finder: cannot write /nonexistent/states.html: No such file or directory\n"
    #expect(run == Run(status: 73, output: "", errors: message))
  }

  // MARK: Traces

  @Test func aStoryIsATraceThatReplayAndReportOpen() async throws {
    let path = folder.path("story.jsonl")
    let program = Finder.program(Finder.State(), rules: [Self.isUpToDate])
    // The story is found first, then replayed.
    for story in [[], ["--replay", "s0 s0 a0.0"]] {
      let run = await play(program, arguments: ["--type", "a", "--type", "b", "--trace", path] + story)
      run.expect(1, errors: "")
      #expect(
        run.output.hasSuffix("\nThe story is in \(path), a trace for `report` and `replay`.\n"),
        "\(run.output)"
      )
      let trace = try folder.text("story.jsonl")
      #expect(trace.contains("findClient.find") && trace.contains("all about a"), "\(trace)")
      // Effects that are cancelled at the end of the story are not part of the trace.
      #expect(!trace.contains("\"cancelled\""), "\(trace)")
      let replay = await play(program, command: "replay", arguments: [path])
      #expect(
        replay.output.hasSuffix(
          "3 steps, 2 sent by the user, 1 received: every state was reached as it was recorded\n"
        )
      )
      replay.expect(errors: "")
      let page = folder.path("story.html")
      #expect(await play(program, command: "report", arguments: [path, "-o", page]).status == 0)
      try FileManager.default.removeItem(atPath: path)
    }

    let covered = await play(Finder.program(Finder.State(isCareful: true)), "--trace", path)
    #expect(
      covered.output.hasSuffix("\nnote: \(path) was not written: no story was found that breaks a rule\n"),
      "\(covered.output)"
    )
    #expect(covered.errors == "")
    #expect(covered.status == 0 && !FileManager.default.fileExists(atPath: path))
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
    let replay = await play(Finder.program(Finder.State()), command: "replay", arguments: [path])
    let counts = "3 steps, 2 sent by the user, 1 received"
    #expect(replay.output.hasSuffix("\(counts): every state was reached as it was recorded\n"), "\(replay)")
    #expect(replay.status == 0)
  }

  @Test func aTraceThatCannotBeWrittenIsSaidAfterTheStory() async {
    let program = Finder.program(Finder.State(), rules: [Self.isUpToDate])
    let run = await play(program, "--type", "a", "--type", "b", "--trace", "/nonexistent/story.jsonl")
    #expect(run.status == 73 && run.output.hasPrefix("\"always\" does not hold."))
    #expect(run.errors == "Finder: cannot write /nonexistent/story.jsonl: No such file or directory\n")
  }

  // MARK: Ends

  @Test func aFeatureThatEndsTheProgramIsNamedByItsStory() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let state = ExploredFinder.State(buttons: [.incremented, .trapped])
      _ = await ExploredFinder.program(state).run(["explore"], console: .standard())
    }
    let errors = String(decoding: try #require(result?.standardErrorContent), as: UTF8.self)
    #expect(
      errors.contains(
        """
        Finder: the feature has ended the program. To see how:
          Finder explore --replay 's0 s1'
        """
      ),
      "\(errors)"
    )
  }

  @Test func controlCPrintsWhatWasCovered() async throws {
    let result = await #expect(processExitsWith: .exitCode(130), observing: [\.standardOutputContent]) {
      signal(SIGINT, SIG_DFL)
      // A second signal would end the process at once.
      let isInterrupted = Locked(false)
      let rule = ExplorationRule<ExploredFinder>.always("nobody interrupts") { state in
        let isFirst =
          state.count == 20
          && isInterrupted.withLock { isInterrupted in
            defer { isInterrupted = true }
            return !isInterrupted
          }
        if isFirst { kill(getpid(), SIGINT) }
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
