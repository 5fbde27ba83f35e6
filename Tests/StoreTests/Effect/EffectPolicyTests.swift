import Dependencies
import Store
import Testing

@testable import StoreCore

/// Effects that share an id, a limited number of which run at a time.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct EffectPolicyTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let policy: EffectPolicy
    /// The log after sending four effects, after opening the first, and after opening the second.
    let afterSending: [String]
    let afterFirst: [String]
    let afterSecond: [String]

    var testDescription: String { "\(policy)" }

    static let all = [
      Case(
        policy: .runNewest(),
        afterSending: [
          "1 started", "1 cancelled", "2 started", "2 cancelled", "3 started", "3 cancelled", "4 started",
        ],
        afterFirst: [],
        afterSecond: []
      ),
      Case(
        policy: .runNewest(maxCount: 2),
        afterSending: ["1 started", "2 started", "1 cancelled", "3 started", "2 cancelled", "4 started"],
        afterFirst: [],
        afterSecond: []
      ),
      Case(
        policy: .runOldest(maxCount: 0, .discardNew),
        afterSending: ["1 started"],
        afterFirst: ["1 ended"],
        afterSecond: []
      ),
      Case(
        policy: .runOldest(maxCount: 2, .discardNew),
        afterSending: ["1 started", "2 started"],
        afterFirst: ["1 ended"],
        afterSecond: ["2 ended"]
      ),
      Case(
        policy: .runOldest(.suspendNew),
        afterSending: ["1 started"],
        afterFirst: ["1 ended", "2 started"],
        afterSecond: ["2 ended", "3 started"]
      ),
      Case(
        policy: .runOldest(maxCount: 3, .suspendNew),
        afterSending: ["1 started", "2 started", "3 started"],
        afterFirst: ["1 ended", "4 started"],
        afterSecond: ["2 ended"]
      ),
    ]
  }

  /// Effects that log their start and end, and that end when the test opens them.
  @MainActor final class Gates {
    var log: [String] = []
    private var waiting: [String: CheckedContinuation<Void, Never>] = [:]

    func pass(_ name: String) async {
      log.append("\(name) started")
      await withTaskCancellationHandler {
        await withCheckedContinuation { waiting[name] = $0 }
      } onCancel: {
        MainActor.assumeIsolated {
          log.append("\(name) cancelled")
          waiting.removeValue(forKey: name)?.resume()
        }
      }
      if !Task.isCancelled { log.append("\(name) ended") }
    }

    var running: Set<String> { Set(waiting.keys) }

    func open(_ name: String) { waiting.removeValue(forKey: name)?.resume() }

    func takeLog() -> [String] {
      defer { log = [] }
      return log
    }
  }

  enum Action: Sendable {
    /// Starts an effect that the test provides.
    case run(Effect<Action>)
    case log(String)
    case count
    /// Starts an effect that sends the next action of a chain of this length.
    case chain(Int, EffectPolicy)
  }

  private let gates = Gates()
  private let store: Store<[String], Action>

  init() {
    store = makeStore([String](), .immediate, of: Action.self) { state, action in
      switch action {
      case .run(let effect): return effect
      case .log(let entry):
        state.append(entry)
        return .none
      case .count:
        state.append("")
        return .none
      case .chain(let count, let policy):
        state.append("\(count)")
        if count == 0 { return .none }
        return .run { send in await send(.chain(count - 1, policy)) }.cancellable(id: "id", policy: policy)
      }
    }
  }

  private func effect(_ name: String) -> Effect<Action> {
    .run { [gates] _ in await gates.pass(name) }
  }

  @Test(arguments: Case.all) func effectsOfOneID(_ example: Case) async {
    var tasks: [StoreTask] = []
    for number in 1...4 {
      tasks.append(store.send(.run(effect("\(number)").cancellable(id: "id", policy: example.policy))))
    }
    #expect(gates.takeLog() == example.afterSending)
    for (number, entries) in [(1, example.afterFirst), (2, example.afterSecond)] {
      gates.open("\(number)")
      if !entries.isEmpty { await tasks[number - 1].finish() }
      #expect(gates.takeLog() == entries)
    }
    store.send(.run(.cancel(id: "id")))
    for task in tasks { #expect(await task.isFinished) }
    #expect(gates.takeLog().allSatisfy { $0.hasSuffix("cancelled") })
    // The queue is empty again, so this effect runs at once.
    let last = store.send(.run(effect("5").cancellable(id: "id", policy: example.policy)))
    gates.open("5")
    await last.finish()
    #expect(gates.takeLog() == ["5 started", "5 ended"])
  }

  @Test func whatWaitsIsCancelledWithItsIDAndItsTask() async {
    let policy = EffectPolicy.runOldest(.suspendNew)
    let first = store.send(.run(effect("1").cancellable(id: "id", policy: policy)))
    let second = store.send(.run(effect("2").cancellable(id: "id", policy: policy)))
    let third = store.send(.run(effect("3").cancellable(id: "id", policy: policy)))
    second.cancel()
    #expect(await second.isFinished)
    #expect(await !third.isFinished)
    gates.open("1")
    await first.finish()
    #expect(gates.takeLog() == ["1 started", "1 ended", "3 started"])
    store.send(.run(effect("4").cancellable(id: "id", policy: policy)))
    store.send(.run(.cancel(id: "id")))
    #expect(gates.takeLog() == ["3 cancelled"])
  }

  @Test func anEffectCountsAsAWhole() async {
    let policy = EffectPolicy.runOldest(.suspendNew)
    let whole = Effect.concatenate(effect("1"), .merge(effect("2"), effect("3")))
    let first = store.send(.run(whole.cancellable(id: "id", policy: policy)))
    let second = store.send(.run(effect("4").cancellable(id: "id", policy: policy)))
    for name in ["1", "2", "3"] {
      while !gates.log.contains("\(name) started") { await Task.yield() }
      gates.open(name)
    }
    await first.finish()
    gates.open("4")
    await second.finish()
    #expect(gates.log.filter { $0.hasSuffix("started") } == ["1 started", "2 started", "3 started", "4 started"])
    #expect(gates.log.suffix(2) == ["4 started", "4 ended"])
  }

  @Test func theNewestCancelsAllOfTheOldest() async {
    let whole = Effect.concatenate(.merge(effect("1"), effect("2")), effect("3"))
    let first = store.send(.run(whole.cancellable(id: "id", policy: .runNewest())))
    store.send(.run(effect("4").cancellable(id: "id", policy: .runNewest())))
    #expect(gates.takeLog() == ["1 started", "2 started", "1 cancelled", "2 cancelled", "4 started"])
    #expect(await first.isFinished)
    store.send(.run(.cancel(id: "id")))
  }

  /// Otherwise the part would wait for the whole, which waits for the part.
  @Test func aPartIsNotHeldUpByItsWhole() async {
    for policy in [EffectPolicy.runOldest(.suspendNew), .runOldest(.discardNew), .runNewest()] {
      let part = effect("part").cancellable(id: "id", policy: policy)
      let task = store.send(.run(.concatenate(part, effect("rest")).cancellable(id: "id", policy: policy)))
      #expect(gates.takeLog() == ["part started"])
      gates.open("part")
      while gates.log.count < 2 { await Task.yield() }
      #expect(gates.takeLog() == ["part ended", "rest started"])
      gates.open("rest")
      await task.finish()
      #expect(gates.takeLog() == ["rest ended"])
    }
  }

  /// A part with another id never waits, and has its own policy.
  @Test(
    arguments: [
      (.runNewest(), ["1 started", "1 cancelled", "part started"]),
      (.runOldest(.discardNew), ["1 started"]),
      (.runOldest(.suspendNew), ["1 started", "part started"]),
    ] as [(EffectPolicy, [String])]
  )
  func aPartWithAnotherID(_ policy: EffectPolicy, expected: [String]) async {
    store.send(.run(effect("1").cancellable(id: "inner", policy: policy)))
    let part = effect("part").cancellable(id: "inner", policy: policy)
    let whole = store.send(.run(Effect.merge(part, .send(.count)).cancellable(id: "outer", policy: .runNewest())))
    #expect(gates.takeLog() == expected)
    #expect(await whole.isFinished == !expected.contains("part started"))
    // An effect that arrives after the part waits for the part as well.
    let next = store.send(.run(effect("2").cancellable(id: "inner", policy: .runOldest(.suspendNew))))
    for name in gates.running.sorted() {
      #expect(gates.takeLog() == [])
      gates.open(name)
      while gates.log.isEmpty { await Task.yield() }
      #expect(gates.log.removeFirst() == "\(name) ended")
    }
    await whole.finish()
    #expect(gates.takeLog() == ["2 started"])
    next.cancel()
  }

  /// Otherwise each effect would wait for the id that the other one holds.
  @Test func twoDoNotWaitForEachOther() async {
    let policy = EffectPolicy.runOldest(.suspendNew)
    func whole(_ first: String, _ second: String) -> Effect<Action> {
      Effect.concatenate(effect(first), effect("\(first)\(second)").cancellable(id: second, policy: policy))
        .cancellable(id: first, policy: policy)
    }
    let tasks = [store.send(.run(whole("a", "b"))), store.send(.run(whole("b", "a")))]
    for name in ["a", "b", "ab", "ba"] {
      while !gates.running.contains(name) { await Task.yield() }
      gates.open(name)
    }
    for task in tasks { await task.finish() }
  }

  /// The order in which the ids are given makes no difference.
  @Test(arguments: [false, true]) func whatWaitsIsCancelledWithAnyOfItsIDs(isOutside: Bool) async {
    let policy = EffectPolicy.runOldest(.suspendNew)
    func effect(_ name: String) -> Effect<Action> {
      isOutside
        ? self.effect(name).cancellable(id: "id", policy: policy).cancellable(id: name)
        : self.effect(name).cancellable(id: name).cancellable(id: "id", policy: policy)
    }
    let tasks = ["1", "2", "3"].map { store.send(.run(effect($0))) }
    store.send(.run(.cancel(id: "2")))
    #expect(await tasks[1].isFinished)
    store.send(.run(.cancel(id: "1")))
    #expect(gates.takeLog() == ["1 started", "1 cancelled", "3 started"])
    store.send(.run(.cancel(id: "id")))
  }

  @Test func whatWaitsInTwoQueuesIsCancelledWithBothIDs() async {
    let policy = EffectPolicy.runOldest(.suspendNew)
    store.send(.run(effect("1").cancellable(id: "outer", policy: policy)))
    let waiting = effect("2").cancellable(id: "inner", policy: policy).cancellable(id: "outer", policy: policy)
    let task = store.send(.run(waiting))
    #expect(await !task.isFinished)
    store.send(.run(.cancel(id: "inner")))
    #expect(await task.isFinished)
    store.send(.run(.cancel(id: "outer")))
    #expect(gates.takeLog() == ["1 started", "1 cancelled"])
  }

  @Test func otherIDsAndEffectsWithoutAPolicyAreNotCounted() async {
    let policy = EffectPolicy.runOldest(.discardNew)
    store.send(.run(effect("1").cancellable(id: "id")))
    store.send(.run(effect("2").cancellable(id: "other", policy: policy)))
    store.send(.run(effect("3").cancellable(id: "id", policy: policy)))
    #expect(gates.takeLog() == ["1 started", "2 started", "3 started"])
    store.send(.run(.merge(.cancel(id: "id"), .cancel(id: "other"))))
    #expect(gates.takeLog() == ["1 cancelled", "3 cancelled", "2 cancelled"])
  }

  @Test func effectsWithAPolicyThatSendAtOnce() {
    for number in 1...3 {
      store.send(.run(.send(.log("\(number)")).cancellable(id: "id", policy: .runOldest(.discardNew))))
    }
    #expect(store.state == ["1", "2", "3"])
  }

  // MARK: Sequences

  /// A step that ends makes room before the next step of its sequence begins.
  @Test(arguments: [EffectPolicy.runNewest(), .runOldest(.discardNew), .runOldest(.suspendNew)])
  func stepsWithOneIDFollowEachOther(_ policy: EffectPolicy) async {
    func step(_ name: String) -> Effect<Action> { effect(name).cancellable(id: "id", policy: policy) }
    let task = store.send(.run(.concatenate(step("1"), step("2"), step("3"))))
    for name in ["1", "2", "3"] {
      while !gates.log.contains("\(name) started") { await Task.yield() }
      gates.open(name)
    }
    await task.finish()
    #expect(gates.takeLog() == ["1 started", "1 ended", "2 started", "2 ended", "3 started", "3 ended"])
  }

  @Test func aSequenceWaitsForAStepThatWaits() async {
    let policy = EffectPolicy.runOldest(.suspendNew)
    let first = store.send(.run(effect("1").cancellable(id: "id", policy: policy)))
    let sequence = store.send(.run(.concatenate(effect("2").cancellable(id: "id", policy: policy), effect("3"))))
    #expect(gates.takeLog() == ["1 started"])
    gates.open("1")
    await first.finish()
    #expect(gates.takeLog() == ["1 ended", "2 started"])
    gates.open("2")
    while !gates.log.contains("3 started") { await Task.yield() }
    gates.open("3")
    await sequence.finish()
  }

  /// When a step is cancelled, its sequence continues with the next one, which is older than the newest effect.
  @Test func theNewestCancelsWhatASequenceGoesOnWith() async {
    func step(_ name: String) -> Effect<Action> { effect(name).cancellable(id: "id", policy: .runNewest()) }
    let sequence = store.send(.run(.concatenate(step("1"), step("2"), effect("3"))))
    store.send(.run(step("4")))
    #expect(gates.takeLog() == ["1 started", "1 cancelled", "3 started", "4 started"])
    gates.open("3")
    await sequence.finish()
    store.send(.run(.cancel(id: "id")))
  }

  @Test func aTaskThatIsCancelledGivesRoomInTwoQueues() async {
    let policy = EffectPolicy.runOldest(.suspendNew)
    let task = store.send(
      .run(
        .merge(
          effect("1").cancellable(id: "a", policy: policy),
          effect("2").cancellable(id: "b", policy: .runNewest())
        )
      )
    )
    store.send(.run(effect("3").cancellable(id: "b", policy: .runNewest()).cancellable(id: "a", policy: policy)))
    #expect(gates.takeLog() == ["1 started", "2 started"])
    task.cancel()
    #expect(gates.takeLog() == ["1 cancelled", "2 cancelled", "3 started"])
    store.send(.run(.cancel(id: "b")))
    #expect(gates.takeLog() == ["3 cancelled"])
  }

  @Test func cancelInFlightCancelsWhatWaits() async {
    let policy = EffectPolicy.runOldest(.suspendNew)
    let tasks = (1...3).map { store.send(.run(effect("\($0)").cancellable(id: "id", policy: policy))) }
    store.send(.run(effect("4").cancellable(id: "id", cancelInFlight: true)))
    #expect(gates.takeLog() == ["1 started", "1 cancelled", "4 started"])
    for task in tasks { #expect(await task.isFinished) }
    store.send(.run(.cancel(id: "id")))
  }

  /// Each effect has its own limit, and effects begin in the order of their arrival.
  @Test func limitsCanDiffer() async {
    func effect(_ name: String, _ maxCount: Int) -> Effect<Action> {
      self.effect(name).cancellable(id: "id", policy: .runOldest(maxCount: maxCount, .suspendNew))
    }
    var tasks = [store.send(.run(effect("1", 2))), store.send(.run(effect("2", 2)))]
    tasks += [store.send(.run(effect("3", 1))), store.send(.run(effect("4", 9)))]
    #expect(gates.takeLog() == ["1 started", "2 started"])
    gates.open("1")
    await tasks[0].finish()
    #expect(gates.takeLog() == ["1 ended"])
    gates.open("2")
    await tasks[1].finish()
    #expect(gates.takeLog() == ["2 ended", "3 started", "4 started"])
    for task in tasks { task.cancel() }
  }

  // MARK: Rate limits

  @Test func whatIsThrottledWhenItsTurnComesIsNotForgotten() async {
    let clock = TestClock()
    let policy = EffectPolicy.runOldest(.suspendNew)
    func throttled(_ text: String) -> Effect<Action> {
      Effect.send(.log(text)).throttle(id: "rate", for: .seconds(1), clock: clock, latest: false)
    }
    store.send(.run(throttled("0")))
    let first = store.send(.run(throttled("1").cancellable(id: "id", policy: policy)))
    let second = store.send(.run(throttled("2").cancellable(id: "id", policy: policy)))
    first.cancel()
    await clock.advance(by: .seconds(5))
    await second.finish()
    #expect(store.state == ["0", "2"])
  }

  // MARK: Users' code

  /// Releasing a cancelled effect, even one that never began, runs code that starts another effect.
  @Test func whatIsReleasedStartsOthers() async {
    let policy = EffectPolicy.runOldest(.suspendNew)
    for name in ["1", "2", "3"] {
      let token = ReleaseToken { [store, gates] in
        store.send(.log("\(name) released"))
        store.send(.run(.run { _ in await gates.pass("after \(name)") }.cancellable(id: "id", policy: policy)))
      }
      let effect = effect(name)
      store.send(.run(.concatenate(effect, .run { _ in _ = token }).cancellable(id: "id", policy: policy)))
    }
    store.send(.run(.cancel(id: "id")))
    // The effects run one after the other.
    for count in 1...3 {
      while gates.running.isEmpty { await Task.yield() }
      #expect(gates.running.count == 1)
      for name in gates.running { gates.open(name) }
      while gates.log.count(where: { $0.hasSuffix("ended") }) < count { await Task.yield() }
    }
    #expect(store.state.sorted() == ["1 released", "2 released", "3 released"])
  }

  /// A cancellation handler sends an action, and an operation cancels the effect that it belongs to.
  @Test func whatIsCancelledStartsOthers() async {
    let policy = EffectPolicy.runOldest(.discardNew)
    let gates = gates
    let startSecond: @MainActor @Sendable () -> Void = { [store] in
      store.send(.run(.run { _ in await gates.pass("2") }.cancellable(id: "id", policy: policy)))
    }
    let effect = Effect<Action>.run { _ in
      await withTaskCancellationHandler {
        await gates.pass("1")
      } onCancel: {
        MainActor.assumeIsolated { startSecond() }
      }
    }
    store.send(.run(effect.cancellable(id: "id", policy: policy)))
    while gates.running.isEmpty { await Task.yield() }
    store.send(.run(.cancel(id: "id")))
    while !gates.log.contains("2 started") { await Task.yield() }
    let task = store.send(.run(.run { _ in Task.cancel(id: "id") }.cancellable(id: "id", policy: .runNewest())))
    await task.finish()
    #expect(gates.takeLog() == ["1 started", "1 cancelled", "2 started", "2 cancelled"])
  }

  @Test func whatWaitsEndsWithItsStore() async {
    let gates = gates
    var store: Store<Int, Action>? = makeStore(0, .immediate, of: Action.self) { _, action in
      if case .run(let effect) = action { effect } else { .none }
    }
    var tasks: [StoreTask] = []
    for name in ["1", "2"] {
      let token = ReleaseToken { gates.log.append("\(name) released") }
      let effect = Effect<Action>.run { _ in
        _ = token
        await gates.pass(name)
      }
      if let task = store?.send(.run(effect.cancellable(id: "id", policy: .runOldest(.suspendNew)))) {
        tasks.append(task)
      }
    }
    store = nil
    for task in tasks { await task.finish() }
    while gates.log.count < 4 { await Task.yield() }
    #expect(gates.takeLog().sorted() == ["1 cancelled", "1 released", "1 started", "2 released"])
  }

  // MARK: Many

  /// Neither the stack nor the time for each effect grows with the number of waiting effects.
  @Test func aHundredThousandWait() async {
    let policy = EffectPolicy.runOldest(.suspendNew)
    let first = store.send(.run(effect("1").cancellable(id: "id", policy: policy)))
    for _ in 0..<100_000 { store.send(.run(.send(.count).cancellable(id: "id", policy: policy))) }
    gates.open("1")
    await first.finish()
    #expect(store.state.count == 100_000)
  }

  /// An effect that sends the action of the next effect.
  @Test func aChain() async {
    let task = store.send(.chain(5, .runOldest(.suspendNew)))
    await task.finish()
    #expect(store.state == ["5", "4", "3", "2", "1", "0"])
  }

  /// However effects with policies are composed, the whole ends when all operations have ended.
  @Test(arguments: 0..<300) func anyTreeEnds(_ seed: UInt64) async {
    var random = SeededRandomNumberGenerator(seed: seed)
    var count = 0
    func tree(_ depth: Int) -> Effect<Action> {
      let kind = depth == 0 ? 9 : Int.random(in: 0..<8, using: &random)
      switch kind {
      case 0, 1: return .merge(tree(depth - 1), tree(depth - 1))
      case 2, 3: return .concatenate(tree(depth - 1), tree(depth - 1))
      case 4, 5, 6:
        let policy = EffectQueuesTests.policies.randomElement(using: &random) ?? .runNewest()
        return tree(depth - 1).cancellable(id: Int.random(in: 0..<2, using: &random), policy: policy)
      case 7: return tree(depth - 1).cancellable(id: Int.random(in: 0..<2, using: &random), cancelInFlight: true)
      default:
        count += 1
        return count.isMultiple(of: 5) ? .send(.count) : effect("\(count)")
      }
    }
    var tasks = (0..<3).map { _ in store.send(.run(tree(5))) }
    for _ in 0..<10_000 where !tasks.isEmpty {
      for name in gates.running.sorted() { gates.open(name) }
      await Task.yield()
      var unfinished: [StoreTask] = []
      for task in tasks where await !task.isFinished { unfinished.append(task) }
      tasks = unfinished
    }
    #expect(tasks.isEmpty)
    let core = store.core as? RootCore<[String], Action>
    #expect(core?.effectQueues.isEmpty == true)
    #expect(core?.ledger.isEmpty == true)
  }

  // MARK: Inspectors

  @Test func inspectorsSeeWhatWaits() async {
    var steps: [String] = []
    let line = #line + 2
    func limited(_ name: String, _ policy: EffectPolicy) -> Effect<Action> {
      effect(name).cancellable(id: "id", policy: policy)
    }
    let token = store.inspect(
      with: Inspector { step in
        func note(_ event: String, _ effect: EffectDescription<Action>) {
          #expect(effect.cancellationIDs == ["String.id"])
          steps.append("\(event) \(effect.causeStep)\(Int(effect.line) == line ? "" : " operation")")
        }
        switch step {
        case .reduced, .sharedStateChanged: break
        case .effectStarted(let effect): note("started", effect)
        case .effectFinished(let effect): note("finished", effect)
        case .effectCancelled(let effect): note("cancelled", effect)
        case .effectSuspended(let effect): note("suspended", effect)
        case .effectResumed(let effect): note("resumed", effect)
        case .effectDiscarded(let effect): note("discarded", effect)
        }
      }
    )
    let first = store.send(.run(limited("1", .runOldest(.suspendNew))))
    store.send(.run(limited("2", .runOldest(.suspendNew))))
    store.send(.run(limited("3", .runOldest(.suspendNew))))
    store.send(.run(limited("4", .runOldest(.discardNew))))
    gates.open("1")
    await first.finish()
    store.send(.run(.cancel(id: "id")))
    token.cancel()
    #expect(
      steps == [
        "started 1 operation", "suspended 2", "suspended 3", "discarded 4", "finished 1 operation", "resumed 2",
        "started 2 operation", "cancelled 3", "cancelled 2 operation",
      ]
    )
  }

  // MARK: Children

  @Reducer struct Row {
    struct State: Equatable, Identifiable { let id: Int }
    enum Action { case run(Effect<Row.Action>) }
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .run(let effect): effect
      }
    }
  }

  @Reducer struct Rows {
    struct State { var rows: IdentifiedArrayOf<Row.State> = [] }
    enum Action {
      case rows(IdentifiedActionOf<Row>)
      case remove(Int)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .remove(let id) = action { state.rows.remove(id: id) }
        return .none
      }
      .forEach(\.rows, action: \.rows) { Row() }
    }
  }

  /// Each child has its own queues, which are removed with the child.
  @Test func whatWaitsGoesWithItsChild() async {
    let store = Store(initialState: Rows.State(rows: [Row.State(id: 1), Row.State(id: 2)])) { Rows() }
    let gates = gates
    func start(_ name: String, in row: Int) -> StoreTask {
      let effect = Effect<Row.Action>.run { _ in await gates.pass(name) }
      return store.send(
        .rows(.element(id: row, action: .run(effect.cancellable(id: "id", policy: .runOldest(.suspendNew)))))
      )
    }
    let tasks = [start("a", in: 1), start("b", in: 1), start("c", in: 2)]
    #expect(gates.takeLog() == ["a started", "c started"])
    store.send(.remove(1))
    #expect(gates.takeLog() == ["a cancelled"])
    #expect(await tasks[0].isFinished)
    #expect(await tasks[1].isFinished)
    gates.open("c")
    await tasks[2].finish()
  }

  /// A cancellation stops all its effects before a removal among them lets another sequence continue: that arrives under
  /// the same id, where nothing runs any more.
  @Test(arguments: [EffectPolicy.runNewest(), .runOldest(.discardNew), .runOldest(.suspendNew)])
  func aRemovalWithinACancellationStartsAnEffectWithTheSameID(_ policy: EffectPolicy) async {
    enum Action: Sendable {
      case startFirst, startSequence, cancelAndRemove
      case rows(Rows.Action)
    }
    let gates = gates
    func effect(_ name: String) -> Effect<Action> { .run { _ in await gates.pass(name) } }
    func reduce(_ state: inout Rows.State, _ action: Rows.Action) -> Effect<Action> {
      Rows().reduce(into: &state, action: action).map(Action.rows)
    }
    let store = Store(initialState: Rows.State(rows: [Row.State(id: 1)])) {
      Reduce<Rows.State, Action> { state, action in
        switch action {
        case .startFirst:
          return effect("first").cancellable(id: "id", policy: policy)
        case .startSequence:
          let row = reduce(&state, .rows(.element(id: 1, action: .run(.run { _ in await gates.pass("row") }))))
          return .concatenate(row, effect("last").cancellable(id: "id", policy: policy))
        case .cancelAndRemove:
          let second = effect("second").cancellable(id: "id")
          return .concatenate(.merge(second, .cancel(id: "id")), reduce(&state, .remove(1))).cancellable(id: "id")
        case .rows(let action):
          return reduce(&state, action)
        }
      }
    }
    let sequence = store.send(.startSequence)
    store.send(.startFirst)
    #expect(gates.takeLog() == ["row started", "first started"])
    store.send(.cancelAndRemove)
    #expect(gates.takeLog() == ["first cancelled", "row cancelled", "last started"])
    gates.open("last")
    await sequence.finish()
  }

  @Test func namesOfUnitsAreNotShown() {
    let ids = CancellationIDs(unit: 1, in: CancellationIDs(EffectLedger.Key(path: nil, id: CancelID("id")), in: nil))
    #expect(ids.descriptions == ["String.id"])
  }
}
