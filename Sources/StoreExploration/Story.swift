import Dependencies
import Dispatch
import Execution
import StoreCore
import Synchronization

/// A running effect of a story. It is not generic, because all effects are examined after each step.
struct StoryEffect {
  let id: Int
  /// The number of the action whose reduction returned the effect.
  let causeStep: Int
  /// The position of the effect among the effects of its action.
  let ordinal: Int
  /// The inputs of the effect since it began, with their times. What it does next depends on nothing else.
  var inputs: [Int]
  /// The numbers of the state and the action of the effect's start, once they are known.
  var start: (state: Int, action: Int)?

  init(id: Int, causeStep: Int, ordinal: Int, inputs: [Int]) {
    self.inputs = inputs
    self.id = id
    self.causeStep = causeStep
    self.ordinal = ordinal
  }
}

/// A feature that runs, step by step. It is used on one thread, by a job of the executor.
///
/// The functions for steps are inlinable, so that they can be specialized for the feature's types. See
/// ``ExploredFeature``.
final class Story<State: Equatable & Sendable, Action: Sendable> {
  /// The data that the store's inspector changes.
  final class Recorder {
    var effects: [StoryEffect] = []
    /// The descriptions of `effects`, in the same order.
    var descriptions: [EffectDescription<Action>] = []
    /// The reductions so far. An effect refers to one by the number of its action.
    var reductions: [Reduction] = []
    /// The reduced actions since the array was last set to empty; `nil` if they are not recorded.
    var events: [(action: Action, isReceived: Bool, before: State, after: State)]?
    var failure: StoryFailure?
    /// The number of actions that were reduced since the step began.
    var reducedCount = 0
    /// The search that decides in which order jobs run, and records what they do.
    var search: OrderSearch?
    /// Ends a chain of actions that would continue forever.
    var halt: (() -> Void)?

    init() {}

    func begin(_ effect: EffectDescription<Action>) {
      let index = effect.causeStep - 1
      guard reductions.indices.contains(index) else { return }
      let ordinal = reductions[index].startedEffects
      reductions[index].startedEffects += 1
      effects.append(
        StoryEffect(id: effect.id, causeStep: effect.causeStep, ordinal: ordinal, inputs: reductions[index].reads)
      )
      descriptions.append(effect)
    }
  }

  struct Reduction {
    let before: State
    let action: Action
    /// The models that were read in this step before the action was reduced.
    let reads: [Int]
    var startedEffects = 0

    init(before: State, action: Action, reads: [Int]) {
      self.before = before
      self.action = action
      self.reads = reads
    }
  }

  let feature: ExploredFeature<State, Action>
  let world: StoryWorld
  let calls: PendingCalls
  let clock: TestClock<Duration>
  /// Whether the clock was made for this story.
  let ownsClock: Bool
  let store: Store<State, Action>
  let recorder: Recorder
  /// The numbers of the states before some of the actions, which have numbers from 1 on.
  var knownStates: [(step: Int, number: Int)] = []
  let runsWholeTasks: Bool
  let executor: TestExecutor
  let suspensions: SuspensionRecorder
  let interceptor: IssueInterceptor
  let dismissal: Dismissal
  let tables: ExplorationTables<State, Action>
  /// Returns whether the exploration has to end.
  let isStopped: @Sendable () -> Bool
  /// Whether a step was given up because the exploration has to end.
  var wasStopped = false

  init(
    _ feature: ExploredFeature<State, Action>,
    from start: StoryStart<State>,
    of worker: ExplorationWorker<State, Action>
  ) {
    isStopped = worker.isStopped
    runsWholeTasks = worker.runsWholeTasks
    tables = worker.tables
    executor = worker.executor
    interceptor = worker.interceptor
    self.feature = feature
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
      dismissRoot: { dismissal.markDismissed() }
    )
    let store = SuspensionRecorder.local.withValue(suspensions) {
      feature.makeStore(start.state, worker.actor, configuration, ownClock)
    }
    self.store = store
    let recorder = Recorder()
    self.recorder = recorder
    // If the feature was given another test clock, that one is moved. It belongs to this story only if it was made for
    // it.
    clock = store.dependencies.continuousClock as? TestClock<Duration> ?? ownClock
    world.use(clock)
    ownsClock = clock === ownClock
    if clock !== ownClock {
      recorder.failure = StoryFailure.ofSharedClock(clock)
      clock.set(to: start.now)
    }
    // The inspector does not refer to the store weakly, because this would make each use of the store slower.
    recorder.halt = { store.halt() }
    let rules = feature.rules
    store.attach(
      Inspector { [world, executor, interceptor, limit = executor.limits.steps] step in
        recorder.search?.recordStep()
        switch step {
        case .reduced(let action, let origin, let before, let after):
          recorder.reductions.append(Reduction(before: before, action: action, reads: world.inputsSoFar))
          recorder.reducedCount += 1
          if recorder.reducedCount > limit {
            // Actions that send one another run within one job, so the executor, which counts jobs, does not notice
            // them.
            recorder.halt?()
            executor.stop()
          }
          var isReceived = true
          if case .user = origin { isReceived = false }
          // A story ends with the action that breaks a rule, even if others follow at once.
          if recorder.failure == nil {
            recorder.events?.append((action, isReceived, before, after))
            recorder.failure = Self.failure(of: action, isReceived, after, rules, world, interceptor)
          }
        case .effectStarted(let effect): recorder.begin(effect)
        case .sharedStateChanged: break
        case .effectFinished(let effect), .effectCancelled(let effect):
          if let index = recorder.effects.firstIndex(where: { $0.id == effect.id }) {
            recorder.effects.remove(at: index)
            recorder.descriptions.remove(at: index)
          }
        }
      }
    )
  }

  deinit { recorder.halt = nil }

  var state: State { store.stateSnapshot }

  /// Whether the feature has dismissed itself, so that the person can't send it actions.
  var isDismissed: Bool { dismissal.isDismissed }

  var failure: StoryFailure? { recorder.failure }

  /// Whether no effect is running.
  var isSettled: Bool { recorder.effects.isEmpty }

  /// The calls that wait for an answer, and the clock if a task sleeps on it.
  var waits: [String] {
    calls.answerable.map(\.label) + (clock.nextDeadline == nil ? [] : ["the clock"])
  }

  // MARK: Steps

  /// Returns the possible next steps: answers, in the order of their alternatives, then the clock, then actions.
  func moves() -> [StoryMove<Action>] {
    var moves: [StoryMove<Action>] = []
    for (index, call) in calls.answerable.enumerated() {
      for alternative in 0..<call.count { moves.append(.answer(call: index, alternative: alternative)) }
    }
    if clock.nextDeadline != nil { moves.append(.advanceClock) }
    if !isDismissed {
      let state = state
      let actions = ask(.actions) { feature.actions(state) }
      for (index, action) in actions.enumerated() { moves.append(.send(index, action)) }
    }
    return moves
  }

  /// Runs everything that can run at the beginning.
  func begin() {
    settle()
    if recorder.failure == nil {
      recorder.failure = Self.check(feature.rules.always, .always, state, world, interceptor, within: bound)
    }
  }

  /// - Parameters:
  ///   - search: The search that decides in which order jobs run. By default the order of the step is used.
  ///   - label: Called with the call that is answered and the position of the alternative.
  /// - Returns: Whether the step is possible here.
  @discardableResult
  func perform(
    _ move: StoryMove<Action>,
    search: OrderSearch? = nil,
    label: ((PendingCall, Int) -> Void)? = nil
  ) -> Bool {
    recorder.reducedCount = 0
    executor.beginTurn()
    // Needed for the usual order as well: without a search, tasks take turns wherever they leave their actor.
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
      // If an effect has made several calls, it knows which of them was answered.
      let position = answerable[..<index].count { $0.effect == call.effect }
      record(input: [call.label.hashValue, position, alternative] + sharedInput, of: call.effect)
      calls.answer(call, with: alternative)
    case .advanceClock:
      let before = clock.now
      guard clock.nextDeadline != nil else { return false }
      clock.wakeNext()
      let time = before.duration(to: clock.now)
      let input = [-1, time.hashValue] + sharedInput
      // For every effect, time has passed.
      for index in recorder.effects.indices { recorder.effects[index].inputs += input }
    }
    settle()
    return true
  }

  func order(by search: OrderSearch?) {
    executor.order(by: search.map { search in { @Sendable in search.next(of: $0, depth: $1, task: $2) } })
    world.order(by: search)
    recorder.search = search
  }

  /// The inputs of an effect that continues now, from shared values that it can read.
  var sharedInput: [Int] {
    guard StateSnapshot.isAnythingShared.load(ordering: .relaxed) else { return [] }
    let state = state
    let kept = digestOfKeyedValues.map { [-8, $0] } ?? []
    return kept + (StateSnapshot.showsAnything(state) ? [-7, tables.states.number(of: state)] : [])
  }

  /// A digest of the values under keys of shared state, whether or not the state contains them; `nil` if there are
  /// none.
  var digestOfKeyedValues: Int? {
    guard StateSnapshot.isAnythingShared.load(ordering: .relaxed) else { return nil }
    return store.dependencies.ownSharedScope?.digest
  }

  func record(input: [Int], of effect: Int?) {
    guard let index = recorder.effects.firstIndex(where: { $0.id == effect }) else { return }
    recorder.effects[index].inputs += input
  }

  func bound<Result>(_ body: () -> Result) -> Result {
    SuspensionRecorder.local.withValue(suspensions) {
      withDependencyValues(store.dependencies, body)
    }
  }

  /// Runs everything that can run, and records inputs and failures.
  func settle() {
    executor.runReadyJobs()
    if !executor.isStuck, someEffectWaitsForOutside { waitForOutside() }
    if wasStopped { return }
    for read in world.takeReads() { record(input: world.input(of: read), of: read.effect) }
    guard recorder.failure == nil else { return }
    if executor.isStuck {
      recorder.failure = restlessness
    } else if world.sleepsElsewhere {
      recorder.failure = .ofOtherClock(effectList)
    } else if let reason = world.reasonOfTask(besides: recorder.effects) {
      recorder.failure = .ofTaskThatIsLeft(reason)
    }
    let issues = world.takeIssues(and: interceptor)
    if recorder.failure == nil, !issues.isEmpty { recorder.failure = StoryFailure.ofIssues(issues) }
    if recorder.failure == nil, !recorder.effects.isEmpty, let noEffectsWhen = feature.rules.noEffectsWhen {
      let state = state
      let isDone = ask(.noEffectsWhen) { noEffectsWhen(state) }
      if recorder.failure == nil, isDone { recorder.failure = effectsOfFeatureThatIsDone }
    }
  }

  /// Whether any effect waits for something that the explorer does not control.
  var someEffectWaitsForOutside: Bool {
    if recorder.effects.contains(where: { !world.isSuspended(effect: $0.id) }) { return true }
    return world.hasTaskOfEndedEffect && world.reasonOfTask(besides: recorder.effects) == nil
  }

  // MARK: Ending

  /// Ends all effects of the story.
  func end() {
    if executor.isStuck { executor.resume() }
    executor.beginTurn()
    // What effects do when they are cancelled here is not a part of the story.
    store.removeInspectors()
    store.cancelAllEffects()
    calls.endAll()
    executor.runReadyJobs()
    _ = interceptor.takeReported()
  }
}
