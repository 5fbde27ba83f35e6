import Foundation
import TestSupport
import Testing

@testable import StoreExploration
@testable import StoreTesting

/// The explorer, which merges points, against a search that runs each story from its beginning and merges nothing.
@Suite struct ShortestStoryTests {
  private struct Machine: Sendable {
    enum Action: Equatable, Sendable { case send(Int), got(Int) }

    private typealias Entry = (state: Int, effect: Int)

    static let states = 0..<7
    static let broken = 6
    private let entries: [[Entry]]

    init(seed: UInt64) {
      var random = SeededRandomNumberGenerator(seed: seed)
      entries = (0..<4).map { _ in
        Self.states.map { _ in
          // Seldom broken, so that it takes some steps.
          let state = Int.random(in: 0..<30, using: &random)
          let effect = Int.random(in: 0..<8, using: &random)
          return (state: state == 0 ? Self.broken : state % Self.broken, effect: effect)
        }
      }
    }

    @Sendable func reduce(_ state: inout Int, _ action: Action) -> Effect<Action> {
      @Dependency(\.continuousClock) var clock
      let number =
        switch action {
        case .send(let number): number
        case .got(let number): 2 + number
        }
      let entry = entries[number][state]
      state = entry.state
      let call = Effect<Action>.run { send in await send(.got(await choose("call", 0, 1))) }
      switch entry.effect {
      case 0: return call
      case 1: return call.cancellable(id: 0, cancelInFlight: true)
      case 2: return .cancel(id: 0)
      case 3:
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(1))
          await send(.got(0))
        }
      case 4: return .send(.got(1)).debounce(id: 1, for: .seconds(2))
      default: return .none
      }
    }

    func explore(_ bounds: ExplorationBounds, replaying story: String? = nil) async
      -> StateExploration<Int, Action>.Outcome
    {
      await makeExploration(
        actions: { _ in [Action.send(0), .send(1)] },
        rules: ExplorationRules(always: { if $0 == Self.broken { throw Failure() } }),
        within: bounds,
        reduce
      )
      .run(replaying: story)
    }
  }

  private typealias Cost = (steps: Int, actions: Int)

  private func cost(of story: String) -> Cost {
    let steps = story.split(separator: " ")
    return (steps.count, steps.count { $0.hasPrefix("s") })
  }

  /// The steps that can be made after a story, or `nil` if the story breaks the rule.
  private func steps(after story: String, _ machine: Machine) async throws -> [String]? {
    let outcome = await machine.explore(.patient, replaying: story + " none")
    if outcome.report.counterexample != nil { return nil }
    let list = try #require(outcome.failure?.components(separatedBy: "Steps that can be made: ").last)
    return list.split(separator: " ").map(String.init)
  }

  @Test(arguments: randomSeeds(4)) func theStoryIsAShortestOne(seed: UInt64) async throws {
    let machine = Machine(seed: seed)
    var cost: Cost?
    var stories = [""]
    var depth = 0
    while cost == nil, stories.count < 200 {
      var longer: [String] = []
      for story in stories {
        if let steps = try await steps(after: story, machine) {
          longer += steps.map { "\(story) \($0)" }
        } else {
          cost = [cost, self.cost(of: story)].compactMap(\.self).min { $0 < $1 }
        }
      }
      stories = longer
      depth += 1
    }
    // What is longer says nothing, and there is much of it.
    let report = await machine.explore(ExplorationBounds(depth: depth, points: 2_000, time: .seconds(600))).report
    let found = report.counterexample.map { self.cost(of: $0.story) }
    if let cost {
      #expect(found.map { $0 == cost } == true, "\(report) instead of \(cost)")
    } else {
      // Stories of fewer steps were all tried.
      #expect(found.map { $0.steps >= depth } ?? true, "\(report)")
    }
  }
}
