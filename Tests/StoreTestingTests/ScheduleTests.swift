import TestSupport
import Testing

@testable import StoreTesting

@Suite struct ScheduleTests {
  /// A user types two letters before the server answers both.
  func type(schedule: TestSchedule? = nil, cancelsOlder: Bool = false) async throws {
    let server = Gate()
    let store = TestStore(initialState: WebSearch.State(), schedule: schedule) {
      WebSearch(cancelsOlder: cancelsOlder)
    } withDependencies: {
      $0[SearchClient.self].search = { query in
        await server.wait()
        return "results for \(query)"
      }
    }
    store.exhaustivity = .off
    await store.send(.queryChanged("a"))
    await store.send(.queryChanged("ab"))
    server.open()
    await store.finish()
    await store.skipReceivedActions()
    store.assert { $0.result = "results for ab" }
  }

  @Test func racesAreFoundAndCanBeRunAgain() async throws {
    #expect(try await reported { try await type() }.isEmpty)

    let line = #line + 1
    let failures = await reported { await exploreSchedules(100) { try await type() } }
    #expect(failures.map(\.line) == [line])
    let message = try #require(failures.first?.message)
    let seed = try #require(message.firstMatch(of: #/that of seed (\d+)/#).flatMap { UInt64($0.1) })
    #expect(message.contains("make the test store with \"schedule: .random(seed: \(seed))\""))
    #expect(message.contains("-   result: \"results for ab\",\n    +   result: \"results for a\",\n"), "\(message)")

    for _ in 0..<5 {
      #expect(try await reported { try await type(schedule: .random(seed: seed)) }.count == 1)
    }
    for earlier in 0..<seed {
      #expect(try await reported { try await type(schedule: .random(seed: earlier)) }.isEmpty)
    }
    let again = await reported { await exploreSchedules(1, startingAt: seed) { try await type() } }
    #expect(again.map(\.message) == [message])
  }

  @Test func whatIsRightIsRightInEveryOrder() async {
    await exploreSchedules(50) { try await type(cancelsOlder: true) }
  }

  @Test func errorsEndTheSearch() async {
    let seeds = Log<TestSchedule?>()
    let failures = await reported {
      await exploreSchedules(50, startingAt: 7) {
        _ = makeStore()
        seeds.append(Exploration.current?.schedule)
        if seeds.all.count == 3 { throw Failure() }
      }
    }
    #expect(seeds.all == [.random(seed: 7), .random(seed: 8), .random(seed: 9)])
    #expect(failures.count == 1)
    #expect(failures.first?.message.contains("seed 9") == true)
    #expect(failures.first?.message.contains("It threw: Failure()") == true)
  }

  @Test(arguments: [.random(0), .random(.min), .priorities(0), .exhaustive(upTo: 0)] as [ScheduleExploration])
  func exploringNoOrderIsAFailure(_ schedules: ScheduleExploration) async {
    let (_, messages) = await explore(schedules) { reportIssue("Not run.") }
    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix("No schedule was explored, as ") == true)
    #expect(messages.first?.hasSuffix(" were to be. Explore one at least.") == true)
  }

  private func makeStore(_ schedule: TestSchedule? = nil) -> TestStore<Int, Bool> {
    TestStore(initialState: 0, schedule: schedule) { Reduce<Int, Bool> { _, _ in .none } }
  }

  @Test(arguments: ["outside", "explicit", "detached", "none", "one that follows"])
  func exploringWithoutAStoreThatFollowsIsAFailure(kind: String) async {
    let outside = makeStore()
    let runs = Locked(0)
    let line = #line + 2
    let failures = await reported {
      await exploreSchedules(5) {
        runs.withLock { $0 += 1 }
        switch kind {
        case "outside": await outside.send(true)
        case "explicit": await makeStore(.random(seed: 1)).send(true)
        case "detached": await Task.detached { _ = await makeStore().send(true) }.value
        case "none": break
        default:
          let (fixed, store) = (makeStore(.firstInFirstOut), makeStore())
          await fixed.send(true)
          await store.send(true)
        }
      }
    }
    if kind == "one that follows" {
      #expect(failures.isEmpty && runs.withLock { $0 } == 5)
      return
    }
    #expect(failures.map(\.line) == [line])
    let message = """
      No schedule was explored: the body made no test store that runs its jobs in the order in question.

      This usually is a test store that was made outside of the body, with a "schedule" of its own, or in a detached \
      task. Make it in the body, without one.
      """
    #expect(failures.map(\.message) == [message])
    #expect(runs.withLock { $0 } == 1)
  }

  /// A value that one order has changed must not reach the next order.
  @Test func eachOrderHasDefaultValuesOfItsOwn() async {
    final class Count: Sendable { let value = Locked(0) }
    enum CountKey: TestDependencyKey { static var testValue: Count { Count() } }
    let failures = await reported {
      await exploreSchedules(3) {
        @Dependency(CountKey.self) var count
        let store = TestStore(initialState: 0) {
          Reduce<Int, Bool> { state, _ in
            @Dependency(CountKey.self) var count
            state = count.value.next()
            return .none
          }
        }
        await store.send(true) { $0 = 1 }
        #expect(count.value.withLock { $0 } == 1)
      }
    }
    #expect(failures.map(\.message) == [])
  }

  @Test func warningsFailNoOrder() async {
    let (_, messages) = await explore(.random(3)) {
      await makeStore().send(true)
      reportIssue("This took long.", severity: .warning)
    }
    #expect(messages == [])
  }

  /// A test that is cancelled, for example by its time limit, fails by that, and not by the order of its jobs.
  @Test(arguments: [.random(5), .priorities(5), .exhaustive(upTo: 5), .order([1])] as [ScheduleExploration])
  func aTestThatIsCancelledSaysNothingOfItsOrder(_ schedules: ScheduleExploration) async {
    let runs = Locked(0)
    let task = Task {
      await explore(schedules) {
        runs.withLock { $0 += 1 }
        await makeStore().send(true)
        withUnsafeCurrentTask { $0?.cancel() }
        try Task.checkCancellation()
      }.messages
    }
    #expect(await task.value == [])
    #expect(runs.withLock { $0 } == 1)
  }

  private func explore(_ schedules: ScheduleExploration, _ body: () async throws -> Void) async -> (
    shown: [String], messages: [String]
  ) {
    let shown = Log<String>()
    let failures = await SkippedAssertion.$receiver.withValue({ shown.append($0) }) {
      await reported { await exploreSchedules(schedules, body) }
    }
    return (shown.all, failures.map(\.message))
  }

  /// The order in which three sleepers with the same deadline send.
  private func wake(_ orders: Log<[Int]>, schedule: TestSchedule? = nil) async -> [Int] {
    let clock = TestClock()
    let store = TestStore(initialState: [Int](), schedule: schedule) {
      Reduce<[Int], Int> { state, action in
        if action > 0 { state.append(action) }
        guard action == 0 else { return .none }
        return .merge(
          (1...3).map { number in
            .run { send in
              try await clock.sleep(for: .seconds(1))
              await send(number)
            }
          }
        )
      }
    }
    store.exhaustivity = .off
    await store.send(0)
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions()
    orders.append(store.state)
    return store.state
  }

  @Test func everyOrderIsTriedOnce() async throws {
    let orders = Log<[Int]>()
    let (shown, messages) = await explore(.exhaustive(upTo: 100_000)) { _ = await wake(orders) }
    #expect(messages == [])
    // Three effects begin in any order and wake in any order: 6 times 6.
    #expect(orders.all.count == 36)
    #expect(shown.count == 1 && shown[0].hasSuffix("Explored all 36 orders."), "\(shown)")
    #expect(Set(orders.all).count == 6)
    let some = await explore(.exhaustive(upTo: 3)) { _ = await wake(orders) }
    #expect(some.messages == [] && orders.all.count == 36 + 103)
    #expect(some.shown.count == 1)
    #expect(some.shown.first?.contains("Explored 3 orders. There are more, so another 100 are drawn") == true)
  }

  @Test func theOrderThatFailsIsAsShortAsCanBe() async throws {
    let orders = Log<[Int]>()
    func thirdIsNotFirst() async { if await wake(orders).first == 3 { reportIssue("The third is the first.") } }
    let (_, messages) = await explore(.exhaustive(upTo: 100_000), thirdIsNotFirst)
    let message = try #require(messages.first)
    let text = try #require(message.firstMatch(of: #/call "exploreSchedules\(\.order\(\[(.*?)\]\)\)"/#)?.1)
    let choices = text.split(separator: ", ").compactMap { Int($0) }
    #expect(message.hasPrefix("The test fails with the jobs in another order: \(choices), after "))
    #expect(choices.count { $0 != 0 } == 1, "\(choices)")
    #expect(choices.last != 0, "\(choices)")
    #expect(await wake(orders, schedule: .order(choices)).first == 3)
    let again = await explore(.order(choices), thirdIsNotFirst)
    #expect(again.messages.count == 1)
    let usual = await explore(.order([])) { if await wake(orders) != [1, 2, 3] { reportIssue("Another order.") } }
    #expect(usual.messages == [])
  }

  @Test func bodiesThatGoAnotherWayAreReported() async {
    let runs = Locked(0)
    let (_, messages) = await explore(.exhaustive(upTo: 100)) {
      let run = runs.next()
      if run == 1 { _ = await wake(Log()) } else { _ = makeStore() }
    }
    #expect(messages.count == 1 && messages[0].hasPrefix("The body went another way when it was run again"))
  }

  @Test func prioritiesFindWhatTakesATaskToWaitForLong() async throws {
    let orders = Log<[Int]>()
    let (_, messages) = await explore(.priorities(100, bugDepth: 2)) {
      if await wake(orders).first == 3 { reportIssue("The third is the first.") }
    }
    let message = try #require(messages.first)
    #expect(message.contains("schedule: .priorities(seed: "))
    #expect(Set(orders.all.map(\.count)) == [3])
  }
}
