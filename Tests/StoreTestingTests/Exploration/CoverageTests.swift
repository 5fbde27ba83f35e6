import Dependencies
import Foundation
import Store
import StoreExploration
import StoreTesting
import Testing

/// Explorations notice differences between two points, wherever the feature stores them.
@Suite struct CoverageTests {
  enum Step: Equatable { case one, two, three, got(Int) }

  /// The initial state is reached again by another way, after which the client answers otherwise.
  @Test func whatAClientKeepsIsNoticedAfterAnotherWay() async {
    struct State: Equatable {
      var isOn = false
      var id: UUID?
    }
    let (report, messages) = await explore(
      from: State(),
      withDependencies: { $0.uuid = .incrementing },
      actions: { _ in [Step.one, .two, .three] }
    ) { state, step in
      @Dependency(\.uuid) var uuid
      let id = step == .one ? nil : uuid()
      if step == .three { state.id = id } else { state.isOn = true }
      return .none
    }
    #expect(messages == [])
    #expect("\(report)".contains("keeps something outside of the state"), "\(report)")
  }

  @Test func modelsAreTheSameInWhicheverOrderTheyWereUsed() async {
    let (left, right) = (ModeledValue(false), ModeledValue(false))
    let (report, _) = await explore(from: 0, actions: { _ in [true, false] }) { _, isLeft in
      .run { _ in (isLeft ? left : right).withValue { $0 = true } }
    }
    #expect(report.isComplete && report.points == 4, "\(report)")
  }

  @Test func whatAReducerReadsOfAModelForAnEffectCounts() async {
    let flag = ModeledValue(0)
    let (report, _) = await explore(
      from: [Int](),
      actions: { $0.isEmpty ? [Step.one, .two] : [] },
      always: { log in #expect(log != [1] || flag.value != 0) }
    ) { log, step in
      switch step {
      case .one: flag.withValue { $0 = 1 - $0 }
      case .got(let value): log.append(value)
      default:
        let value = flag.value
        return .run { send in
          _ = await choose("go", 0)
          await send(.got(value))
        }
        .cancellable(id: 0, cancelInFlight: true)
      }
      return .none
    }
    #expect(report.counterexample?.story == "s0 s1 s0 a0.0")
  }

  @Test func whichOfTwoEqualCallsOfAnEffectWasAnsweredCounts() async {
    let (report, _) = await explore(
      from: [Int](),
      actions: { _ in [Step.one] },
      always: { dice in #expect(dice != [1, 6]) }
    ) { dice, step in
      if case .got(let number) = step {
        dice.append(number)
        return .none
      }
      dice = []
      return .run { send in
        async let first = choose("roll", 1, 6)
        async let second = choose("roll", 1, 6)
        for number in await [first, second] { await send(.got(number)) }
      }
      .cancellable(id: 0, cancelInFlight: true)
    }
    #expect(report.counterexample?.story == "s0 a0.0 a0.1")
  }

  /// An action that begins an effect anew leads back to its point, but the calls then wait in another order.
  @Test func callsThatWaitInAnotherOrderAreNotMistakenForOneAnother() async {
    struct State: Equatable {
      var hasBegun = false
      var done: Set<Int> = []
    }
    let (report, _) = await explore(
      from: State(),
      actions: { $0.hasBegun ? [Step.two] : [.one, .two] }
    ) { state, step in
      switch step {
      case .one:
        state.hasBegun = true
        return .run { send in
          _ = await choose("first", 1)
          await send(.got(await choose("second", 2)))
        }
      case .got(let number):
        state.done.insert(number)
        return .none
      default:
        return .run { send in await send(.got(await choose("third", 3))) }.cancellable(id: 0, cancelInFlight: true)
      }
    }
    #expect(report.isComplete)
    #expect(!"\(report)".contains("keeps something outside"), "\(report)")
  }

  @Test func whatAnEffectReadsOfASharedValueIsTold() async {
    struct State: Equatable {
      @Shared(value: 0) var number
      var hasBegun = false
      var got: Int?
    }
    let (report, _) = await explore(
      from: State(),
      actions: { !$0.hasBegun ? [Step.one] : $0.got == nil ? [.two] : [] },
      always: { state in #expect(state.got != 1 || state.number != 0) }
    ) { state, step in
      switch step {
      case .one:
        state.hasBegun = true
        return .run { [number = state.$number] send in
          _ = await choose("token", 0)
          let value = number.wrappedValue
          _ = await choose("upload", 0)
          await send(.got(value))
        }
      case .got(let value): state.got = value
      default: state.$number.withLock { $0 = 1 - $0 }
      }
      return .none
    }
    #expect(report.counterexample?.story == "s0 s0 a0.0 s0 a0.0")
  }

  /// Each story has a copy of a value without a key, also if all of them begin with the same value.
  @Test func storiesDoNotChangeSharedValuesOfOneAnother() async {
    struct State: Equatable { @Shared var number: Int }
    let number = Shared(value: 0)
    let (report, messages) = await explore(
      from: State(number: number),
      actions: { $0.number < 3 ? [true] : [] }
    ) { state, _ in
      state.$number.withLock { $0 += 1 }
      return .none
    }
    #expect(messages == [])
    #expect(report.isComplete && report.points == 4 && !"\(report)".contains("keeps something outside"), "\(report)")
    #expect(number.wrappedValue == 0)
  }

  @Test func limitsInForceTellPointsApartAlsoWhileACallWaits() async {
    struct State: Equatable {
      var isLoading = false
      var wants = false
    }
    let (report, _) = await explore(from: State(), actions: { $0.isLoading ? [Step.two] : [.one] }) { state, step in
      switch step {
      case .one:
        state.isLoading = true
        return .run { send in await send(.got(await choose("fetch", 1))) }
      case .got:
        #expect(!state.wants)
        state.isLoading = false
      case .two:
        state.wants = true
        return .send(.three).throttle(id: "t", for: .seconds(1))
      case .three: state.wants = false
      }
      return .none
    }
    #expect(report.counterexample?.story == "s0 s0 s0 a0.0")
  }

  /// A parent whose reducer makes a child with a shared value that outlives the child.
  private struct Parent: Equatable {
    struct Child: Equatable {
      @Shared var number: Int
      init(_ isKeptInDefaults: Bool) {
        _number =
          isKeptInDefaults
          ? Shared(wrappedValue: 0, .appStorage("CoverageTests.number"))
          : Shared(wrappedValue: 0, .inMemory("CoverageTests.number"))
      }
    }
    var child: Child?
  }

  @Test(arguments: [false, true])
  func whatIsKeptUnderAKeyIsOneForAStoryAndNoOther(isKeptInDefaults: Bool) async {
    // The second exploration must not find values of the first one.
    for _ in 1...2 {
      let (report, messages) = await explore(
        from: Parent(),
        actions: { $0.child == nil ? [Step.one] : [.two, .three] },
        always: { state in #expect(state.child?.number ?? 0 < 2) }
      ) { state, step in
        switch step {
        case .one: state.child = Parent.Child(isKeptInDefaults)
        case .two: state.child = nil
        default:
          state.child?.$number.withLock { $0 += 1 }
          // Closing and opening the child again finds the same value.
          if state.child?.number == 1 { state.child = nil }
        }
        return .none
      }
      #expect(report.counterexample?.story == "s0 s1 s0 s1")
      #expect(messages.first?.contains("number: 2") == true, "\(messages)")
    }
  }

  /// No state shows what is kept, and each place keeps the same value under the same name.
  @Test func whatIsKeptInMemoryIsToldApartFromWhatTheDefaultsKeep() async {
    let (report, _) = await explore(
      from: 0,
      actions: { $0 == 0 ? [Step.one, .two] : [.three] },
      always: { state in #expect(state < 2) }
    ) { state, step in
      switch step {
      case .one:
        @Shared(.inMemory("CoverageTests.kept")) var kept = 0
        $kept.withLock { $0 = 1 }
        state = 1
      default:
        @Shared(.appStorage("CoverageTests.kept")) var kept = 0
        if step == .two { $kept.withLock { $0 = 1 } }
        state += kept
      }
      return .none
    }
    #expect(report.counterexample?.story == "s1 s0")
  }

  /// What is begun on one day and looked at on another one, where the state does not have the day.
  @Test(arguments: ["as a date", "of the clock", "as a date that stands still", nil])
  func aFeatureThatReadsTheTimeIsToldApartByIt(reads: String?) async {
    let (report, _) = await explore(
      from: 0,
      withDependencies: {
        let clock = $0.continuousClock as? TestClock<Duration>
        $0.date = DateGenerator { Date(timeIntervalSinceReferenceDate: clock.map { $0.now.offset / .seconds(1) } ?? 0) }
        if reads == "as a date that stands still" { $0.date = .constant(Date(timeIntervalSinceReferenceDate: 0)) }
      },
      actions: { $0 == 0 ? [Step.one, .two] : [] },
      always: { state in #expect(state != 2) }
    ) { state, step in
      @Dependency(\.continuousClock) var clock
      @Dependency(\.date.now) var now
      switch step {
      case .one:
        return .run { [clock] _ in try await clock.sleep(for: .seconds(86_400)) }
          .cancellable(id: 0, cancelInFlight: true)
      case .two where reads?.hasPrefix("as a date") == true:
        state = now.timeIntervalSinceReferenceDate >= 2 * 86_400 ? 2 : 0
      case .two where reads == "of the clock":
        let now = (clock as? TestClock<Duration>)?.now.offset ?? .zero
        state = now >= .seconds(2 * 86_400) ? 2 : 0
      default: break
      }
      return .none
    }
    let matters = ["as a date", "of the clock"].contains(reads)
    #expect(report.counterexample?.story == (matters ? "s0 c s0 c s1" : nil))
    #expect("\(report)".contains("The feature reads the time") == matters)
    if !matters { #expect(report.isComplete) }
  }

  @Test(arguments: [false, true]) func aSecondTestClockIsReported(isTheOnlyOne: Bool) async throws {
    let (report, messages) = await explore(
      from: 0,
      withDependencies: {
        $0.suspendingClock = TestClock()
        if isTheOnlyOne { $0.continuousClock = $0.suspendingClock }
      },
      actions: { $0 == 0 ? [2] : [] },
      whenSettled: { state in #expect(state != 3) }
    ) { state, number in
      @Dependency(\.suspendingClock) var clock
      state = number
      guard number < 3 else { return .none }
      return .run { [clock] send in
        try await clock.sleep(for: .seconds(1))
        await send(3)
      }
    }
    #expect(report.counterexample?.story == (isTheOnlyOne ? "s0 c" : "s0"))
    guard !isTheOnlyOne else { return }
    let message = try #require(messages.first)
    #expect(message.hasPrefix("An effect sleeps on a TestClock that the exploration does not move.\n\n  • effect made"))
    #expect(message.contains("Give all of them the same TestClock"), "\(message)")
  }

  /// Sleepers with the same deadline wake in the order in which they fell asleep, which need not be that of the effects.
  @Test(arguments: [
    ([1, 2, 20, 10], "s0 s0 a0.0 c"), ([1, 2, 10, 20], "s0 a0.0 s0 c"), ([3, 1, 2, 30, 20, 10], "s0 s0 s0 a0.0 c"),
    ([3, 1, 2, 30, 10, 20], "s0 s0 a0.0 s0 c"),
  ])
  func effectsThatFallAsleepInAnotherOrderMakeAnotherPoint(_ forbidden: [Int], _ story: String) async {
    let (report, _) = await explore(
      from: [Int](),
      actions: { log in forbidden[0] == 3 && log.isEmpty ? [3] : [1, 2].filter { !log.contains($0) } },
      always: { log in #expect(log != forbidden) }
    ) { log, number in
      @Dependency(\.continuousClock) var clock
      log.append(number)
      guard number < 10 else { return .none }
      return .run { [clock] send in
        if number == 1 { _ = await choose("permission", 0) }
        try await clock.sleep(for: .seconds(1))
        await send(number * 10)
      }
    }
    #expect(report.counterexample?.story == story)
  }

  /// A rule that is broken between the actions of one step: the story ends there.
  @Test func aRuleThatIsBrokenWithinAStepIsCheckedThere() async throws {
    let (report, _) = await explore(
      from: 0,
      actions: { $0 == 0 ? [true] : [] },
      always: { number in #expect(number != 1) }
    ) { number, isFirst in
      number += 1
      return isFirst ? .send(false) : .none
    }
    #expect(!(try #require(report.counterexample).description.contains("Receive")))
  }

  @Test func whatIsKnownToBeBrokenBreaksNoRule() async {
    let (report, messages) = await explore(
      from: 0,
      actions: { $0 < 2 ? [true] : [] },
      always: { number in withKnownIssue(isIntermittent: true) { #expect(number < 1) } }
    ) { number, _ in
      number += 1
      return .none
    }
    #expect(messages == [] && report.counterexample == nil)
  }

  @Test func tasksThatAnEffectLeavesBehindAreReported() async {
    let (report, messages) = await explore(from: 0, actions: { $0 == 0 ? [true] : [] }) { number, _ in
      number = 1
      // The call waits on another thread, for which the exploration waits.
      return .run { _ in Task { await choose("save", 0) } }
    }
    #expect(report.counterexample?.story == "s0" && messages.count == 1)
    let message = messages.first ?? ""
    #expect(message.hasPrefix("A task still runs that an effect has left behind."), "\(message)")
    #expect(message.contains("waiting for an answer to \"save\"") && message.contains("Await the task in the effect"))
  }

  /// Explorations that wait for tasks that end do not occupy the threads that these need.
  @Test func manyExplorationsWaitForTasksAtOnce() async {
    let messages = await withTaskGroup { group in
      for _ in 0..<(2 * ProcessInfo.processInfo.activeProcessorCount + 2) {
        group.addTask {
          let count = ModeledValue(0)
          return await explore(
            from: 0,
            actions: { $0 == 0 ? [true] : [] },
            whenSettled: { number in #expect(count.value == number) }
          ) { number, _ in
            number = 1
            return .run { _ in Task { count.withValue { $0 += 1 } } }
          }
          .messages
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(messages == [])
  }

  @Test(arguments: [2, 3, 6])
  func ordersThatWereLeftOutMayLeadAnywhere(orders: Int) async {
    let (report, _) = await explore(
      from: [9],
      within: ExplorationBounds(orders: orders, time: .seconds(600)),
      actions: { $0 == [9] ? [0] : [] },
      eventually: { $0.first == 3 || $0 == [9] }
    ) { log, number in
      @Dependency(\.continuousClock) var clock
      guard number == 0 else {
        log.append(number)
        return .none
      }
      log = []
      return .merge(
        (1...3).map { number in
          .run { [clock] send in
            try await clock.sleep(for: .seconds(1))
            await send(number)
          }
        }
      )
    }
    // It can't be reached from this point. From earlier points, an order that was left out may reach it.
    #expect(report.counterexample?.story == "s0 c")
  }

  @Test func aStoryThatGoesAnotherWayLeavesMoreToCover() async {
    let count = LockIsolated(0)
    let (report, messages) = await explore(from: 0, actions: { _ in [true] }) { number, _ in
      count.withValue { $0 += 1 }
      number = count.value
      return .none
    }
    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix("The same story went another way the second time:") == true, "\(messages)")
    #expect(!report.isComplete && !"\(report)".contains("That is all there is"))
    #expect("\(report)".contains("went another way the second time"))
    let (replayed, _) = await explore(replaying: "s0", from: 0, actions: { _ in [true] }) { _, _ in .none }
    #expect(!replayed.isComplete && "\(replayed)".contains("That is one story. No other was tried."))
  }

  @Test func aStateThatIsNotEqualToItselfIsNamed() async {
    let (report, messages) = await explore(from: 0.0, actions: { _ in [true] }) { number, _ in
      number = .nan
      return .none
    }
    #expect(messages.contains { $0.hasPrefix("A state is not equal to itself") && $0.contains("Double.nan") })
    #expect(!report.isComplete)
  }
}
