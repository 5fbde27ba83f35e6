import Dependencies
import TestSupport
import Testing

@testable import Execution
@testable import StoreExploration
@testable import StoreTesting

@Suite struct OrderSearchTests {
  enum Deed: CaseIterable { case nothing, runningOthers, stepOfTheStore }

  /// The search cannot know what a job depends on that runs others, which are not observed apart from it, or that
  /// changes the store.
  @Test(arguments: Deed.allCases) func jobsOfDifferentEffectsAreSwappedIfOthersMayDependOnThem(deed: Deed) {
    let search = OrderSearch()
    var orders: [[Int]] = []
    repeat {
      var (ready, order) = ([1, 2], [Int]())
      while !ready.isEmpty {
        let job = ready.remove(at: search.next(of: ready, depth: 1))
        order.append(job)
        search.record(effect: job)
        guard job == 1 else { continue }
        if deed == .runningOthers { _ = search.next(of: [3], depth: 2) }
        if deed == .stepOfTheStore { search.recordStep() }
      }
      if !search.isRedundant { orders.append(order) }
    } while search.advance()
    #expect(orders == (deed == .nothing ? [[1, 2]] : [[1, 2], [2, 1]]))
  }

  @Test func jobsThatBecomeReadyInAnotherWayEndTheSearch() {
    let search = OrderSearch()
    _ = search.next(of: [1, 2], depth: 1)
    #expect(!search.isUnsteady && search.advance())
    _ = search.next(of: [1, 3], depth: 1)
    #expect(search.isUnsteady && !search.advance())
  }

  /// Effects that wake at the same times, and the operations that each performs then.
  @Reducer
  struct Racers {
    enum Operation: Sendable { case sleep, choose, read, write, send, cancel(Int) }

    struct State: Hashable {
      var hasStarted = false
      var log: [Int] = []
    }

    enum Action: Equatable { case start, note(Int), cancel(Int) }

    @Dependency(\.continuousClock) var clock
    let effects: [[Operation]]
    let model: ModeledValue<Int>

    init(_ generator: inout SeededRandomNumberGenerator) {
      effects = (0..<3).map { _ in
        (0..<3).map { _ in
          switch Int.random(in: 0..<9, using: &generator) {
          case 0, 1, 2: .sleep
          case 3: .choose
          case 4: .read
          case 5, 6: .write
          case 7: .send
          default: .cancel(Int.random(in: 0..<3, using: &generator))
          }
        }
      }
      model = ModeledValue(0)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .start:
        state.hasStarted = true
        return .merge(effects.indices.map(effect))
      case .note(let number): state.log.append(number)
      case .cancel(let id):
        state.log.append(-id)
        return .cancel(id: id)
      }
      return .none
    }

    private func effect(_ index: Int) -> Effect<Action> {
      .run { [clock, model, operations = effects[index]] send in
        var memory = index + 1
        try await clock.sleep(for: .seconds(1))
        for operation in operations {
          switch operation {
          case .sleep: try await clock.sleep(for: .seconds(1))
          case .choose: memory = memory * 2 + (await StoreTesting.choose("\(index)", 0, 1))
          case .read: memory = memory * 10 + model.value
          case .write: model.withValue { [memory] in $0 = ($0 * 3 + memory) % 7 }
          case .send: await send(.note(memory))
          case .cancel(let id): await send(.cancel(id))
          }
        }
        await send(.note(memory))
      }
      .cancellable(id: index)
    }

    func explore(isReduced: Bool) async -> (states: Set<[State: Int]>, report: ExplorationReport) {
      let states = Locked<Set<[State: Int]>>([])
      let note: @Sendable (State) -> Void = { [model] state in
        let value = model.value
        states.withLock { _ = $0.insert([state: value]) }
      }
      var bounds = ExplorationBounds(depth: 4, orders: 1_000_000, points: 1_000_000, time: .seconds(100_000))
      bounds.reducesOrders = isReduced
      let report = await exploreStates(
        of: State(),
        within: bounds,
        { self },
        actions: { if !$0.hasStarted { Action.start } },
        always: note,
        whenSettled: note
      )
      return (states.withLock { $0 }, report)
    }
  }

  @Test(arguments: randomSeeds(4))
  func allStatesAreReached(seed: UInt64) async {
    var generator = SeededRandomNumberGenerator(seed: seed)
    let racers = Racers(&generator)
    let all = await racers.explore(isReduced: false)
    let reduced = await racers.explore(isReduced: true)
    #expect(all.states == reduced.states)
    #expect(all.report.points == reduced.report.points && all.report.settledPoints == reduced.report.settledPoints)
    #expect(reduced.report.steps <= all.report.steps)
    #expect(reduced.report.counterexample == nil && all.report.counterexample == nil)
  }

  @Reducer
  struct Timers {
    enum Action: Equatable { case start, rang(Int), stop }

    @Dependency(\.continuousClock) var clock
    var rings = 1

    func reduce(into state: inout [Int], action: Action) -> Effect<Action> {
      switch action {
      case .start:
        return .merge(
          (0..<3).map { number in
            .run { [clock, rings] send in
              try await clock.sleep(for: .seconds(1))
              for _ in 0..<rings { await send(.rang(number)) }
            }
            .cancellable(id: 0)
          }
        )
      case .rang(let number): state.append(number)
      case .stop: return .cancel(id: 0)
      }
      return .none
    }
  }

  private func explore(
    _ story: String? = nil,
    orders: Int = 24,
    isReduced: Bool = true,
    rings: Int = 1,
    actions: [Timers.Action] = [.start],
    always: @escaping @Sendable ([Int]) -> Void = { _ in }
  ) async -> (report: ExplorationReport, messages: [String]) {
    var bounds = ExplorationBounds(depth: 2, actions: 2, orders: orders, time: .seconds(100_000))
    bounds.reducesOrders = isReduced
    return await explored { [bounds] in
      await exploreStates(
        replaying: story,
        of: [Int](),
        within: bounds,
        { Timers(rings: rings) },
        actions: { _ in actions },
        always: always
      )
    }
  }

  @Test func whatWakesAtTheSameTimeRunsInEveryOrder() async throws {
    let rings = Locked<Set<[Int]>>([])
    let (report, _) = await explore { state in rings.withLock { _ = $0.insert(state) } }
    #expect(rings.withLock { $0.filter { $0.count == 3 }.count } == 6)
    #expect(!report.cuts.contains(.orders))

    let few = await explore(orders: 2).report
    #expect(few.cuts.contains(.orders) && few.transitions < report.transitions)
    #expect("\(few)".contains("more orders of ready jobs were not tried (\"orders\")"))
    // With one order per step nothing is searched, so no order is cut off.
    #expect(!(await explore(orders: 1).report.cuts.contains(.orders)))
  }

  @Test func whatIsCancelledEndsInOneOrder() async {
    let report = await explore(actions: [.start, .stop]).report
    let all = await explore(isReduced: false, actions: [.start, .stop]).report
    // Three effects begin in six orders, twice, and end in six.
    #expect(all.transitions - report.transitions == 15 && all.points == report.points)
  }

  @Test(arguments: [("s0 c", 0), ("s0 c@2", 2)])
  func anEffectIsNotInterruptedWhenAStoryIsRunAgain(story: String, first: Int) async {
    let rule: @Sendable ([Int]) -> Void = { state in
      if state.prefix(2) == [first, first] { reportIssue("It rang twice.") }
    }
    let (report, messages) = await explore(rings: 2, always: rule)
    #expect(report.counterexample?.story == story)
    let again = await explore(story, rings: 2, always: rule)
    #expect(again.messages.count == 1 && messages.first?.hasPrefix(again.messages[0]) == true, "\(again.messages)")
    // A story that contains its order runs in this order whatever the bounds are.
    let unbound = await explore(story, orders: 1, rings: 2, always: rule)
    #expect(unbound.messages == (story.contains("@") ? again.messages : []))
  }

  @Test func aStoryNamesItsOrderAndCanBeRunAgain() async throws {
    let rule: @Sendable ([Int]) -> Void = { state in
      if state.prefix(2) == [2, 0] { reportIssue("It rang too early.") }
    }
    let (report, messages) = await explore(always: rule)
    #expect(report.counterexample?.story == "s0 c@2")
    let message = try #require(messages.first)
    #expect(message.contains("2. The clock moves on by 1 s, and what is ready runs in the order [2]"))
    let again = await explore("s0 c@2", always: rule)
    #expect(again.messages.count == 1 && message.hasPrefix(again.messages[0]))
    for story in ["s0 c@", "s0 c@x", "s0 c@-1", "s0 c@1.", "s0 @1"] {
      #expect(await explore(story).messages.first?.hasPrefix("The story can't be run: step 2") == true, "\(story)")
    }
  }
}
