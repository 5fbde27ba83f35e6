import Dependencies
import Store
import StoreExploration
import StoreTesting
import TestSupport
import Testing

/// What an exploration says of its stories, and of what it could not do.
@Suite struct ExplorationMessageTests {
  @Test func whichOfTheCallsOfOneNameIsAnsweredIsTold() async {
    struct State: Equatable { var last = 0, shown = 0 }
    let (report, messages) = await explore(
      from: State(),
      actions: { $0.last < 2 ? [0] : [] },
      whenSettled: { #expect($0.shown == $0.last) }
    ) { state, number in
      if number > 0 { state.shown = number } else { state.last += 1 }
      guard number == 0 else { return .none }
      return .run { [last = state.last] send in
        _ = await choose("load", 0)
        await send(last)
      }
    }
    #expect(report.counterexample?.story == "s0 s0 a1.0 a0.0")
    let message = messages.first ?? ""
    #expect(message.contains("3. \"load\" (call 2 of 2 that wait under this name) answers 0"), "\(message)")
    #expect(message.contains("4. \"load\" answers 0"), "\(message)")
  }

  @Test func aValueThatAReducerMakesByItsKeyIsThatOfTheState() async {
    struct State: Equatable { @Shared(.inMemory("ExplorationMessageTests.settings")) var settings = 0 }
    let (report, messages) = await explore(from: State(), actions: { _ in [true] }) { state, _ in
      @Shared(.inMemory("ExplorationMessageTests.settings")) var settings = 0
      $settings.withLock { $0 = 1 - $0 }
      #expect(state.settings == settings)
      return .none
    }
    #expect(messages == [] && report.isComplete, "\(report)")
  }

  /// Two effects run after the first answer, and three whenever the story is run again.
  @Test func aPointWhoseOrdersCannotAllBeTriedIsUndecided() async {
    let runs = Locked(0)
    let (report, _) = await explore(
      from: 0,
      within: ExplorationBounds(depth: 3, orders: 24, time: .seconds(600)),
      actions: { $0 == 0 ? [9] : [] },
      eventually: { $0 != 1 }
    ) { state, number in
      switch number {
      case 9:
        state = 1
        return .run { send in await send(await choose("number", 1)) }
      case 1:
        let count = runs.next() == 1 ? 2 : 3
        return .merge((0..<count).map { _ in .run { send in await send(0) } })
      default:
        state = 2
        return .none
      }
    }
    #expect(report.cuts.contains(.orders) && report.counterexample == nil, "\(report)")
    #expect(report.undecidedPoints > 0 && report.description.contains("It is not known of "), "\(report)")
  }

  @Test func whatFailsOnlyOnceHasNoStory() async {
    let count = Locked(0)
    let (report, messages) = await explore(
      from: 0,
      actions: { _ in [1] },
      always: { if $0 == 1, count.next() == 1 { throw Failure() } }
    ) { state, number in
      state = number
      return .none
    }
    let start = """
      The same story went another way the second time: "s0".

      It failed once, and not when it was run again.
      """
    #expect(messages.count == 1 && messages.first?.hasPrefix(start) == true, "\(messages)")
    #expect(report.counterexample == nil && !report.isComplete)
  }

  @Test func whatInspectsTheStoreOfAStoryMayFail() async {
    let messages = await explored {
      await exploreStates(of: 0, within: .patient) {
        Reduce<Int, Int> { state, number in
          state = number
          return .none
        }
      } actions: { _ in
        1
      } always: {
        if $0 == 1 { throw Failure() }
      } inspecting: { _ in
        throw Failure()
      }
    }.messages
    #expect(messages.count == 2)
    #expect(messages.last == "\"inspecting\" failed for the store of the story: Failure()")
  }

  @Test func aRuleForWhatNeverSettlesIsNeverChecked() async {
    let (report, messages) = await explored {
      await exploreStates(of: 0, within: .patient) {
        EmptyReducer<Int, Int>().onMount { _ in .run { _ in try await Task.never() } }
      } actions: { _ in
        1
      } whenSettled: { _ in
      }
    }
    let start = "\"whenSettled\" was never checked: at each of the 1 points something was still under way."
    #expect(messages.count == 1 && messages.first?.hasPrefix(start) == true, "\(messages)")
    #expect(report.description.hasSuffix("\nRules that were never checked: \"whenSettled\"."), "\(report)")
  }

  @Test func whatWasNeverSentAndNeverCheckedIsListed() async {
    let (report, _) = await explore(
      from: 0,
      within: ExplorationBounds(depth: 0, time: .seconds(600)),
      actions: { _ in Array(1...12) },
      noEffectsWhen: { _ in true }
    ) { _, _ in .none }
    let end = """
      Actions that were never sent: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more.
      Rules that were never checked: "noEffectsWhen".
      """
    #expect(report.description.hasSuffix(end), "\(report)")
  }

  @Test func storiesShareNoClock() async {
    let clock = TestClock()
    let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
    while clock.sleeperCount == 0 { await Task.yield() }
    let (report, messages) = await explore(
      from: 0,
      withDependencies: { $0.continuousClock = clock },
      actions: { _ in [1] }
    ) { _, _ in .none }
    sleeper.cancel()
    #expect(report.counterexample?.story == "")
    let start = "Stories share a TestClock.\n\nMake the clock in \"withDependencies\", which is called for each story"
    #expect(messages.count == 1 && messages.first?.hasPrefix(start) == true, "\(messages)")
  }

  @Test func aCallNeedsAnAlternativeAndATaskThatGoesOn() async {
    let issues = await reported {
      await #expect(throws: CancellationError.self) { let _: Int = try await choose("a") }
    }
    let headline = #""choose" was given no alternative for "a", so the call can't end. It throws a CancellationError."#
    #expect(issues.map(\.headline) == [headline])
    let task = Task<Int, any Error> {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await choose("a", .success(1), .failure(Failure()))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
