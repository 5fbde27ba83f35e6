import Foundation
import TestSupport
import Testing

@testable import Execution
@testable import StoreExploration
@testable import StoreTesting

/// User code that interferes with an exploration.
@Suite struct ExplorationEdgeTests {
  enum Action: Equatable {
    case go
    case back(Int)
  }

  /// Explores a reducer whose state is a number.
  private func explore(
    replaying story: String? = nil,
    within bounds: ExplorationBounds = ExplorationBounds(depth: 4, time: .seconds(600)),
    actions: @escaping @Sendable (Int) -> [Action] = { _ in [.go] },
    whenSettled: (@Sendable (Int) throws -> Void)? = nil,
    _ reduce: @escaping @Sendable (inout Int, Action) -> Effect<Action>
  ) async -> (report: ExplorationReport, messages: [String]) {
    return await explored {
      await exploreStates(replaying: story, of: 0, within: bounds) {
        Reduce<Int, Action> { reduce(&$0, $1) }
      } actions: {
        actions($0)
      } whenSettled: {
        try whenSettled?($0)
      }
    }
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

  @Test func warningsAreNoCounterexamples() async {
    let (report, messages) = await explore { state, _ in
      reportIssue("This took long.", severity: .warning)
      state = 1
      return .none
    }
    #expect(report.counterexample == nil)
    #expect(messages == [])
  }

  @Test func modelsAreReadWhileTheyChange() {
    let model = ModeledValue([1])
    model.withValue { $0.append(model.value.count) }
    #expect(model.value == [1, 1])
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
      let longest = Locked(0)
      let (report, messages) = await explore { state, action in
        state += 1
        longest.withLock { [state] in $0 = max($0, state) }
        if loops { return .run { send in while !Task.isCancelled { await Task.yield() } } }
        return .send(.go)
      }
      #expect(report.counterexample?.story == "s0")
      #expect(messages.count == 1)
      #expect(messages[0].hasPrefix("Effects do not come to rest: they were stopped after 20000 steps."))
      #expect(loops || messages[0].contains("Actions send one another."))
      #expect(loops || longest.withLock { $0 } == 20_001)
    }
  }

  @Test(arguments: [nil, "s0"]) func whatWaitsForTheOutsideEndsIt(replaying story: String?) async throws {
    let gate = Gate()
    var limits = StoreExecutor.Limits()
    limits.outsidePatience = 1
    let (report, messages) = await StoreExecutor.$limits.withValue(limits) {
      await explore(replaying: story) { _, _ in .run { _ in await gate.wait() } }
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

  @Test func valuesOfOneHashAreToldApartByTheirDumps() {
    let table = ValueTable<Int>(hash: { _ in 0 }, areEqual: { $0 == $1 })
    for _ in 1...2 {
      for number in 0..<100 { #expect(table.number(of: number) == number) }
    }
    #expect(table.contents.withLock { $0.buckets.count } == 100)
  }

  @Test func valuesThatCannotBeComparedAreToldApartByTheirDumps() {
    struct Word { let text: String }
    let table = ValueTable<Word>()
    for _ in 1...2 { #expect(["a", "b"].map { table.number(of: Word(text: $0)) } == [0, 1]) }
  }

  @Test(arguments: [nil, ""]) func rulesHoldWhereStoriesBegin(replaying story: String?) async {
    let report = await explored {
      await exploreStates(replaying: story, of: 1, within: .patient) {
        Reduce<Int, Action> { _, _ in .none }
      } actions: { _ in
        [Action]()
      } always: {
        #expect($0 != 1)
      }
    }.report
    #expect(report.counterexample?.story == "")
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
    // The call never answers, so the story can't continue.
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

  // MARK: Issues of what an exploration is given

  /// Explores a counter. One of the closures of the exploration reports an issue when the count is three.
  private func count(_ story: String? = nil, reportingIn place: String) async -> (story: String?, messages: [String]) {
    nonisolated(unsafe) var report = ExplorationReport()
    @Sendable func check(_ name: String, _ isWrong: Bool) {
      if name == place, isWrong { reportIssue("Three is too much.") }
    }
    @Sendable func reduce(_ state: inout Int, _ action: Action) -> Effect<Action> {
      if case .back(let number) = action {
        state = number
        return .none
      }
      state = -state - 1
      return .run { [state] send in
        _ = await choose("next", 0)
        await send(.back(-state))
      }
    }
    @Sendable func actions(_ state: Int) -> [Action] {
      check("actions", state == 3)
      return (0..<5).contains(state) ? [.go] : []
    }
    @Sendable func never(_ action: Action) -> Bool {
      check("never", action == .back(3))
      return false
    }
    let failures = await reported {
      report = await exploreStates(replaying: story, of: 0, within: .patient) {
        Reduce<Int, Action> { reduce(&$0, $1) }
      } actions: {
        actions($0)
      } always: {
        check("always", $0 == 3)
      } whenSettled: {
        check("whenSettled", $0 == 3)
      } never: {
        never($0)
      } eventually: {
        check("eventually", $0 == 3)
        return true
      } noEffectsWhen: {
        // This is only called where effects are in flight.
        check("noEffectsWhen", $0 == -3)
        return false
      }
    }
    return (report.counterexample?.story, failures.map(\.message))
  }

  @Test(arguments: ["actions", "eventually", "never", "noEffectsWhen"])
  func issuesOfWhatIsAskedAreToldWithTheirStory(place: String) async throws {
    let (story, messages) = await count(reportingIn: place)
    #expect(story == "s0 a0.0 s0 a0.0 s0" + (place == "noEffectsWhen" ? "" : " a0.0"))
    #expect(messages.count == 1)
    let message = try #require(messages.first)
    #expect(message.hasPrefix("\"\(place)\" reported an issue.\n\n"), "\(message)")
    #expect(message.contains("Three is too much.") && message.contains("\n5. Send ExplorationEdgeTests.Action.go"))
    let again = await count(story, reportingIn: place)
    #expect(again.story == story && again.messages.first?.hasPrefix("\"\(place)\" reported an issue.") == true)
  }

  @Test(arguments: ["always", "whenSettled"])
  func issuesOfRulesBreakThem(place: String) async throws {
    let (story, messages) = await count(reportingIn: place)
    #expect(story == "s0 a0.0 s0 a0.0 s0 a0.0")
    #expect(messages.count == 1 && messages[0].hasPrefix("\"\(place)\" does not hold."))
  }

  @Test func theStepsOfAStoryThatIsRunAgainAreAnnounced() async {
    let steps = Locked<[String]>([])
    let exploration = StateExploration(
      ExploredFeature<Int, Action>(
        makeStore: { actor, configuration, _ in
          Store(initialState: 0, isolation: actor, configuration: configuration) {
            Reduce { _, action in
              action == .go ? .run { send in await send(.back(await choose("number", 1, 2))) } : .none
            }
          }
        },
        send: { store, action in store.send(action) },
        actions: { _ in [.go] },
        rules: ExplorationRules()
      ),
      bounds: .patient,
      after: [.back(0)],
      telling: StoryTelling(replay: { $0 }, announce: { step in steps.withLock { $0.append(step) } }),
      progress: { _ in }
    )
    let outcome = await exploration.run(replaying: "s0 a0.1")
    #expect(outcome.failure == nil && outcome.report.steps == 3)
    #expect(steps.withLock { $0 } == [valueDump(Action.back(0)), valueDump(Action.go), "\"number\" answers 2"])
  }

  // MARK: Being stopped

  /// Explores a feature with many actions in its first state, until the reducer was called a number of times.
  ///
  /// - Parameter cancels: Whether the reducer then cancels the exploration's task.
  private func exploreWidely(
    upTo count: Int,
    cancels: Bool,
    eventually: (@Sendable (Int) -> Bool)? = nil
  ) async -> (steps: Int, report: ExplorationReport, progress: [String]) {
    let steps = Locked(0)
    let progress = Locked<[String]>([])
    let running = Locked<Task<StateExploration<Int, Int>.Outcome, Never>?>(nil)
    let exploration = StateExploration(
      ExploredFeature<Int, Int>(
        makeStore: { actor, configuration, _ in
          Store(initialState: 0, isolation: actor, configuration: configuration) {
            Reduce { state, action in
              let number = steps.withLock { steps in
                steps += 1
                return steps
              }
              if cancels, number == count { running.withLock { $0 }?.cancel() }
              state = action
              return .none
            }
          }
        },
        send: { store, action in store.send(action) },
        actions: { $0 == 0 ? Array(1...1_000) : $0 > 0 ? [-$0] : [] },
        rules: ExplorationRules(eventually: eventually)
      ),
      bounds: .patient,
      telling: StoryTelling(replay: { $0 }),
      progress: { report in progress.withLock { $0.append(report.progress) } },
      isInterrupted: { !cancels && steps.withLock { $0 >= count } }
    )
    let gate = Gate()
    let task = Task {
      await gate.wait()
      return await exploration.run(replaying: nil)
    }
    running.withLock { $0 = task }
    gate.open()
    let outcome = await task.value
    return (steps.withLock { $0 }, outcome.report, progress.withLock { $0 })
  }

  @Test func anExplorationIsStoppedAlsoAtAPoint() async throws {
    let (steps, report, _) = await exploreWidely(upTo: 300, cancels: false)
    #expect(report.cuts == [.cancellation])
    #expect(steps < 400 && report.points >= 300 && report.transitions == steps, "\(steps) \(report)")
    #expect(report.description.hasSuffix("Not everything was covered: it was cancelled."))
  }

  /// The steps that were not tried could lead where `eventually` holds.
  @Test(arguments: [1, 300]) func whatIsNotReachedBeforeTheEndIsUndecided(count: Int) async {
    let (_, report, _) = await exploreWidely(upTo: count, cancels: false) { $0 < 0 }
    #expect(report.counterexample == nil && report.cuts == [.cancellation])
    #expect(report.undecidedPoints == report.points)
  }

  /// The step waits when it is run, or when it is run again for what can follow, which could lead where `eventually`
  /// holds.
  @Test(arguments: [1, 2]) func anExplorationIsStoppedWhileAStepWaitsForTheOutside(waitingRun: Int) async {
    let gate = Gate()
    let runs = Locked(0)
    let waits = Locked(false)
    let exploration = StateExploration(
      ExploredFeature<Int, Int>(
        makeStore: { actor, configuration, _ in
          Store(initialState: 0, isolation: actor, configuration: configuration) {
            Reduce { state, action in
              state = action
              return .run { _ in
                let run = runs.next()
                if run == waitingRun {
                  waits.withLock { $0 = true }
                  await gate.wait()
                }
                _ = await choose("number", 1)
              }
            }
          }
        },
        send: { store, action in store.send(action) },
        actions: { _ in [1] },
        rules: ExplorationRules(eventually: { $0 != waitingRun - 1 })
      ),
      bounds: .patient,
      telling: StoryTelling(replay: { $0 }),
      progress: { _ in },
      isInterrupted: { waits.withLock { $0 } }
    )
    let outcome = await exploration.run(replaying: nil)
    gate.open()
    #expect(outcome.failure == nil)
    #expect(outcome.report.cuts == [.cancellation] && outcome.report.points == waitingRun, "\(outcome.report)")
  }

  /// What an effect does when its story ends is a part of no story.
  @Test(arguments: [nil, "s0"], ["nowhere", "always", "actions"])
  func noEffectOutlivesItsStory(replaying story: String?, failingIn place: String) async {
    let runs = Locked(0)
    let running = Locked(0)
    let ending = "cancelled"
    let (report, messages) = await explored {
      await exploreStates(replaying: story, of: 0, within: .patient) {
        Reduce<Int, Action> { state, action in
          state = 1
          guard action == .go else { return .none }
          return .run { send in
            runs.withLock { $0 += 1 }
            running.withLock { $0 += 1 }
            let number = await choose("number", 1)
            // In parts, because the message of a failure contains this source text.
            if Task.isCancelled { reportIssue("The effect was \(ending).") }
            running.withLock { $0 -= 1 }
            await send(.back(number))
          }
        }
      } actions: { state in
        // The second one changes nothing.
        if state == 0 {
          Action.go
        } else if place == "actions" {
          let _ = reportIssue("Nothing to do.")
        } else {
          .back(0)
        }
      } always: { state in
        #expect(state == 0 || place != "always")
      } eventually: { _ in
        true
      }
    }
    #expect(runs.withLock { $0 } > 0 && running.withLock { $0 } == 0)
    #expect(report.counterexample?.story == (place == "nowhere" ? nil : "s0"))
    #expect(!messages.contains { $0.contains("The effect was cancelled.") }, "\(messages)")
  }

  @Test func anExplorationWhoseTaskIsCancelledIsStoppedAtAPoint() async throws {
    let (steps, report, _) = await exploreWidely(upTo: 1, cancels: true)
    #expect(report.cuts == [.cancellation] && steps < 100, "\(steps) \(report)")
  }

  @Test func howFarAnExplorationIsIsToldAlsoAtAPoint() async throws {
    let (_, report, progress) = await exploreWidely(upTo: .max, cancels: false)
    #expect(report.points == 2_001 && report.isComplete)
    #expect(progress.first == "exploring - 1 points, 64 steps run, stories of 0 steps (made longer at 1 of 1 points).")
    #expect(progress.contains { $0.contains("points, ") && $0.contains("of 1000 points).") })
  }

  @Test(arguments: [
    (ExplorationBounds(depth: 3, time: .seconds(600)), ExplorationReport.Bound.depth, "longer stories were not tried"),
    (ExplorationBounds(actions: 3, time: .seconds(600)), .actions, "more actions of the person were not tried"),
    (ExplorationBounds(points: 3, time: .seconds(600)), .points, "more points were not kept"),
    (ExplorationBounds(time: .zero), .time, "the time was up"),
    (ExplorationBounds(depth: 5000, time: .milliseconds(1)), .time, "the time was up"),
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

  /// An answer that was not tried could lead on, also where the depth ends. So could a point that was not kept.
  @Test(arguments: [
    (ExplorationBounds(depth: 1, answers: 0, time: .seconds(600)), [ExplorationReport.Bound.answers, .depth]),
    (ExplorationBounds(points: 2, time: .seconds(600)), [.points]),
  ])
  func aPointWhoseAnswersAreCutIsUndecided(bounds: ExplorationBounds, cuts: [ExplorationReport.Bound]) async {
    let report = await exploreStates(of: 0, within: bounds) {
      Reduce<Int, Bool> { state, action in
        state += 1
        return action ? .run { send in await send(await choose("no", false)) } : .none
      }
    } actions: { _ in
      true
    } eventually: {
      $0 != 1
    }
    #expect(report.counterexample == nil)
    #expect(report.cuts == Set(cuts) && report.undecidedPoints == 1)
  }

  /// The state does not contain the next id of a generator.
  @Test func aStoryThatGoesAnotherWayWhileEventuallyIsSoughtIsNoticed() async {
    let count = Locked(0)
    let failures = await reported {
      await exploreStates(replaying: "s0", of: 0) {
        Reduce<Int, Action> { state, action in
          guard action == .go else { return .none }
          state = count.next()
          return .run { send in await send(.back(await choose("call", 1, 2))) }
        }
      } actions: { _ in
        Action.go
      } eventually: { state in
        state > 0
      }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.message.hasPrefix("The same story went another way the second time: \"s0\".") == true)
  }

  @Test func eventuallyIsSoughtAfterAStoryThatReadsTheTime() async {
    let failures = await reported {
      await exploreStates(replaying: "s0", of: 0) {
        Reduce<Int, Action> { state, action in
          @Dependency(\.continuousClock) var clock
          guard action == .go else {
            state = (clock as? TestClock<Duration>)?.now.offset == .seconds(1) ? 1 : 2
            return .none
          }
          return .run { [clock] send in
            try await clock.sleep(for: .seconds(1))
            await send(.back(0))
          }
        }
      } actions: { _ in
        Action.go
      } eventually: { state in
        state == 2
      }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.message.hasPrefix("\"eventually\" does not hold.") == true)
  }

  @Test func storiesThatShareAVariableAreNoticed() async {
    let count = Locked(0)
    let (_, messages) = await explore { state, action in
      state = count.next()
      return .none
    }
    #expect(messages.count == 1)
    #expect(messages[0].hasPrefix("The same story went another way the second time:"), "\(messages)")
  }

  /// The story is run once for each answer, the second time without the call.
  @Test func aCallThatIsNotMadeAgainIsNoticed() async {
    let count = Locked(0)
    let (_, messages) = await explore {
      $0 == 0 ? [.go] : []
    } _: { state, action in
      guard action == .go else { return .none }
      state = 1
      let runs = count.next()
      guard runs < 3 else { return .run { _ in try await Task.never() } }
      return .run { send in await send(.back(await choose("number", 1, 2))) }
    }
    #expect(messages.count == 1)
    #expect(messages[0].hasPrefix("The same story went another way the second time:"), "\(messages)")
  }

  /// The story is run once for the action and once for the clock, the second time without the sleep.
  @Test func aSleepThatIsNotMadeAgainIsNoticed() async {
    let count = Locked(0)
    let (_, messages) = await explore {
      $0 < 2 ? [$0 == 0 ? .go : .back(2)] : []
    } _: { state, action in
      @Dependency(\.continuousClock) var clock
      guard action == .go else {
        state = 2
        return .none
      }
      state = 1
      let runs = count.withLock { count in
        count += 1
        return count
      }
      guard runs < 3 else { return .run { _ in try await Task.never() } }
      return .run { [clock] _ in try await clock.sleep(for: .seconds(1)) }
    }
    #expect(messages.count == 1)
    #expect(messages[0].hasPrefix("The same story went another way the second time:"), "\(messages)")
  }

  /// Two effects run after the first answer, and three whenever the story is run again.
  @Test func aPointWhoseOrdersCannotAllBeTriedIsUndecided() async {
    let count = Locked(0)
    let bounds = ExplorationBounds(depth: 3, orders: 24, time: .seconds(600))
    let report = await explored {
      await exploreStates(of: 0, within: bounds) {
        Reduce<Int, Action> { state, action in
          switch action {
          case .go:
            state = 1
            return .run { send in await send(.back(await choose("number", 1))) }
          case .back(let number):
            guard number > 0 else { return .none }
            let runs = count.next()
            return .merge((0..<(runs == 1 ? 2 : 3)).map { _ in .run { send in await send(.back(0)) } })
          }
        }
      } actions: {
        if $0 == 0 { Action.go }
      } eventually: {
        $0 == 2
      }
    }.report
    #expect(report.cuts.contains(.orders))
    #expect(report.undecidedPoints > 0, "\(report)")
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

  /// The data that is kept of a cancelled debounce is the same each time, so such points are not new.
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
