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
        3 of 10 actions came. These did not:
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

  @Test func theStoryOfAnActionIsSearchedFor() async {
    let finder = Finder.program(Finder.State(isCareful: true))
    let run = await finder.play(["explore", "--cover", "failed"])
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
  ])
  func anActionThatDoesNotExistIsRefused(_ path: String, _ message: String) async {
    let run = await Finder.program(Finder.State()).play(["explore", "--cover", path])
    #expect(run.status == 64 && run.errors.hasPrefix("Finder: \(message)"), "\(run.errors)")
  }

  /// Breadth first, 9^8 stories come before the one that is searched for.
  @Test func pointsThatAreNearerToTheActionComeFirst() async {
    var tower = StoreCommandLine<Tower>("Tower", commands: [.explore]) {
      Tower.State()
    } reducer: {
      Tower()
    }
    tower.screen = { state, context in
      var screen = Screen<Tower.Action>("Tower", width: context.width)
      for digit in 0..<8 { screen.button("[\(digit)]", id: digit, .typed(digit)) }
      screen.button("[up]", id: "up", .stairs(.climbed))
      if state.level == 7 { screen.button("[flag]", id: "flag", .stairs(.flagRaised)) }
      return screen
    }
    let run = await tower.play(["explore", "--cover", "stairs.flagRaised", "--points", "500"])
    #expect(run.status == 0)
    #expect(run.output.contains("--replay 's8 s8 s8 s8 s8 s8 s8 s9'"), "\(run.output)")
  }

  private struct Tower: Reducer {
    struct State: Equatable, Sendable {
      var level = 0
      var typed: [Int] = []
    }

    enum Action: Codable, Equatable, Sendable {
      case typed(Int)
      case stairs(Stairs)

      enum Stairs: Codable, Equatable, Sendable { case climbed, flagRaised }
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .typed(let digit): state.typed.append(digit)
      case .stairs(.climbed): state.level += 1
      case .stairs(.flagRaised): break
      }
      return .none
    }
  }
}
