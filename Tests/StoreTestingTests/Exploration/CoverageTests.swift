import Dependencies
import Foundation
import Store
import StoreTesting
import Testing

/// Explorations notice differences between two points, wherever the feature stores them.
@Suite struct CoverageTests {
  /// Explores a reducer, and returns the story that breaks the rule.
  private func story<State: Equatable & Sendable>(
    from state: @autoclosure @escaping @Sendable () -> State,
    within bounds: ExplorationBounds = .patient,
    withDependencies prepareDependencies: @escaping @Sendable (inout DependencyValues) -> Void = {
      _ in
    },
    actions: @escaping @Sendable (State) -> [Step],
    always: (@Sendable (State) -> Void)? = nil,
    whenSettled: (@Sendable (State) -> Void)? = nil,
    eventually: (@Sendable (State) -> Bool)? = nil,
    _ reduce: @escaping @Sendable (inout State, Step) -> Effect<Step>
  ) async -> (story: String?, report: ExplorationReport, messages: [String]) {
    nonisolated(unsafe) var report = await exploreNothing()
    let failures = await reported {
      report = await exploreStates(of: state(), within: bounds) {
        Reduce<State, Step> { reduce(&$0, $1) }
      } withDependencies: {
        prepareDependencies(&$0)
      } actions: {
        actions($0)
      } always: {
        always?($0)
      } whenSettled: {
        whenSettled?($0)
      } eventually: {
        eventually?($0) ?? true
      }
    }
    return (report.counterexample?.story, report, failures.map(\.message))
  }

  private func exploreNothing() async -> ExplorationReport {
    await exploreStates(of: 0, within: .patient) {
      Reduce<Int, Step> { state, _ in
        state = 1
        return .none
      }
    } actions: { _ in
      Step.one
    }
  }

  enum Step: Equatable {
    case one, two, three
    case got(Int)
  }

  // MARK: What clients keep

  @Test func whatAClientKeepsIsNoticedInASmallExploration() async {
    struct State: Equatable {
      var isOn = false
      var ids: [UUID] = []
    }
    let found = await story(from: State()) {
      $0.uuid = .incrementing
    } actions: { state in
      state.ids.count < 3 ? [.one, .two] : [.one]
    } always: { state in
      #expect(!state.ids.contains(UUID(2)))
    } _: { state, step in
      @Dependency(\.uuid) var uuid
      if step == .one { state.isOn.toggle() } else { state.ids.append(uuid()) }
      return .none
    }
    #expect(found.story == "s1 s1 s1")
  }

  /// The initial state is reached again by another way, after which the client answers otherwise.
  @Test func whatAClientKeepsIsNoticedAfterAnotherWay() async {
    struct State: Equatable {
      var isOn = false
      var id: UUID?
    }
    let found = await story(from: State()) {
      $0.uuid = .incrementing
    } actions: { _ in
      [.one, .two, .three]
    } _: { state, step in
      @Dependency(\.uuid) var uuid
      switch step {
      case .one: state.isOn = true
      case .two:
        _ = uuid()
        state.isOn = true
      default: state.id = uuid()
      }
      return .none
    }
    #expect(found.messages == [])
    #expect("\(found.report)".contains("keeps something outside of the state"), "\(found.report)")
  }

  @Test func modelsAreToldApartByEqualityAndNotByHashes() async {
    struct Row: Hashable, Sendable {
      var text = "a"
      func hash(into hasher: inout Hasher) {}
    }
    let row = ModeledValue(Row())
    let found = await story(from: 0) { _ in
      [.one]
    } whenSettled: { _ in
      #expect(row.value.text != "a!!")
    } _: { _, _ in
      .run { _ in row.withValue { $0.text += "!" } }
    }
    #expect(found.story == "s0 s0")
  }

  @Test func whatAReducerReadsOfAModelForAnEffectCounts() async {
    let flag = ModeledValue(0)
    let found = await story(from: [Int]()) { log in
      log.isEmpty ? [.one, .two] : []
    } always: { log in
      #expect(log != [1] || flag.value != 0)
    } _: { log, step in
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
    #expect(found.story == "s0 s1 s0 a0.0")
  }

  @Test func whichOfTwoEqualCallsOfAnEffectWasAnsweredCounts() async {
    let found = await story(from: [Int]()) { _ in
      [.one]
    } always: { dice in
      #expect(dice != [1, 6])
    } _: { dice, step in
      switch step {
      case .got(let number): dice.append(number)
      default:
        dice = []
        return .run { send in
          async let first = choose("roll", 1, 6)
          async let second = choose("roll", 1, 6)
          let dice = await (first, second)
          await send(.got(dice.0))
          await send(.got(dice.1))
        }
        .cancellable(id: 0, cancelInFlight: true)
      }
      return .none
    }
    #expect(found.story == "s0 a0.0 a0.1")
  }

  /// An action that begins an effect anew leads back to its point, but the calls then wait in another order.
  @Test func callsThatWaitInAnotherOrderAreNotMistakenForOneAnother() async {
    struct State: Equatable {
      var hasBegun = false
      var done: Set<String> = []
    }
    enum Action: Equatable {
      case begin, again
      case done(String)
    }
    let report = await exploreStates(of: State(), within: .patient) {
      Reduce<State, Action> { state, action in
        switch action {
        case .begin:
          state.hasBegun = true
          return .run { send in
            _ = await choose("first", 1)
            await send(.done(await choose("second", "second")))
          }
        case .again:
          return .run { send in await send(.done(await choose("third", "third"))) }
            .cancellable(id: 0, cancelInFlight: true)
        case .done(let name):
          state.done.insert(name)
          return .none
        }
      }
    } actions: { state in
      if !state.hasBegun { Action.begin }
      Action.again
    } always: { state in
      #expect(state.done.count <= 2)
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
    let found = await story(from: State()) { state in
      !state.hasBegun ? [.one] : state.got == nil ? [.two] : []
    } always: { state in
      let isStale = state.got == 1 && state.number == 0
      #expect(!isStale)
    } _: { state, step in
      switch step {
      case .one:
        state.hasBegun = true
        return .run { [number = state.$number] send in
          _ = await choose("token", 0)
          let value = number.wrappedValue
          _ = await choose("upload", 0)
          await send(.got(value))
        }
      case .two: state.$number.withLock { $0 = 1 - $0 }
      case .got(let value): state.got = value
      case .three: break
      }
      return .none
    }
    #expect(found.story == "s0 s0 a0.0 s0 a0.0")
  }

  /// Each story has a copy of a value without a key, also if all of them begin with the same value.
  @Test func storiesDoNotChangeSharedValuesOfOneAnother() async {
    struct State: Equatable {
      @Shared var number: Int
    }
    let number = Shared(value: 0)
    let (report, messages) = await explored {
      await exploreStates(of: State(number: number), within: .patient) {
        Reduce<State, Bool> { state, _ in
          state.$number.withLock { $0 += 1 }
          return .none
        }
      } actions: { state in
        if state.number < 3 { true }
      }
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
    let found = await story(from: State()) { state in
      state.isLoading ? [.two] : [.one]
    } _: { state, step in
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
    #expect(found.story == "s0 s0 s0 a0.0")
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
      let found = await story(from: Parent()) { state in
        state.child == nil ? [.one] : [.two, .three]
      } always: { state in
        #expect(state.child?.number ?? 0 < 2)
      } _: { state, step in
        switch step {
        case .one: state.child = Parent.Child(isKeptInDefaults)
        case .two: state.child = nil
        case .three:
          state.child?.$number.withLock { $0 += 1 }
          // Closing and opening the child again finds the same value.
          if state.child?.number == 1 { state.child = nil }
        case .got: break
        }
        return .none
      }
      #expect(found.story == "s0 s1 s0 s1")
      #expect(found.messages.first?.contains("number: 2") == true, "\(found.messages)")
    }
  }

  /// No state shows what is kept, and each place keeps the same value under the same name.
  @Test func whatIsKeptInMemoryIsToldApartFromWhatTheDefaultsKeep() async {
    let found = await story(from: 0) { state in
      state == 0 ? [.one, .two] : [.three]
    } always: { state in
      #expect(state < 2)
    } _: { state, step in
      switch step {
      case .one:
        @Shared(.inMemory("CoverageTests.kept")) var kept = 0
        $kept.withLock { $0 = 1 }
        state = 1
      case .two:
        @Shared(.appStorage("CoverageTests.kept")) var kept = 0
        $kept.withLock { $0 = 1 }
        state = 1
      case .three:
        @Shared(.appStorage("CoverageTests.kept")) var kept = 0
        state += kept
      case .got: break
      }
      return .none
    }
    #expect(found.story == "s1 s0")
  }

  @Test func aValueThatAReducerMakesByItsKeyIsThatOfTheState() async {
    struct State: Equatable {
      @Shared(.inMemory("CoverageTests.settings")) var settings = 0
      var wasOther = false
    }
    let found = await story(from: State()) { _ in
      [.one]
    } always: { state in
      #expect(!state.wasOther)
    } _: { state, _ in
      @Shared(.inMemory("CoverageTests.settings")) var settings = 0
      $settings.withLock { $0 = 1 - $0 }
      state.wasOther = state.settings != settings
      return .none
    }
    #expect(found.messages == [] && found.report.isComplete)
  }

  // MARK: Time

  /// What is begun on one day and looked at on another one, where the state does not have the day.
  @Test(arguments: ["as a date", "of the clock", nil])
  func aFeatureThatReadsTheTimeIsToldApartByIt(reads: String?) async {
    let found = await story(from: 0) {
      let clock = $0.continuousClock as? TestClock<Duration>
      $0.date = DateGenerator {
        Date(timeIntervalSinceReferenceDate: clock.map { $0.now.offset / .seconds(1) } ?? 0)
      }
    } actions: { state in
      state == 0 ? [.one, .two] : []
    } always: { state in
      #expect(state != 2)
    } _: { state, step in
      @Dependency(\.continuousClock) var clock
      @Dependency(\.date.now) var now
      switch step {
      case .one:
        return .run { [clock] _ in try await clock.sleep(for: .seconds(86_400)) }
          .cancellable(id: 0, cancelInFlight: true)
      case .two where reads == "as a date": state = now.timeIntervalSinceReferenceDate >= 2 * 86_400 ? 2 : 0
      case .two where reads == "of the clock":
        let now = (clock as? TestClock<Duration>)?.now.offset ?? .zero
        state = now >= .seconds(2 * 86_400) ? 2 : 0
      default: break
      }
      return .none
    }
    #expect(found.story == (reads == nil ? nil : "s0 c s0 c s1"))
    #expect("\(found.report)".contains("The feature reads the time") == (reads != nil))
    if reads == nil { #expect(found.report.isComplete) }
  }

  @Test func aDateThatStandsStillTellsNothingApart() async {
    let found = await story(from: 0) {
      $0.date = .constant(Date(timeIntervalSinceReferenceDate: 0))
    } actions: { _ in
      [.one]
    } _: { _, _ in
      @Dependency(\.continuousClock) var clock
      @Dependency(\.date.now) var now
      _ = now
      return .run { [clock] _ in try await clock.sleep(for: .seconds(1)) }.cancellable(id: 0, cancelInFlight: true)
    }
    #expect(found.report.isComplete && found.report.points == 2, "\(found.report)")
  }

  @Test func aSecondTestClockIsReported() async throws {
    let found = await story(from: 0) {
      $0.suspendingClock = TestClock()
    } actions: { _ in
      [.one]
    } _: { _, _ in
      @Dependency(\.suspendingClock) var clock
      return .run { [clock] _ in try await clock.sleep(for: .seconds(1)) }
    }
    #expect(found.story == "s0")
    let message = try #require(found.messages.first)
    #expect(message.hasPrefix("An effect sleeps on a TestClock that the exploration does not move.\n\n  • effect made"))
    #expect(message.contains("Give all of them the same TestClock"), "\(message)")
  }

  @Test func aTestClockForBothIsMoved() async {
    let found = await story(from: 0) {
      let clock = TestClock()
      $0.continuousClock = clock
      $0.suspendingClock = clock
    } actions: { state in
      state == 0 ? [.one] : []
    } whenSettled: { state in
      #expect(state != 2)
    } _: { state, step in
      @Dependency(\.suspendingClock) var clock
      if case .got(let number) = step {
        state = number
        return .none
      }
      return .run { [clock] send in
        try await clock.sleep(for: .seconds(1))
        await send(.got(2))
      }
    }
    #expect(found.story == "s0 c")
  }

  // MARK: Which story is told

  @Test func aRuleThatIsBrokenAfterFewerStepsIsToldFirst() async {
    let found = await story(from: 0) { number in
      number == 0 ? [.one, .three] : number == 1 ? [.two] : []
    } always: { number in
      #expect(number != 12)
    } whenSettled: { number in
      #expect(number != 2)
    } _: { number, step in
      @Dependency(\.continuousClock) var clock
      switch step {
      case .one: number = 1
      case .two: number = 2
      case .three:
        number = 10
        return .run { [clock] send in
          for _ in 0..<2 {
            try await clock.sleep(for: .seconds(1))
            await send(.got(1))
          }
        }
      case .got(let amount): number += amount
      }
      return .none
    }
    #expect(found.story == "s0 s0")
  }

  @Test func ofStoriesWithAsManyStepsThatWithTheFewestActionsIsTold() async {
    let found = await story(from: 0) { number in
      number == 0 ? [.one, .two] : number == 1 ? [.three] : number == 10 ? [.got(11)] : []
    } always: { number in
      #expect(number != 11)
    } _: { number, step in
      switch step {
      case .one: number = 1
      case .two:
        number = 5
        return .run { send in await send(.got(await choose("call", 10))) }
      case .three: number = 10
      case .got(let value): number = value
      }
      return .none
    }
    #expect(found.story == "s1 a0.0 s0")
  }

  @Test func whichOfTheCallsOfOneNameIsAnsweredIsTold() async throws {
    struct State: Equatable {
      var last = 0
      var shown = 0
    }
    let found = await story(from: State()) { state in
      state.last < 2 ? [.one] : []
    } whenSettled: { state in
      #expect(state.shown == state.last)
    } _: { state, step in
      if case .got(let number) = step {
        state.shown = number
        return .none
      }
      state.last += 1
      return .run { [number = state.last] send in
        _ = await choose("load", 0)
        await send(.got(number))
      }
    }
    #expect(found.story == "s0 s0 a1.0 a0.0")
    let counterexample = try #require(found.report.counterexample)
    #expect(
      counterexample.description.contains(
        "3. \"load\" (call 2 of 2 that wait under this name) answers 0"
      )
    )
    #expect(counterexample.description.contains("4. \"load\" answers 0"))
  }

  /// Sleepers with the same deadline wake in the order in which they fell asleep, which need not be that of the effects.
  @Test(arguments: [
    ([1, 2, 20, 10], "s0 s0 a0.0 c"), ([1, 2, 10, 20], "s0 a0.0 s0 c"), ([3, 1, 2, 30, 20, 10], "s0 s0 s0 a0.0 c"),
    ([3, 1, 2, 30, 10, 20], "s0 s0 a0.0 s0 c"),
  ])
  func effectsThatFallAsleepInAnotherOrderMakeAnotherPoint(_ forbidden: [Int], _ story: String) async {
    let found = await self.story(from: [Int]()) { log in
      if forbidden[0] == 3, log.isEmpty { return [.three] }
      return [log.contains(1) ? nil : .one, log.contains(2) ? nil : .two].compactMap { $0 }
    } always: { log in
      #expect(log != forbidden)
    } _: { log, step in
      @Dependency(\.continuousClock) var clock
      switch step {
      case .one:
        log.append(1)
        return .run { [clock] send in
          _ = await choose("permission", 0)
          try await clock.sleep(for: .seconds(1))
          await send(.got(10))
        }
      case .two:
        log.append(2)
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(1))
          await send(.got(20))
        }
      case .three:
        log.append(3)
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(1))
          await send(.got(30))
        }
      case .got(let number):
        log.append(number)
        return .none
      }
    }
    #expect(found.story == story)
  }

  /// A rule that is broken between the actions of one step: the story ends there.
  @Test func aRuleThatIsBrokenWithinAStepIsCheckedThere() async throws {
    let found = await story(from: 0) { number in
      number == 0 ? [.one] : []
    } always: { number in
      #expect(number != 1)
    } _: { number, step in
      number += 1
      return step == .one ? .send(.two) : .none
    }
    let counterexample = try #require(found.report.counterexample)
    #expect(!counterexample.description.contains("Receive"))
  }

  @Test func whatIsKnownToBeBrokenBreaksNoRule() async {
    let found = await story(from: 0) { number in
      number < 2 ? [.one] : []
    } always: { number in
      withKnownIssue(isIntermittent: true) { #expect(number < 1) }
    } _: { number, _ in
      number += 1
      return .none
    }
    #expect(found.messages == [])
    #expect(found.story == nil)
  }

  // MARK: What was not covered

  @Test func tasksThatAnEffectLeavesBehindAreReported() async {
    let found = await story(from: 0) { number in
      number == 0 ? [.one] : []
    } _: { number, _ in
      number = 1
      // The call waits on another thread, for which the exploration waits.
      return .run { _ in Task { await choose("save", 0) } }
    }
    #expect(found.story == "s0")
    #expect(found.messages.count == 1)
    let message = found.messages.first ?? ""
    #expect(message.hasPrefix("A task goes on that an effect has left behind."), "\(message)")
    #expect(
      message.contains("waiting for an answer to \"save\"")
        && message.contains("Await the task in the effect")
    )
  }

  @Test func tasksThatAnEffectLeavesBehindMayEnd() async {
    #expect(await messagesAboutTasksThatEnd() == [])
  }

  /// Explorations that wait for tasks do not occupy the threads that these need.
  @Test func manyExplorationsWaitForTasksAtOnce() async {
    let messages = await withTaskGroup { group in
      for _ in 0..<(2 * ProcessInfo.processInfo.activeProcessorCount + 2) {
        group.addTask { await messagesAboutTasksThatEnd() }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(messages == [])
  }

  private func messagesAboutTasksThatEnd() async -> [String] {
    let count = ModeledValue(0)
    return await story(from: 0) { number in
      number == 0 ? [.one] : []
    } whenSettled: { number in
      #expect(count.value == number)
    } _: { number, _ in
      number = 1
      return .run { _ in Task { count.withValue { $0 += 1 } } }
    }
    .messages
  }

  @Test(arguments: [2, 3, 6])
  func ordersThatWereLeftOutMayLeadAnywhere(orders: Int) async {
    var bounds = ExplorationBounds.patient
    bounds.orders = orders
    let found = await story(from: [9], within: bounds) { log in
      log == [9] ? [.one] : []
    } eventually: { log in
      log.first == 3 || log == [9]
    } _: { log, step in
      @Dependency(\.continuousClock) var clock
      switch step {
      case .got(let number):
        log.append(number)
        return .none
      default:
        log = []
        return .merge(
          (1...3).map { number in
            .run { [clock] send in
              try await clock.sleep(for: .seconds(1))
              await send(.got(number))
            }
          }
        )
      }
    }
    // It can't be reached from this point. From earlier points, an order that was left out may reach it.
    #expect(found.story == "s0 c")
  }

  @Test func aStoryThatGoesAnotherWayLeavesMoreToCover() async {
    let count = LockIsolated(0)
    let found = await story(from: 0) { _ in
      [.one]
    } _: { number, _ in
      count.withValue { $0 += 1 }
      number = count.value
      return .none
    }
    #expect(!found.report.isComplete && !"\(found.report)".contains("That is all there is"))
    #expect("\(found.report)".contains("went another way the second time"))
    let replayed = await exploreStates(replaying: "s0", of: 0) {
      Reduce<Int, Step> { _, _ in .none }
    } actions: { _ in
      Step.one
    }
    #expect(
      !replayed.isComplete && "\(replayed)".contains("That is one story. No other was tried.")
    )
  }

  @Test func aStateThatIsNotEqualToItselfIsNamed() async {
    let found = await story(from: 0.0) { _ in
      [.one]
    } _: { number, _ in
      number = .nan
      return .none
    }
    #expect(
      found.messages.contains {
        $0.hasPrefix("A state is not equal to itself") && $0.contains("Double.nan")
      }
    )
    #expect(!found.report.isComplete)
  }
}
