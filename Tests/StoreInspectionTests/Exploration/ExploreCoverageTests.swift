import Store
import TestSupport
import Testing

@testable import StoreInspection

@Suite(.ownThreads) struct ExploreCoverageTests {
  typealias Finder = ExploredFinder

  @Test func actionsThatDidNotComeAndCallsThatDidNotFailAreListed() async {
    let finder = Finder.program(Finder.State(isCareful: true))
    func expect(_ end: String, _ program: StoreCommandLine<Finder>, _ arguments: String...) async {
      let output = await program.play(["explore"] + arguments).output
      #expect(output.hasSuffix(end), "\(output)")
    }
    let short = """
      1 of 10 actions came. These did not: failed, incremented, trapped, looped, ticked, found, rowTapped, child (2 of 2).
      1 of 1 endpoints were called. These did not fail: findClient.find.

      """
    await expect(short, finder, "--depth", "1")
    let all = """
      3 of 10 actions came.
      These did not:
        incremented
        trapped
        looped
        ticked
        rowTapped
        child.a
        child.b
      1 of 1 endpoints were called.

      """
    await expect(all, finder, "--depth", "2", "--coverage")
    let part = """
      1 of 2 actions came. These did not: child.b.
      0 of 1 endpoints were called. These were not: findClient.find.

      """
    await expect(part, Finder.program(Finder.State(buttons: [.child(.a)])), "child")
  }

  private enum Answered: Codable {
    case failed(Problem), child(Finder.Action.Child)
    enum Problem: Error, Codable { case offline, status(Int) }
  }

  @Test func casesOfPayloadsAreNoActions() {
    let coverage = ExplorationCoverage(listsAll: false)
    let lines = coverage.lines(of: [Answered.failed(.status(1))], below: nil)
    #expect(lines == ["1 of 3 actions came. These did not: child (2 of 2)."])
  }

  @Test func eachListOfAllHasLinesOfItsOwn() {
    let lines = ExplorationCoverage(listsAll: true).lines(of: ["a", "b"], called: ["a"], failed: [])
    #expect(lines == ["1 of 2 endpoints were called.", "These were not:", "  b", "These did not fail:", "  a"])
  }

  @Test func whatDidNotComeIsSaidWhereNothingComesToRest() async {
    let program = Finder.program(Finder.State(buttons: [.child(.b)]), rules: [.whenSettled("calm") { _ in true }])
    let arguments = ["explore", "--send", "ticked", "--depth", "1"]
    let note = "Rules for when nothing is under way were never checked: at each point something was.\n"
    let message = "\"child.a\" did not come.\n\nNo rule was broken."
    await program.play(arguments + ["--cover", "child.a"]).expect(.failed, texts: [message, note, " actions came."])
    await program.play(arguments).expect(texts: [note])
  }

  @Test func theStoryOfAnActionIsSearchedFor() async {
    let finder = Finder.program(Finder.State(isCareful: true))
    // What does not go with a replay is not repeated.
    let folder = TemporaryFolder()
    let others = ["--points", "1000", "--coverage", "--time=1000", "--graph", folder.path("states.html")]
    let story = "\"failed\" comes.\n\nThe story:\n\n1. Send ExploredFinder.Action.typed(\"a\")\n"
    let replay = "\n\n  Finder explore --cover failed --replay 's0 a0.1'\n"
    await finder.play(["explore", "--cover", "failed"]).expect(texts: [story, replay])
    await finder.play(["explore", "--cover", "failed"] + others).expect(texts: [replay])
    await finder.play(["explore", "--cover", "failed", "--replay", "s0 a0.1"]).expect(texts: ["\n\"failed\" comes.\n"])
    await finder.play(["explore", "--cover", "failed", "--replay", "s0 a0.0"])
      .expect(.failed, texts: ["\nThe story is over, and \"failed\" did not come.\n"])
    await finder.play(["explore", "--cover", "child.a", "--depth", "2"])
      .expect(.failed, texts: ["\"child.a\" did not come.\n\nNo rule was broken. Explored "])
  }

  @Test func aBrokenRuleEndsTheSearch() async {
    let rule = ExplorationRule<Finder>.always("nothing fails") { !$0.hasFailed }
    let run = await Finder.program(Finder.State(), rules: [rule]).play(["explore", "--cover", "failed"])
    #expect(run.status == 1 && run.output.hasPrefix("\"always\" does not hold.\n\nnothing fails\n"), "\(run.output)")
  }

  /// Breadth first, 9^8 stories come before the one that is searched for.
  @Test func pointsThatAreNearerToTheActionComeFirst() async {
    let run = await Tower.search(8, 1, flagAfter: (climbed: 7, typed: -1), points: 500)
    #expect(run.status == 0 && run.output.contains("--replay 's8 s8 s8 s8 s8 s8 s8 s9'"), "\(run.output)")
  }

  /// There are always points that are nearer, and none of them leads there.
  @Test func theWayToAnActionMayLeadThroughOthers() async {
    let run = await Tower.search(1, 8, flagAfter: (climbed: -1, typed: 3), points: 5000)
    #expect(run.status == 0 && run.output.contains("--replay 's0 s0 s0 s9'"), "\(run.output)")
  }

  private struct Tower: Reducer {
    struct State: Equatable, Sendable { var climbed: [Int] = [], typed: [Int] = [] }

    enum Action: Codable, Equatable, Sendable { case typed(Int), stairs(Stairs) }
    enum Stairs: Codable, Equatable, Sendable { case climbed(Int), flagRaised }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if case .typed(let digit) = action { state.typed.append(digit) }
      if case .stairs(.climbed(let stair)) = action { state.climbed.append(stair) }
      return .none
    }

    /// Searches for the flag, where buttons type digits and climb stairs.
    static func search(_ digits: Int, _ stairs: Int, flagAfter: (climbed: Int, typed: Int), points: Int) async -> Run {
      let commands: [StoreCommand<Self>] = [.explore]
      var program = StoreCommandLine("Tower", commands: commands, initialState: { State() }, reducer: { Self() })
      program.screen = { state, context in
        var screen = Screen<Action>("Tower", width: context.width)
        for digit in 0..<digits { screen.button("[\(digit)]", id: digit, .typed(digit)) }
        for stair in 0..<stairs { screen.button("[up]", id: "up \(stair)", .stairs(.climbed(stair))) }
        let hasFlag = state.climbed.count == flagAfter.climbed || state.typed.count == flagAfter.typed
        if hasFlag { screen.button("[flag]", id: "flag", .stairs(.flagRaised)) }
        return screen
      }
      let bounds = ["--points", "\(points)", "--time", "1000"]
      return await program.play(["explore", "--cover", "stairs.flagRaised"] + bounds)
    }
  }
}
