import Foundation
import TestSupport
import Testing

@testable import Execution
@testable import StoreExploration
@testable import StoreTesting

/// User code that interferes with an exploration.
@Suite struct ExplorationEdgeTests {
  enum Action: Equatable { case go, back(Int) }

  /// Explores a reducer whose state is a number, and to which the person can always send an action.
  private func exploreGo(
    replaying story: String? = nil,
    whenSettled: (@Sendable (Int) throws -> Void)? = nil,
    eventually: (@Sendable (Int) -> Bool)? = nil,
    _ reduce: @escaping @Sendable (inout Int, Action) -> Effect<Action>
  ) async -> (report: ExplorationReport, messages: [String]) {
    await explore(
      replaying: story,
      from: 0,
      within: ExplorationBounds(depth: 4, time: .seconds(600)),
      actions: { _ in [Action.go] },
      whenSettled: whenSettled,
      eventually: eventually,
      reduce
    )
  }

  @Test func issuesOnTheWayAreCounterexamples() async {
    func expect(
      _ story: String?,
      _ parts: String...,
      whenSettled: (@Sendable (Int) throws -> Void)? = nil,
      _ reduce: @escaping @Sendable (inout Int) -> Effect<Action>
    ) async {
      let (report, messages) = await exploreGo(whenSettled: whenSettled) { state, _ in
        state = (state + 1) % 5
        return reduce(&state)
      }
      #expect(report.counterexample?.story == story)
      #expect(messages.count == (story == nil ? 0 : 1))
      for part in parts { #expect(messages.first?.contains(part) == true, "\(messages)") }
    }
    await expect("s0 s0", "An issue was reported.", "An effect threw an error that nothing handles.") { state in
      state == 2 ? .run { _ in throw Failure() } : .none
    }
    await expect("s0 s0 s0", "Expectation failed: (state → 3) < 3") { state in
      #expect(state < 3)
      return .none
    }
    let throwing: @Sendable (Int) throws -> Void = { if $0 == 2 { throw Failure() } }
    await expect("s0 s0", "\"whenSettled\" does not hold.\n\nIt threw: Failure()", whenSettled: throwing) { _ in .none }
    await expect(nil) { _ in
      reportIssue("This took long.", severity: .warning)
      return .none
    }
  }

  @Test func modelsBeginWithTheirInitialValueAndAreReadWhileTheyChange() async {
    let list = ModeledValue([1])
    list.withValue { $0.append(list.value.count) }
    #expect(list.value == [1, 1])
    let model = ModeledValue<Int?>(1)
    let (report, _) = await exploreGo { state, _ in
      #expect(model.value == (state == 0 ? 1 : nil))
      model.withValue { $0 = nil }
      state = 1
      return .none
    }
    #expect(report.counterexample == nil && report.settledPoints > 1)
    // Each story has a value of its own.
    #expect(model.value == 1)
  }

  @Test(arguments: [true, false]) func effectsThatDoNotComeToRestAreStopped(loops: Bool) async {
    let longest = Locked(0)
    let (report, messages) = await StoreExecutor.$limits.withValue(.init(steps: 500)) {
      await exploreGo { state, action in
        state += 1
        longest.withLock { [state] in $0 = max($0, state) }
        return loops ? .run { _ in while !Task.isCancelled { await Task.yield() } } : .send(.go)
      }
    }
    #expect(report.counterexample?.story == "s0")
    #expect(messages.count == 1)
    #expect(messages[0].hasPrefix("Effects do not come to rest: they were stopped after 500 steps."))
    #expect(loops || messages[0].contains("Actions send one another.") && longest.withLock { $0 } == 501)
  }

  /// An effect that can't be stopped keeps its executor. Another one runs the stories that follow.
  @Test func storiesAfterAnEffectThatGoesOnForeverRun() async {
    let (report, messages) = await StoreExecutor.$limits.withValue(.init(steps: 500)) {
      await explore(from: 0, actions: { $0 == 0 ? [1, 2] : $0 == 1 ? [3] : [] }, never: { $0 == 4 }) { state, action in
        @Dependency(\.continuousClock) var clock
        state = action
        return switch action {
        case 2:
          .run { [clock] send in
            try await clock.sleep(for: .seconds(1))
            await send(4)
          }
        case 3: .run { _ in while true { await Task.yield() } }
        default: .none
        }
      }
    }
    // Both stories have two steps. This one has fewer actions of a person.
    #expect(report.counterexample?.story == "s1 c")
    #expect(messages.count == 1)
  }

  @Test(arguments: [nil, "s0"]) func whatWaitsForTheOutsideEndsIt(replaying story: String?) async {
    let gate = Gate()
    var limits = StoreExecutor.Limits()
    limits.outsidePatience = 1
    let (report, messages) = await StoreExecutor.$limits.withValue(limits) {
      await exploreGo(replaying: story) { _, _ in .run { _ in await gate.wait() } }
    }
    gate.open()
    #expect(report.counterexample?.story == "s0")
    #expect(messages.count == 1)
    let start = "An effect waits for something that the exploration does not control.\n\n  • effect made"
    #expect(messages.first?.hasPrefix(start) == true)
  }

  @Test func whatComesBackFromTheOutsideIsWaitedFor() async {
    let (report, messages) = await exploreGo { state, action in
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

  @Test func valuesOfOneHashAreToldApartByEqualityAndFoundByTheirDumps() {
    let table = ValueTable<Int>(hash: { _ in 0 }, areEqual: { $0 == $1 })
    for _ in 1...2 { for number in 0..<100 { #expect(table.number(of: number) == number) } }
    #expect(table.contents.withLock { $0.buckets.count } == 100)
  }

  @Test(arguments: [nil, ""]) func rulesHoldWhereStoriesBegin(replaying story: String?) async {
    let (report, _) = await explore(
      replaying: story,
      from: 1,
      actions: { _ in [Action]() },
      always: { #expect($0 != 1) }
    ) { _, _ in .none }
    #expect(report.counterexample?.story == "")
  }

  @Test func exploringNothingIsAFailure() async {
    let (report, messages) = await explore(from: 0, actions: { _ in [Action]() }) { _, _ in .none }
    #expect(report.transitions == 0)
    #expect(messages.count == 1 && messages[0].hasPrefix("Nothing was explored: "))
  }

  /// The call never answers, so the story can't continue.
  @Test func aCallThatNeverAnswersKeepsAStoryFromItsEnd() async {
    let (_, messages) = await exploreGo(eventually: { _ in true }) { _, _ in
      .run { _ in _ = try await choose("forever", Alternative<Int>.never) }
    }
    #expect(messages.count == 1 && messages[0].hasPrefix("\"eventually\" does not hold."))
  }

  /// Explores a counter. One of the closures of the exploration reports an issue when the count is three.
  private func count(_ story: String? = nil, reportingIn place: String) async -> (story: String?, messages: [String]) {
    @Sendable func check(_ name: String, _ isWrong: Bool) -> Bool {
      if name == place, isWrong { reportIssue("Three is too much.") }
      return false
    }
    let (report, messages) = await explore(
      replaying: story,
      from: 0,
      actions: { (state: Int) -> [Action] in
        check("actions", state == 3) || !(0..<5).contains(state) ? [] : [.go]
      },
      always: { _ = check("always", $0 == 3) },
      whenSettled: { _ = check("whenSettled", $0 == 3) },
      never: { check("never", $0 == .back(3)) },
      eventually: { !check("eventually", $0 == 3) },
      // This is only called where effects are in flight.
      noEffectsWhen: { check("noEffectsWhen", $0 == -3) }
    ) { state, action in
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
    return (report.counterexample?.story, messages)
  }

  @Test(arguments: ["actions", "eventually", "never", "noEffectsWhen", "always", "whenSettled"])
  func issuesOfWhatIsAskedAreToldWithTheirStory(place: String) async throws {
    let (story, messages) = await count(reportingIn: place)
    #expect(story == "s0 a0.0 s0 a0.0 s0" + (place == "noEffectsWhen" ? "" : " a0.0"))
    #expect(messages.count == 1)
    let message = try #require(messages.first)
    let headline = ["always", "whenSettled"].contains(place) ? "does not hold" : "reported an issue"
    #expect(message.hasPrefix("\"\(place)\" \(headline).\n\n"), "\(message)")
    #expect(message.contains("Three is too much.") && message.contains("\n5. Send ExplorationEdgeTests.Action.go"))
    let again = await count(story, reportingIn: place)
    #expect(again.story == story && again.messages.first?.hasPrefix("\"\(place)\" \(headline).") == true)
  }

  /// Explores a feature with many actions in its first state, until the reducer was called a number of times.
  ///
  /// - Parameter cancels: Whether the reducer then cancels the exploration's task.
  private func exploreWidely(
    upTo count: Int,
    cancels: Bool = false,
    eventually: (@Sendable (Int) -> Bool)? = nil
  ) async -> (steps: Int, report: ExplorationReport, progress: [String]) {
    let steps = Locked(0)
    let progress = Log<String>()
    let running = Locked<Task<ExplorationReport, Never>?>(nil)
    let exploration = makeExploration(
      actions: { (state: Int) -> [Int] in state == 0 ? Array(1...1_000) : state > 0 ? [-state] : [] },
      rules: ExplorationRules(eventually: eventually),
      progress: { progress.append($0.progress) },
      isInterrupted: { !cancels && steps.withLock { $0 >= count } }
    ) { state, action in
      if steps.next() == count, cancels { running.withLock { $0 }?.cancel() }
      state = action
      return .none
    }
    let gate = Gate()
    let task = Task {
      await gate.wait()
      return await exploration.run(replaying: nil).report
    }
    running.withLock { $0 = task }
    gate.open()
    let report = await task.value
    return (steps.withLock { $0 }, report, progress.all)
  }

  @Test func anExplorationIsStoppedAlsoAtAPoint() async {
    let (steps, report, _) = await exploreWidely(upTo: 300)
    #expect(report.cuts == [.cancellation])
    #expect(steps < 400 && report.points >= 300 && report.transitions == steps, "\(steps) \(report)")
    #expect(report.description.hasSuffix("Not everything was covered: it was cancelled."))
    let cancelled = await exploreWidely(upTo: 1, cancels: true)
    #expect(cancelled.report.cuts == [.cancellation] && cancelled.steps < 100, "\(cancelled)")
  }

  /// The steps that were not tried could lead where `eventually` holds.
  @Test(arguments: [1, 300]) func whatIsNotReachedBeforeTheEndIsUndecided(count: Int) async {
    let (_, report, _) = await exploreWidely(upTo: count) { $0 < 0 }
    #expect(report.counterexample == nil && report.cuts == [.cancellation])
    #expect(report.undecidedPoints == report.points)
  }

  /// The step waits when it is run, or when it is run again for what can follow, which could lead where `eventually`
  /// holds.
  @Test(arguments: [1, 2]) func anExplorationIsStoppedWhileAStepWaitsForTheOutside(waitingRun: Int) async {
    let gate = Gate()
    let runs = Locked(0)
    let waits = Locked(false)
    let exploration = makeExploration(
      actions: { _ in [1] },
      rules: ExplorationRules(eventually: { $0 != waitingRun - 1 }),
      isInterrupted: { waits.withLock { $0 } }
    ) { state, action in
      state = action
      return .run { _ in
        if runs.next() == waitingRun {
          waits.withLock { $0 = true }
          await gate.wait()
        }
        _ = await choose("number", 1)
      }
    }
    let outcome = await exploration.run(replaying: nil)
    gate.open()
    #expect(outcome.failure == nil)
    #expect(outcome.report.cuts == [.cancellation] && outcome.report.points == waitingRun, "\(outcome.report)")
  }

  /// A story that is run again ends with its task, also where it waits for something else than the exploration.
  @Test func aStoryThatIsRunAgainCanBeCancelled() async {
    let (start, gate) = (Gate(), Gate())
    let task = Task {
      await exploreGo(replaying: "s0") { _, _ in
        .run { _ in
          start.open()
          await gate.wait()
        }
      }.report
    }
    await start.wait()
    task.cancel()
    let report = await task.value
    gate.open()
    #expect(report.cuts == [.cancellation] && !report.isComplete && report.counterexample == nil, "\(report)")
    #expect(report.description.hasSuffix("It was cancelled before the story was over."), "\(report)")
  }

  /// What an effect does when its story ends is a part of no story.
  @Test(arguments: [nil, "s0"], ["nowhere", "always", "actions"])
  func noEffectOutlivesItsStory(replaying story: String?, failingIn place: String) async {
    let runs = Locked(0)
    let running = Locked(0)
    let ending = "cancelled"
    let (report, messages) = await explore(replaying: story, from: 0) { (state: Int) -> [Action] in
      if state == 0 { return [.go] }
      guard place == "actions" else { return [.back(0)] }
      reportIssue("Nothing to do.")
      return []
    } always: { state in
      #expect(state == 0 || place != "always")
    } eventually: { _ in
      true
    } _: { state, action in
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
    #expect(runs.withLock { $0 } > 0 && running.withLock { $0 } == 0)
    #expect(report.counterexample?.story == (place == "nowhere" ? nil : "s0"))
    #expect(!messages.contains { $0.contains("The effect was cancelled.") }, "\(messages)")
  }

  @Test func howFarAnExplorationIsIsToldAlsoAtAPoint() async {
    let (_, report, progress) = await exploreWidely(upTo: .max)
    #expect(report.points == 2_001 && report.isComplete)
    #expect(progress.first == "exploring - 1 point, 64 steps run, stories of 0 steps (made longer at 1 of 1 points).")
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
    let (report, messages) = await explore(from: 0, within: bounds, actions: { _ in [Action.go] }) { state, _ in
      state += 1
      return .none
    }
    #expect(messages == [])
    #expect(report.cuts == [bound] && !report.isComplete)
    #expect(report.description.contains("Not everything was covered: \(words)"), "\(report)")
  }

  /// An answer that was not tried could lead on, also where the depth ends. So could a point that was not kept.
  @Test(arguments: [
    (ExplorationBounds(depth: 1, answers: 0, time: .seconds(600)), [ExplorationReport.Bound.answers, .depth]),
    (ExplorationBounds(points: 2, time: .seconds(600)), [.points]),
  ])
  func aPointWhoseAnswersAreCutIsUndecided(bounds: ExplorationBounds, cuts: [ExplorationReport.Bound]) async {
    let (report, _) = await explore(
      from: 0,
      within: bounds,
      actions: { _ in [true] },
      eventually: { $0 != 1 }
    ) { state, asks in
      state += 1
      return asks ? .run { send in await send(await choose("no", false)) } : .none
    }
    #expect(report.counterexample == nil)
    #expect(report.cuts == Set(cuts) && report.undecidedPoints == 1)
  }

  private let anotherWay = "The same story went another way the second time:"

  /// The state does not contain the next id of a generator.
  @Test func aStoryThatGoesAnotherWayWhileEventuallyIsSoughtIsNoticed() async {
    let count = Locked(0)
    let (_, messages) = await exploreGo(replaying: "s0", eventually: { $0 > 0 }) { state, action in
      guard action == .go else { return .none }
      state = count.next()
      return .run { send in await send(.back(await choose("call", 1, 2))) }
    }
    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix("\(anotherWay) \"s0\".") == true)
  }

  @Test func eventuallyIsSoughtAfterAStoryThatReadsTheTime() async {
    let (_, messages) = await exploreGo(replaying: "s0", eventually: { $0 == 2 }) { state, action in
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
    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix("\"eventually\" does not hold.") == true)
  }

  /// The story is run once for each answer, or once for the action and once for the clock; the second time without the
  /// call or the sleep.
  @Test(arguments: [true, false]) func whatIsNotDoneAgainIsNoticed(isCall: Bool) async {
    let count = Locked(0)
    let (_, messages) = await explore(
      from: 0,
      actions: { $0 == 0 ? [Action.go] : !isCall && $0 == 1 ? [.back(2)] : [] }
    ) { state, action in
      @Dependency(\.continuousClock) var clock
      guard action == .go else {
        state = 2
        return .none
      }
      state = 1
      guard count.next() < 3 else { return .run { _ in try await Task.never() } }
      return .run { [clock] send in
        if isCall { await send(.back(await choose("number", 1, 2))) } else { try await clock.sleep(for: .seconds(1)) }
      }
    }
    #expect(messages.count == 1)
    #expect(messages[0].hasPrefix(anotherWay), "\(messages)")
  }

  @Test func effectsAreLeftWhenTheFeatureIsDone() async throws {
    let (_, messages) = await explore(
      from: false,
      actions: { _ in [true, false] },
      noEffectsWhen: { $0 }
    ) { isDone, isBeginning in
      isDone = !isBeginning
      return isBeginning ? .run { _ in _ = await choose("long", 1) } : .none
    }
    let message = try #require(messages.first)
    #expect(message.hasPrefix("The feature is done, and 1 effect is still running.\n\n  • effect made in"))
    #expect(message.contains("replaying: \"s0 s1\""))
  }

  struct Value: Equatable {
    var number: Int
    var isLast = false
  }

  @Test func actionsThatMayNeverComeAreFound() async throws {
    let (_, messages) = await explore(
      from: 0,
      actions: { _ in [Value(number: 1)] },
      never: { $0.number == 2 }
    ) { state, action in
      state = action.number
      return state == 1 ? .run { send in await send(await choose("next", Value(number: 2))) } : .none
    }
    let message = try #require(messages.first)
    #expect(message.hasPrefix("An action came that may never come.\n\n    ExplorationEdgeTests.Value(\n"), "\(message)")
    #expect(message.contains("replaying: \"s0 a0.0\""))
    // Values of several lines are indented.
    #expect(message.contains("\n1. Send ExplorationEdgeTests.Value(\n     number: 1,\n     isLast: false\n   )\n"))
    #expect(message.contains("\n   Receive ExplorationEdgeTests.Value(\n     number: 2,"), "\(message)")
  }

  /// The data that is kept of a cancelled debounce is the same each time, so such points are not new.
  @Test func aCancelledDebounceMakesNoNewPoints() async {
    let (report, messages) = await explore(from: 0, actions: { _ in [Action.go, .back(0)] }) { state, action in
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

  @Test func elsewhereTheFirstAlternativeIsTheAnswer() async throws {
    #expect(await choose("a", 1, 2) == 1)
    #expect(try await choose("a", .success(1), .failure(Failure())) == 1)
    await #expect(throws: Failure.self) { try await choose("a", .failure(Failure()), .success(1)) }
    let task = Task { try await choose("a", Alternative<Int>.never) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
