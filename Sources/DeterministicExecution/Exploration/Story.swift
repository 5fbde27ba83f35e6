import Dependencies
import Dispatch
import StoreCore
import Synchronization

/// An effect of a story that is in flight. It knows no types, as it is looked at after each step.
@usableFromInline struct StoryEffect {
  @usableFromInline let id: Int
  /// The number of the action for which it was returned.
  @usableFromInline let causeStep: Int
  /// Which of the effects of its action it is.
  @usableFromInline let ordinal: Int
  /// Whether it waits for others with its id, and has not begun.
  @usableFromInline let isSuspended: Bool
  /// What it was told since it began, and when: what it does next depends on nothing else.
  @usableFromInline var inputs: [Int]
  /// The numbers of the state in which it was started, and of the action.
  @usableFromInline var start: (state: Int, action: Int)?

  @inlinable init(id: Int, causeStep: Int, ordinal: Int, inputs: [Int], isSuspended: Bool) {
    self.inputs = inputs
    self.id = id
    self.causeStep = causeStep
    self.ordinal = ordinal
    self.isSuspended = isSuspended
  }
}

/// A feature that runs, step by step. It is used on one thread, by a job of the executor.
///
/// What each step takes can be inlined where the compiler knows the feature's types. See ``ExploredFeature``.
@usableFromInline final class Story<State: Equatable & Sendable, Action: Sendable> {
  /// What the store's inspector writes to.
  @usableFromInline final class Recorder {
    @usableFromInline var effects: [StoryEffect] = []
    /// Those of the effects, in their order.
    @usableFromInline var descriptions: [EffectDescription<Action>] = []
    /// What led to effects, by the number of the action.
    @usableFromInline var reductions: [Reduction] = []
    /// What happened since it was last looked at, if anybody wants to know.
    @usableFromInline var events: [Event]?
    @usableFromInline var failure: StoryFailure?
    /// Actions that were reduced since the step began.
    @usableFromInline var reducedCount = 0
    /// What decides in which order jobs run, and is told what they do.
    @usableFromInline var search: OrderSearch?
    /// Ends a chain of actions that does not come to an end by itself.
    @usableFromInline var halt: (() -> Void)?

    @inlinable init() {}

    @inlinable func begin(_ effect: EffectDescription<Action>, isSuspended: Bool) {
      let index = effect.causeStep - 1
      guard reductions.indices.contains(index) else { return }
      let ordinal = reductions[index].startedEffects
      reductions[index].startedEffects += 1
      effects.append(
        StoryEffect(
          id: effect.id,
          causeStep: effect.causeStep,
          ordinal: ordinal,
          inputs: reductions[index].reads,
          isSuspended: isSuspended
        )
      )
      descriptions.append(effect)
    }
  }

  @usableFromInline struct Reduction {
    @usableFromInline let before: State
    @usableFromInline let action: Action
    /// What was read of models until the action was reduced.
    @usableFromInline let reads: [Int]
    @usableFromInline var startedEffects = 0

    @inlinable init(before: State, action: Action, reads: [Int]) {
      self.before = before
      self.action = action
      self.reads = reads
    }
  }

  @usableFromInline enum Event {
    case reduced(Action, isReceived: Bool, before: State, after: State)
  }

  @usableFromInline let feature: ExploredFeature<State, Action>
  @usableFromInline let world: StoryWorld
  @usableFromInline let calls: PendingCalls
  @usableFromInline let clock: TestClock<Duration>
  @usableFromInline let store: Store<State, Action>
  @usableFromInline let recorder: Recorder
  @usableFromInline let runsWholeTasks: Bool
  @usableFromInline let executor: TestExecutor
  @usableFromInline let suspensions: SuspensionRecorder
  @usableFromInline let interceptor: IssueInterceptor
  @usableFromInline let dismissal: Dismissal
  @usableFromInline let tables: ExplorationTables<State, Action>

  @inlinable init(
    _ feature: ExploredFeature<State, Action>,
    from start: StoryStart<State>,
    executor: TestExecutor,
    actor: TestActor,
    interceptor: IssueInterceptor,
    runsWholeTasks: Bool,
    tables: ExplorationTables<State, Action>
  ) {
    self.runsWholeTasks = runsWholeTasks
    self.tables = tables
    self.feature = feature
    self.executor = executor
    self.interceptor = interceptor
    let world = StoryWorld(models: start.models, numbers: tables.models)
    self.world = world
    calls = PendingCalls(world: world)
    suspensions = world.recorder(calls, executor)
    let dismissal = Dismissal()
    self.dismissal = dismissal
    let ownClock = TestClock(now: start.now)
    let configuration = StoreConfiguration(
      executor: executor,
      recorder: suspensions,
      dismissRoot: { dismissal.note() }
    )
    let store = SuspensionRecorder.local.withValue(suspensions) {
      feature.makeStore(start.state, actor, configuration, ownClock)
    }
    self.store = store
    let recorder = Recorder()
    self.recorder = recorder
    // A test clock that the feature was given is moved; it is the story's alone if it was made for it.
    clock = store.dependencies.continuousClock as? TestClock<Duration> ?? ownClock
    if clock !== ownClock {
      recorder.failure = StoryFailure.ofSharedClock(clock)
      clock.set(to: start.now)
    }
    // Not by a weak reference in the inspector, which would make each use of the store slower.
    recorder.halt = { store.halt() }
    let rules = feature.rules
    store.attach(
      Inspector { [world, interceptor, limit = executor.limits.steps] inspection in
        recorder.search?.noteStep()
        switch inspection {
        case .reduced(let action, let origin, let before, let after):
          recorder.reductions.append(Reduction(before: before, action: action, reads: world.inputsSoFar))
          recorder.reducedCount += 1
          if recorder.reducedCount > limit {
            // Actions that send one another leave the executor no chance to see it.
            recorder.halt?()
            executor.stop()
          }
          var isReceived = true
          if case .user = origin { isReceived = false }
          if recorder.events != nil {
            recorder.events?.append(.reduced(action, isReceived: isReceived, before: before, after: after))
          }
          if recorder.failure == nil {
            recorder.failure = Self.failure(of: action, isReceived, after, rules, world, interceptor)
          }
        case .effectStarted(let effect): recorder.begin(effect, isSuspended: false)
        // What will run is as much a part of a point as what runs.
        case .effectSuspended(let effect): recorder.begin(effect, isSuspended: true)
        case .sharedStateChanged, .effectDiscarded: break
        case .effectFinished(let effect), .effectCancelled(let effect), .effectResumed(let effect):
          if let index = recorder.effects.firstIndex(where: { $0.id == effect.id }) {
            recorder.effects.remove(at: index)
            recorder.descriptions.remove(at: index)
          }
        }
      }
    )
  }

  deinit { recorder.halt = nil }

  @inlinable var state: State { store.stateSnapshot }

  /// Whether the feature has dismissed itself, so that nobody can send it anything.
  @inlinable var isDismissed: Bool { dismissal.isDismissed }

  @inlinable var failure: StoryFailure? { recorder.failure }

  /// Whether nothing is under way.
  @inlinable var isSettled: Bool { recorder.effects.isEmpty }

  /// What is waited for.
  @usableFromInline var waits: [String] {
    calls.answerable.map(\.label) + (clock.nextDeadline == nil ? [] : ["the clock"])
  }

  // MARK: Steps

  /// What can happen next, the answers first, and the usual ones of these.
  @inlinable func moves() -> [StoryMove<Action>] {
    var moves: [StoryMove<Action>] = []
    for (index, call) in calls.answerable.enumerated() {
      for alternative in 0..<call.count { moves.append(.answer(call: index, alternative: alternative)) }
    }
    if clock.nextDeadline != nil { moves.append(.advanceClock) }
    if !isDismissed {
      let state = state
      var actions: [Action] = []
      world.checking { actions = bound { feature.actions(state) } }
      for (index, action) in actions.enumerated() { moves.append(.send(index, action)) }
    }
    return moves
  }

  /// Runs what can run at the beginning.
  func begin() {
    settle()
    if recorder.failure == nil {
      recorder.failure = Self.check(feature.rules.always, .always, state, world, interceptor, within: bound)
    }
  }

  /// - Parameters:
  ///   - search: Decides in which order jobs run, instead of the step itself.
  ///   - label: Is told what call is answered, and how.
  /// - Returns: Whether there is such a step here.
  @inlinable @discardableResult
  func perform(
    _ move: StoryMove<Action>,
    search: OrderSearch? = nil,
    label: ((PendingCall, Int) -> Void)? = nil
  ) -> Bool {
    recorder.reducedCount = 0
    executor.beginTurn()
    // Also where the order is the usual one: without a search, tasks take turns wherever they leave their actor.
    if let search = search ?? (runsWholeTasks ? OrderSearch(order: move.order) : nil) { order(by: search) }
    defer { if recorder.search != nil { order(by: nil) } }
    switch move.event {
    case .send(_, let action):
      bound { feature.send(store, action) }
    case .answer(let index, let alternative):
      let answerable = calls.answerable
      guard answerable.indices.contains(index), alternative < answerable[index].count else { return false }
      let call = answerable[index]
      label?(call, alternative)
      // Of calls that are the same otherwise, an effect knows which one this is.
      let position = answerable[..<index].count { $0.effect == call.effect }
      note(input: [call.label.hashValue, position, alternative] + sharedInput, of: call.effect)
      calls.answer(call, with: alternative)
    case .advanceClock:
      let before = clock.now
      guard clock.nextDeadline != nil else { return false }
      clock.wakeNext()
      let time = before.duration(to: clock.now)
      let input = [-1, time.hashValue] + sharedInput
      // Time has passed for every effect.
      for index in recorder.effects.indices { recorder.effects[index].inputs += input }
    }
    settle()
    return true
  }

  @inlinable func order(by search: OrderSearch?) {
    executor.order(by: search)
    world.order(by: search)
    recorder.search = search
  }

  /// What an effect that goes on now can read of what the state shares.
  @inlinable var sharedInput: [Int] {
    guard StateSnapshot.isAnythingShared.load(ordering: .relaxed) else { return [] }
    let state = state
    let kept = digestOfWhatIsKept.map { [-8, $0] } ?? []
    return kept + (StateSnapshot.showsAnything(state) ? [-7, tables.states.number(of: state)] : [])
  }

  /// What is kept under keys of shared values, if there is any: whether or not the state shows it now.
  @inlinable var digestOfWhatIsKept: Int? {
    guard StateSnapshot.isAnythingShared.load(ordering: .relaxed) else { return nil }
    return store.dependencies.ownSharedScope?.digest
  }

  @inlinable func note(input: [Int], of effect: Int?) {
    guard let index = recorder.effects.firstIndex(where: { $0.id == effect }) else { return }
    recorder.effects[index].inputs += input
  }

  @inlinable func bound<Result>(_ body: () -> Result) -> Result {
    SuspensionRecorder.local.withValue(suspensions) {
      withDependencyValues(store.dependencies, body)
    }
  }

  /// Runs all that can run, and looks at what has come of it.
  @inlinable func settle() {
    executor.runReadyJobs()
    if !executor.isStuck, someEffectWaitsForOutside { waitForOutside() }
    for read in world.takeReads() { note(input: world.input(of: read), of: read.effect) }
    guard recorder.failure == nil else { return }
    if executor.isStuck {
      recorder.failure = restlessness
    } else if let reason = world.reasonOfTask(besides: recorder.effects) {
      recorder.failure = .ofTaskThatIsLeft(reason)
    }
    let issues = world.takeIssues(and: interceptor)
    if recorder.failure == nil, !issues.isEmpty { recorder.failure = StoryFailure.ofIssues(issues) }
    if recorder.failure == nil, !recorder.effects.isEmpty, let noEffectsWhen = feature.rules.noEffectsWhen {
      let state = state
      if bound({ noEffectsWhen(state) }) { recorder.failure = effectsOfFeatureThatIsDone }
    }
  }

  /// Whether an effect waits for nothing that the explorer knows of.
  @inlinable var someEffectWaitsForOutside: Bool {
    if recorder.effects.contains(where: { !$0.isSuspended && !world.isSuspended(effect: $0.id) }) { return true }
    return world.hasTaskOfEndedEffect && world.reasonOfTask(besides: recorder.effects) == nil
  }

  // MARK: Rules

  /// Checks the rule for points where nothing is under way.
  @inlinable func checkSettled() {
    guard recorder.failure == nil else { return }
    recorder.failure = Self.check(feature.rules.whenSettled, .whenSettled, state, world, interceptor, within: bound)
  }

  @inlinable func holds(_ property: @Sendable (State) -> Bool) -> Bool {
    let state = state
    var holds = false
    world.checking { holds = bound { property(state) } }
    return holds
  }

  @inlinable static func failure(
    of action: Action,
    _ isReceived: Bool,
    _ after: State,
    _ rules: ExplorationRules<State, Action>,
    _ world: StoryWorld,
    _ interceptor: IssueInterceptor
  ) -> StoryFailure? {
    if let never = rules.never, never(action) { return StoryFailure.ofAction(action, isReceived: isReceived) }
    return check(rules.always, .always, after, world, interceptor) { $0() }
  }

  @inlinable static func check(
    _ rule: (@Sendable (State) throws -> Void)?,
    _ name: ExplorationRules<Never, Never>.Name,
    _ state: State,
    _ world: StoryWorld,
    _ interceptor: IssueInterceptor,
    within bound: (() -> Void) -> Void
  ) -> StoryFailure? {
    guard let rule else { return nil }
    var details: [String] = []
    // What was reported before is not the rule's.
    let earlier = world.takeIssues(and: interceptor)
    if !earlier.isEmpty { return StoryFailure.ofIssues(earlier) }
    world.checking {
      bound {
        do {
          try rule(state)
        } catch {
          details.append(BrokenRule.description(of: error))
        }
      }
    }
    details += world.takeIssues(and: interceptor)
    return details.isEmpty ? nil : StoryFailure.ofRule(name, details)
  }

  // MARK: Ending

  /// Ends all effects.
  @inlinable func end() {
    if executor.isStuck { executor.resume() }
    executor.beginTurn()
    // What is cancelled now is no part of the story.
    store.removeInspectors()
    store.cancelAllEffects()
    calls.endAll()
    executor.runReadyJobs()
    _ = interceptor.takeReported()
  }
}
