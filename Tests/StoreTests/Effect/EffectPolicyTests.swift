import Dependencies
import Store
import Testing

@testable import StoreCore

/// Effects that share an id, of which a limited number runs at a time.
@MainActor
@Suite(.timeLimit(.minutes(2))) struct EffectPolicyTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let policy: EffectPolicy
    /// What has happened when four effects were sent, and when the first and then the second have been let go.
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

  /// Effects that say what becomes of them, and end when they are told to.
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

    func open(_ name: String) { waiting.removeValue(forKey: name)?.resume() }

    func takeLog() -> [String] {
      defer { log = [] }
      return log
    }
  }

  enum Action: Sendable {
    /// Starts an effect that the test gives.
    case run(Effect<Action>)
    case log(String)
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
    // The queue is empty again.
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
    await second.cancel()
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

  /// It would wait for itself.
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
}
