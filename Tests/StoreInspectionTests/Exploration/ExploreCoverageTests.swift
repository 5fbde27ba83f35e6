import Dependencies
import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection

/// What `explore` says it has covered, and its search for an action.
@Suite(.ownThreads) struct ExploreCoverageTests {
  typealias Finder = ExploredFinder

  @Test func actionsThatDidNotComeAndCallsThatDidNotFailAreListed() async {
    let finder = Finder.program(Finder.State(isCareful: true))
    let short = await finder.play(["explore", "--depth", "1"])
    #expect(
      short.output.hasSuffix(
        """
        1 of 10 actions came. These did not: failed, incremented, trapped, looped, ticked, found, rowTapped, child (2 of 2).
        1 of 1 endpoints were called. These did not fail: findClient.find.

        """
      ),
      "\(short.output)"
    )
    let all = await finder.play(["explore", "--depth", "2", "--coverage"])
    #expect(
      all.output.hasSuffix(
        """
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
      ),
      "\(all.output)"
    )
    let part = await Finder.program(Finder.State(buttons: [.child(.a)])).play(["explore", "child"])
    #expect(
      part.output.hasSuffix(
        """
        1 of 2 actions came. These did not: child.b.
        0 of 1 endpoints were called. These were not: findClient.find.

        """
      ),
      "\(part.output)"
    )
  }

  private enum Answered: Codable {
    case failed(Problem)
    case child(Finder.Action.Child)

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
    let goal = await program.play(arguments + ["--cover", "child.a"])
    #expect(goal.status == 1)
    #expect(goal.output.hasPrefix("\"child.a\" did not come.\n\nNo rule was broken."), "\(goal.output)")
    let note = "Rules for when nothing is under way were never checked: at each point something was.\n"
    #expect(goal.output.contains(note) && goal.output.contains(" actions came."), "\(goal.output)")
    let all = await program.play(arguments)
    #expect(all.status == 0 && all.output.contains(note), "no rule was broken: \(all.output)")
  }

  @Test func theStoryOfAnActionIsSearchedFor() async {
    let finder = Finder.program(Finder.State(isCareful: true))
    // What does not go with a replay is not repeated.
    let folder = TemporaryFolder()
    let others = ["--points", "1000", "--coverage", "--time=1000", "--graph", folder.path("states.html")]
    let run = await finder.play(["explore", "--cover", "failed"])
    let long = await finder.play(["explore", "--cover", "failed"] + others)
    #expect(long.output.contains("  Finder explore --cover failed --replay 's0 a0.1'\n"), "\(long.output)")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("\"failed\" comes.\n\nThe story:\n\n1. Send ExploredFinder.Action.typed(\"a\")\n"))
    #expect(run.output.contains("\n\n  Finder explore --cover failed --replay 's0 a0.1'\n"), "\(run.output)")

    let again = await finder.play(["explore", "--cover", "failed", "--replay", "s0 a0.1"])
    #expect(again.status == 0 && again.output.contains("\n\"failed\" comes.\n"), "\(again.output)")
    let other = await finder.play(["explore", "--cover", "failed", "--replay", "s0 a0.0"])
    #expect(other.status == 1)
    #expect(other.output.hasSuffix("\nThe story is over, and \"failed\" did not come.\n"), "\(other.output)")

    let none = await finder.play(["explore", "--cover", "child.a", "--depth", "2"])
    #expect(none.status == 1)
    #expect(none.output.hasPrefix("\"child.a\" did not come.\n\nNo rule was broken. Explored "), "\(none.output)")
  }

  @Test func aBrokenRuleEndsTheSearch() async {
    let rule = ExplorationRule<Finder>.always("nothing fails") { !$0.hasFailed }
    let run = await Finder.program(Finder.State(), rules: [rule]).play(["explore", "--cover", "failed"])
    #expect(run.status == 1 && run.output.hasPrefix("\"always\" does not hold.\n\nnothing fails\n"), "\(run.output)")
  }

  @Test(arguments: [
    ("fail", "`--cover` does not take `fail`: unknown action `fail`; expected `failed`"),
    ("typed.a", "`--cover` does not take `typed.a`: `typed` has no nested actions"),
    ("failed within 5s", "`--cover` does not take `failed within 5s`: it is not only the path of an action"),
    ("failed # c", "`--cover` does not take `failed # c`: it is not only the path of an action"),
  ])
  func anActionThatDoesNotExistIsRefused(_ path: String, _ message: String) async {
    let run = await Finder.program(Finder.State()).play(["explore", "--cover", path])
    #expect(run.status == 64 && run.errors.hasPrefix("Finder: \(message)"), "\(run.errors)")
  }

  /// Breadth first, 9^8 stories come before the one that is searched for.
  @Test func pointsThatAreNearerToTheActionComeFirst() async {
    let run = await Tower.program(digits: 8, stairs: 1) { $0.climbed.count == 7 }
      .play(["explore", "--cover", "stairs.flagRaised", "--points", "500"])
    #expect(run.status == 0)
    #expect(run.output.contains("--replay 's8 s8 s8 s8 s8 s8 s8 s9'"), "\(run.output)")
  }

  /// There are always points that are nearer, and none of them leads there.
  @Test func theWayToAnActionMayLeadThroughOthers() async {
    let run = await Tower.program(digits: 1, stairs: 8) { $0.typed.count == 3 }
      .play(["explore", "--cover", "stairs.flagRaised", "--points", "5000"])
    #expect(run.status == 0)
    #expect(run.output.contains("--replay 's0 s0 s0 s9'"), "\(run.output)")
  }

  private struct Tower: Reducer {
    struct State: Equatable, Sendable {
      var climbed: [Int] = []
      var typed: [Int] = []
    }

    enum Action: Codable, Equatable, Sendable {
      case typed(Int)
      case stairs(Stairs)

      enum Stairs: Codable, Equatable, Sendable { case climbed(Int), flagRaised }
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .typed(let digit): state.typed.append(digit)
      case .stairs(.climbed(let stair)): state.climbed.append(stair)
      case .stairs(.flagRaised): break
      }
      return .none
    }

    static func program(
      digits: Int,
      stairs: Int,
      hasFlag: @escaping @Sendable (State) -> Bool
    ) -> StoreCommandLine<Self> {
      var program = StoreCommandLine<Self>("Tower", commands: [.explore]) {
        State()
      } reducer: {
        Self()
      }
      program.screen = { state, context in
        var screen = Screen<Action>("Tower", width: context.width)
        for digit in 0..<digits { screen.button("[\(digit)]", id: digit, .typed(digit)) }
        for stair in 0..<stairs { screen.button("[up]", id: "up \(stair)", .stairs(.climbed(stair))) }
        if hasFlag(State(climbed: state.climbed, typed: state.typed)) {
          screen.button("[flag]", id: "flag", .stairs(.flagRaised))
        }
        return screen
      }
      return program
    }
  }
}
