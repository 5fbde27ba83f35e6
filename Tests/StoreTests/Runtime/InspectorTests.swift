import Store
import Dependencies
import Testing

@testable import StoreCore

@MainActor @Suite struct InspectorTests {
  private enum Action: Equatable { case add(Int), chain, run(String), hang(String), cancel(String), stop }

  private let log = Log()
  private let steps = Log()

  private func makeInspected(_ variant: StoreVariant = .immediate) -> Store<Int, Action> {
    let store = makeStore(0, variant, of: Action.self) { state, action in
      switch action {
      case .add(let amount):
        state += amount
        return .none
      case .chain:
        state += 100
        return .merge(.send(.add(1)), .send(.add(2)))
      case .run(let name): return .run(name: name) { await $0(.add(10)) }
      case .hang(let name): return .run(name: name) { _ in await log.hang(name) }.cancellable(id: name)
      case .cancel(let name): return .cancel(id: name)
      case .stop: return .run { _ in throw CancellationError() }
      }
    }
    store.inspect(with: inspector())
    return store
  }

  /// Logs each step in a line.
  private func inspector(_ prefix: String = "") -> Inspector<Int, Action> {
    func text(_ effect: EffectDescription<Action>) -> String {
      "\(effect.name ?? "nameless") \(effect.id) of \(effect.cause.map { "\($0)" } ?? "nothing") \(effect.cancellationIDs)"
    }
    func text(_ origin: ActionOrigin<Action>) -> String {
      switch origin {
      case .user: "user"
      case .reducer(let cause): "reducer(\(cause.map { "\($0)" } ?? "nothing"))"
      case .effect(let effect): "effect(\(text(effect)))"
      }
    }
    return Inspector { step in
      switch step {
      case .reduced(let action, let origin, let before, let after):
        steps.append("\(prefix)\(action) from \(text(origin)): \(before) -> \(after)")
      case .effectStarted(let effect):
        #expect(effect.fileID == #fileID && effect.line < #line)
        steps.append("\(prefix)started \(text(effect))")
      case .effectFinished(let effect): steps.append("\(prefix)finished \(text(effect))")
      case .modified(let name, let effect, let before, let after):
        steps.append("\(prefix)\(name) by \(text(effect)): \(before) -> \(after)")
      case .sharedStateChanged: steps.append("\(prefix)shared")
      case .restored(let step, let before, let after): steps.append("\(prefix)to step \(step): \(before) -> \(after)")
      case .observersNotified(let keyPaths): steps.append("\(prefix)notified of \(keyPaths)")
      case .effectCancelled(let effect): steps.append("\(prefix)cancelled \(text(effect))")
      }
    }
  }

  @Test(arguments: StoreVariant.allCases) func actionsOfUsersAndReducers(_ variant: StoreVariant) {
    let store = makeInspected(variant)
    store.send(.add(1))
    let token = store.inspect(with: inspector("2: "))
    store.send(.add(2))
    for _ in 1...2 { token.cancel() }
    store.send(.chain)
    #expect(
      steps.entries == [
        "add(1) from user: 0 -> 1", "add(2) from user: 1 -> 3", "2: add(2) from user: 1 -> 3",
        "chain from user: 3 -> 103", "add(1) from reducer(chain): 103 -> 104", "add(2) from reducer(chain): 104 -> 106",
      ]
    )
  }

  @Test func changesOfObservedValuesAreNamed() {
    struct Row: Equatable, Identifiable {
      let id: Int
      var title = ""
    }
    struct State: Equatable {
      var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
      var count: Int { rows.count }
      var isEdited = false
    }
    let store = makeStore(State(), of: Int.self) { state, action in
      if action == 0 { state.isEdited = true } else { state.rows[id: action]?.title += "!" }
      return .none
    }
    store.inspect(with: Inspector { if case .observersNotified(let keyPaths) = $0 { steps.append("\(keyPaths)") } })
    store.send(1)
    #expect(steps.entries == [], "nobody has read a value")
    let row = store.scope(state: \.rows[id: 1], action: \.self)
    let token = observe { _ = (store.count, store.isEdited, row?.title) }
    store.send(2)
    #expect(steps.entries == [], "the second row is not read")
    store.send(1)
    store.send(0)
    #expect(steps.entries == ["[\\Row.title]"], "the second change is told before the closure has run again")
    token.cancel()
  }

  @Test(arguments: StoreVariant.allCases) func stepsAreNumbered(_ variant: StoreVariant) async {
    let store = makeStore(Scripted.State(), variant) { Scripted() }
    let chain = Scripted.Action.act("chain") { _ in .send(.note("end of chain")) }
    func wait(_ name: String) -> Scripted.Action {
      let waiting = Effect<Scripted.Action>.run(name: name) {
        await log.wait(for: "\(name) goes on")
        await $0(.note("end of \(name)"))
      }
      return .act(name) { _ in .concatenate(waiting, .send(chain)) }
    }
    let early = store.send(wait("early"))
    store.inspect(
      with: Inspector(numbered: { step, numbers in
        switch step {
        case .reduced(.act(let name, _), _, _, _):
          steps.append("\(numbers.action) \(name) of \(numbers.cause.map(String.init) ?? "the user")")
        case .effectStarted(let effect):
          steps.append("\(numbers.action) started \(effect.name ?? "") of \(effect.causeStep)")
        case .effectFinished(let effect):
          steps.append("\(numbers.action) finished \(effect.name ?? "") of \(effect.causeStep)")
        default: break
        }
      })
    )
    let late = store.send(wait("late"))
    store.send(chain)
    // The later effect finishes first. Its action must not be attributed to the action that was reduced last.
    log.append("late goes on")
    await late.finish()
    log.append("early goes on")
    await early.finish()
    #expect(
      steps.entries == [
        "1 late of the user", "1 started late of 1", "2 chain of the user", "3 end of chain of 2",
        "4 end of late of 1", "4 finished late of 1", "5 chain of 1", "6 end of chain of 5",
        "7 end of early of 0", "7 finished early of 0", "8 chain of 0", "9 end of chain of 8",
      ]
    )
  }

  @Test func actionsAreCountedWhileSomebodyInspects() async {
    let store = makeStore(Scripted.State()) { Scripted() }
    var numbers: [StepNumbers] = []
    func attach() -> InspectorToken {
      store.inspect(with: Inspector(numbered: { if case .reduced = $0 { numbers.append($1) } }))
    }
    let token = attach()
    store.send(.act("a") { _ in .send(.note("b")) })
    token.cancel()
    let waiting = store.send(
      .run("c") { send in
        await log.wait(for: "go")
        await send(.note("d"))
      }
    )
    _ = attach()
    store.send(.note("e"))
    log.append("go")
    await waiting.finish()
    store.removeInspectors()
    store.send(.note("f"))
    #expect(numbers.map(\.action) == [1, 2, 3, 4] && numbers.map(\.cause) == [nil, 1, nil, 0])
  }

  @Test func anActionThatAnInspectorSendsWaitsItsTurn() {
    let store = makeInspected()
    store.inspect(
      with: Inspector { [weak store] step in
        if case .reduced(.chain, _, _, _) = step { store?.send(.add(1000)) }
      }
    )
    store.send(.chain)
    #expect(
      steps.entries == [
        "chain from user: 0 -> 100", "add(1000) from user: 100 -> 1100",
        "add(1) from reducer(chain): 1100 -> 1101", "add(2) from reducer(chain): 1101 -> 1103",
      ]
    )
  }

  @Test(arguments: StoreVariant.allCases) func anEffectThatFinishes(_ variant: StoreVariant) async {
    let store = makeInspected(variant)
    await store.send(.run("a")).finish()
    // One that throws a cancellation error has finished, too.
    await store.send(.stop).finish()
    #expect(
      steps.entries == [
        #"run("a") from user: 0 -> 0"#, #"started a 1 of run("a") []"#,
        #"add(10) from effect(a 1 of run("a") []): 0 -> 10"#, #"finished a 1 of run("a") []"#,
        "stop from user: 10 -> 10", "started nameless 2 of stop []", "finished nameless 2 of stop []",
      ]
    )
  }

  @Test(arguments: StoreVariant.allCases, [false, true])
  func anEffectThatIsCancelled(_ variant: StoreVariant, byItsTask: Bool) async {
    let store = makeInspected(variant)
    let task = store.send(.hang("a"))
    await log.wait(for: "a started")
    if byItsTask { task.cancel() } else { store.send(.cancel("a")) }
    // No more steps of the effect are reported, although its task ends later.
    await log.wait(for: "a cancelled")
    #expect(
      steps.entries == [
        #"hang("a") from user: 0 -> 0"#,
        #"started a 1 of hang("a") ["String.a"]"#,
      ] + (byItsTask ? [] : [#"cancel("a") from user: 0 -> 0"#]) + [#"cancelled a 1 of hang("a") ["String.a"]"#]
    )
  }

  @Test func oneThatIsAttachedToAScopedStoreIsReported() {
    let store = makeStore(Scripted.State()) { Scripted() }
    let pane = store.scope(state: \.pane, action: \.pane)
    let issues = withCapturedIssues { pane.inspect(with: Inspector { _ in steps.append("seen") }) }
    let message = """
      An inspector was attached to a scoped store and will see nothing.

      Actions and effects belong to the root store: attach the inspector to the store that was made with \
      "Store(initialState:)".
      """
    #expect(issues.map(\.message) == [message])
    // The root's inspectors see its actions.
    store.inspect(
      with: Inspector { step in
        guard case .reduced(.pane(let action), .user, let before, let after) = step else { return }
        steps.append("\(action): \(before.pane.count) -> \(after.pane.count)")
      }
    )
    pane.send(.add(4))
    #expect(steps.entries == ["add(4): 0 -> 4"])
  }

  @Test func inspectorsMayLeaveAndComeWhileTheyAreTold() {
    let store = makeStore(0, of: Action.self) { _, _ in .none }
    var tokens: [InspectorToken] = []
    let first = Inspector<Int, Action> { [steps] _ in
      steps.append("first")
      for token in tokens { token.cancel() }
      tokens = [store.inspect(with: Inspector { _ in steps.append("third") })]
    }
    tokens = [store.inspect(with: first), store.inspect(with: Inspector { [steps] _ in steps.append("second") })]
    store.send(.add(1))
    #expect(steps.entries == ["first"])
    store.send(.add(1))
    #expect(steps.entries == ["first", "third"])
    tokens.removeAll()
  }

  @Test func whatAnInspectorHeldMaySend() {
    let store = makeInspected()
    var held: ReleaseToken? = ReleaseToken { store.send(.add(7)) }
    let token = store.inspect(with: Inspector { [held] _ in withExtendedLifetime(held) {} })
    held = nil
    token.cancel()
    #expect(store.withState { $0 } == 7)
    #expect(steps.entries == ["add(7) from user: 0 -> 7"])
  }

  @Test func limitsWithAsMuchTimeLeftDifferByTheirDurations() async {
    func limits(_ duration: Duration, after elapsed: Duration) async -> [Int] {
      let clock = TestClock()
      let store = makeStore(0, of: Action.self) { _, _ in
        .run { _ in }.throttle(id: "id", for: duration, clock: clock)
      }
      store.send(.stop)
      await clock.advance(by: elapsed)
      return store.throttlesInForce
    }
    let two = await limits(.seconds(2), after: .seconds(1))
    #expect(two.count == 1)
    #expect(await limits(.seconds(2), after: .seconds(1)) == two)
    #expect(await limits(.seconds(3), after: .seconds(2)) != two)
  }

  @Test func aTimedInspectorKnowsHowLongAReducerTook() async {
    let store = makeStore(0, of: Bool.self) { _, isSlow in
      let start = ContinuousClock.now
      while isSlow, ContinuousClock.now - start < .milliseconds(2) {}
      return isSlow ? .run { _ in } : .none
    }
    var durations: [Duration?] = []
    store.inspect(with: Inspector(timed: { _, _, duration in durations.append(duration) }))
    await store.send(true).finish()
    store.send(false)
    #expect(durations.map { $0 == nil } == [false, true, true, false], "only a reduction takes time")
    #expect(durations[0].map { $0 >= .milliseconds(2) } == true && durations[3].map { $0 >= .zero } == true)
  }
}
