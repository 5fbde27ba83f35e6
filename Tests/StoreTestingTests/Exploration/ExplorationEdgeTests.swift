import Foundation
import Testing

@testable import DeterministicExecution
@testable import StoreTesting

/// What user code can do to an exploration.
@Suite struct ExplorationEdgeTests {
  private struct Failure: Error {}

  enum Action: Equatable {
    case go
    case back(Int)
  }

  /// Explores a reducer of a number.
  private func explore(
    within bounds: ExplorationBounds = ExplorationBounds(depth: 4, time: .seconds(600)),
    actions: @escaping @Sendable (Int) -> [Action] = { _ in [.go] },
    whenSettled: (@Sendable (Int) throws -> Void)? = nil,
    _ reduce: @escaping @Sendable (inout Int, Action) -> Effect<Action>
  ) async -> (report: ExplorationReport, messages: [String]) {
    nonisolated(unsafe) var report = ExplorationReport()
    let failures = await reported {
      report = await exploreStates(of: 0, within: bounds) {
        Reduce<Int, Action> { reduce(&$0, $1) }
      } actions: {
        actions($0)
      } whenSettled: {
        try whenSettled?($0)
      }
    }
    return (report, failures.map(\.message))
  }

  @Test func issuesOnTheWayAreCounterexamples() async throws {
    let (report, messages) = await explore { state, action in
      guard action == .go else { return .none }
      state += 1
      return state == 2 ? .run { _ in throw Failure() } : .none
    }
    #expect(report.counterexample?.story == "s0 s0")
    #expect(messages.count == 1)
    #expect(messages[0].hasPrefix("An issue was reported."))
    #expect(messages[0].contains("An effect threw an error that nothing handles."))
  }

  @Test func optionalModelsBeginWithTheirInitialValue() async {
    let model = ModeledValue<Int?>(1)
    let (report, _) = await explore { state, _ in
      #expect(model.value == (state == 0 ? 1 : nil))
      model.withValue { $0 = nil }
      state = 1
      return .none
    }
    #expect(report.counterexample == nil && report.settledPoints > 1)
  }

  @Test func expectationsInReducersAreCounterexamples() async throws {
    let (report, messages) = await explore { state, _ in
      state += 1
      #expect(state < 3)
      return .none
    }
    #expect(report.counterexample?.story == "s0 s0 s0")
    #expect(messages.count == 1 && messages[0].contains("Expectation failed: (state → 3) < 3"))
  }

  @Test func effectsThatDoNotComeToRestAreStopped() async throws {
    for loops in [true, false] {
      let (report, messages) = await explore { state, action in
        if loops { return .run { send in while !Task.isCancelled { await Task.yield() } } }
        return .send(.go)
      }
      #expect(report.counterexample?.story == "s0")
      #expect(messages.count == 1)
      #expect(messages[0].hasPrefix("Effects do not come to rest: they were stopped after 20000 steps."))
      #expect(loops || messages[0].contains("Actions send one another."))
    }
  }

  @Test func whatWaitsForTheOutsideEndsIt() async throws {
    let gate = Gate()
    var limits = TestExecutor.Limits()
    limits.outsidePatience = 1
    let (report, messages) = await TestExecutor.$limits.withValue(limits) {
      await explore { _, _ in .run { _ in await gate.wait() } }
    }
    gate.open()
    #expect(report.counterexample?.story == "s0")
    #expect(messages.count == 1)
    #expect(
      messages[0].hasPrefix("An effect waits for something that the exploration does not control.\n\n  • effect made")
    )
  }

  @Test func whatComesBackFromTheOutsideIsWaitedFor() async throws {
    let (report, messages) = await explore { state, action in
      if case .back(let number) = action {
        state = number
        return .none
      }
      return .run { send in
        let number = await Task.detached { 1 }.value
        await send(.back(await MainActor.run { number }))
      }
    }
    #expect(messages == [])
    #expect(report.isComplete && report.points == 2)
  }

  @Test func exploringNothingIsAFailure() async {
    let (report, messages) = await explore(actions: { _ in [] }) { _, _ in .none }
    #expect(report.transitions == 0)
    #expect(messages.count == 1 && messages[0].hasPrefix("Nothing was explored: "))
  }

  @Test func aRuleThatIsNeverCheckedIsAFailure() async {
    let failures = await reported {
      await exploreStates(of: 0, within: ExplorationBounds(depth: 2, time: .seconds(600))) {
        Reduce<Int, Bool> { _, _ in .run { _ in _ = try await choose("forever", Alternative<Int>.never) } }
      } actions: { _ in
        true
      } eventually: { _ in
        true
      }
    }
    // The call may not answer, so nothing is left that could come.
    #expect(failures.count == 1 && failures[0].message.hasPrefix("\"eventually\" does not hold."))
  }

  @Test func errorsOfRulesAreFailures() async {
    let (report, messages) = await explore(whenSettled: { if $0 == 2 { throw Failure() } }) { state, _ in
      state = (state + 1) % 3
      return .none
    }
    #expect(report.counterexample?.story == "s0 s0")
    #expect(messages.count == 1 && messages[0].hasPrefix("\"whenSettled\" does not hold.\n\nIt threw: Failure()"))
  }

  @Test(arguments: [
    (ExplorationBounds(depth: 3, time: .seconds(600)), ExplorationReport.Bound.depth, "stories are not longer"),
    (ExplorationBounds(actions: 3, time: .seconds(600)), .actions, "the person does nothing more"),
    (ExplorationBounds(points: 3, time: .seconds(600)), .points, "no more points are told apart"),
    (ExplorationBounds(time: .zero), .time, "the time was up"),
  ])
  func whatBoundsAnExplorationIsSaid(bounds: ExplorationBounds, bound: ExplorationReport.Bound, words: String) async {
    let (report, messages) = await explore(within: bounds) { state, _ in
      state += 1
      return .none
    }
    #expect(messages == [])
    #expect(report.cuts == [bound] && !report.isComplete)
    #expect(report.description.contains("Not everything was covered: \(words)"), "\(report)")
  }

  @Test func answersAreBounded() async {
    let report = await exploreStates(of: 0, within: ExplorationBounds(answers: 0, time: .seconds(600))) {
      Reduce<Int, Bool> { state, action in
        guard action, state < 2 else { return .none }
        state += 1
        return .run { send in await send(await choose("yes", false)) }
      }
    } actions: { _ in
      true
    } eventually: { _ in
      true
    }
    #expect(report.cuts == [.answers])
    #expect(report.undecidedPoints == 2)
  }

  /// An id of a generator is nothing that the state tells.
  @Test func whatIsKeptOutsideOfTheStateIsNoticed() async {
    let report = await exploreStates(of: [String](), within: ExplorationBounds(depth: 12, time: .seconds(600))) {
      Reduce<[String], Bool> { state, _ in
        @Dependency(\.uuid) var uuid
        state = Array((state + [uuid().uuidString]).suffix(1))
        return .none
      }
    } withDependencies: {
      $0.uuid = .incrementing
    } actions: { _ in
      true
    }
    #expect(report.description.contains("keeps something outside of the state"))
    #expect(report.cuts == [.depth] && report.points == 13)
  }

  @Test func storiesThatShareAVariableAreNoticed() async {
    let count = Locked(0)
    let (_, messages) = await explore { state, action in
      state = count.withLock { count in
        count += 1
        return count
      }
      return .none
    }
    #expect(messages.count == 1)
    #expect(messages[0].hasPrefix("The same story went another way the second time:"), "\(messages)")
  }

  @Test func effectsAreLeftWhenTheFeatureIsDone() async throws {
    let failures = await reported {
      await exploreStates(of: false, within: .patient) {
        Reduce<Bool, Bool> { state, action in
          state = !action
          return action ? .run { _ in _ = await choose("long", 1) } : .none
        }
      } actions: { isDone in
        true
        false
      } never: { _ in
        false
      } noEffectsWhen: {
        $0
      }
    }
    let message = try #require(failures.first?.message)
    #expect(message.hasPrefix("The feature is done, and 1 effect is still running.\n\n  • effect made in"))
    #expect(message.contains("replaying: \"s0 s1\""))
  }

  @Test func actionsThatMayNeverComeAreFound() async throws {
    let failures = await reported {
      await exploreStates(of: 0, within: .patient) {
        Reduce<Int, Action> { state, action in
          guard action == .go, state < 2 else { return .none }
          state += 1
          return .run { [state] send in await send(.back(state)) }
        }
      } actions: { _ in
        Action.go
      } never: {
        $0 == .back(2)
      }
    }
    let message = try #require(failures.first?.message)
    #expect(
      message.hasPrefix("An action came that may never come.\n\n    ExplorationEdgeTests.Action.back(2)"),
      "\(message)"
    )
    #expect(message.contains("replaying: \"s0 s0\""))
  }

  /// What a debounce remembers of its time is the same each time, so such points are not new ones.
  @Test func aCancelledDebounceMakesNoNewPoints() async {
    let (report, messages) = await explore(within: ExplorationBounds(depth: 12, time: .seconds(600))) { _ in
      [.go, .back(0)]
    } _: { state, action in
      switch action {
      case .go: return .send(.back(1)).debounce(id: 0, for: .seconds(1))
      case .back(let number):
        state = number
        return number == 0 ? .cancel(id: 0) : .none
      }
    }
    #expect(messages == [])
    #expect(report.isComplete, "\(report)")
  }

  @Test func valuesOfSeveralLinesAreIndented() async throws {
    struct Value: Equatable {
      var number: Int
      var isLast = false
    }
    let failures = await reported {
      await exploreStates(of: 0, within: .patient) {
        Reduce<Int, Value> { state, action in
          state = action.number
          return state == 1 ? .run { send in await send(await choose("next", Value(number: 2))) } : .none
        }
      } actions: { _ in
        Value(number: 1)
      } never: {
        $0.number == 2
      }
    }
    let message = try #require(failures.first?.message)
    #expect(
      message.contains(
        """

        1. Send ExplorationEdgeTests.Value(
             number: 1,
             isLast: false
           )

        """
      ),
      "\(message)"
    )
    #expect(message.contains("\n   Receive ExplorationEdgeTests.Value(\n     number: 2,"), "\(message)")
  }

  @Test func elsewhereTheFirstAlternativeIsTheAnswer() async throws {
    #expect(await choose("a", 1, 2) == 1)
    #expect(try await choose("a", .success(1), .failure(Failure())) == 1)
    await #expect(throws: Failure.self) { try await choose("a", .failure(Failure()), .success(1)) }
    let task = Task { try await choose("a", Alternative<Int>.never) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
