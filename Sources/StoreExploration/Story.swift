import Dependencies
import Execution
import StoreCore
import Synchronization

/// A feature that runs, step by step. It is used on one thread, by a job of the executor.
final class Story<State: Sendable, Action: Sendable> {
  /// A running effect.
  struct RunningEffect {
    let description: EffectDescription<Action>
    /// The position of the effect among the effects of its action.
    let ordinal: Int
    /// The inputs of the effect since it began, with their times. What it does next depends only on these and on its
    /// start.
    var inputs: [Int]
    /// The numbers of the state and the action of the effect's start, once they are known.
    var start: (state: Int, action: Int)?
  }

  /// An action that was reduced, or a change by an effect.
  struct Reduction {
    let before: State
    /// The action, or the cause of the effect; `nil` if the feature began by itself.
    let action: Action?
    /// The name of the change, and the state after it.
    var modification: (name: String, after: State)?
    /// The models that were read in this step before the action was reduced.
    let reads: [Int]
    var startedEffects = 0
  }

  let feature: ExploredFeature<State, Action>
  let runner: StoryRunner<State, Action>
  let executor: StoreExecutor
  let world: StoryWorld
  let calls: PendingCalls
  let clock: TestClock<Duration>
  let store: Store<State, Action>
  private let suspensions: SuspensionRecorder
  private let dismissal = Dismissal()
  var effects: [RunningEffect] = []
  /// The reductions so far. An effect refers to one by the number of its action.
  private(set) var reductions: [Reduction] = []
  /// Describes the actions and changes since the array was last set to empty; `nil` if nothing is described.
  var lines: [String]?
  var failure: StoryFailure?
  /// The number of reductions before the step.
  private var stepStart = 0
  /// The search that decides in which order jobs run, and records what they do.
  private var search: OrderSearch?
  /// The codes of the steps so far that are part of the exploration.
  private var code = ""
  private var stepCount = 0
  /// Whether a step was given up because the exploration has to end.
  var wasStopped = false

  init(_ feature: ExploredFeature<State, Action>, _ runner: StoryRunner<State, Action>) {
    self.feature = feature
    self.runner = runner
    executor = runner.executor
    world = StoryWorld(numbers: runner.models)
    calls = PendingCalls(world: world)
    suspensions = world.recorder(calls, executor)
    let ownClock = TestClock()
    let configuration = StoreConfiguration(
      executor: executor,
      recorder: suspensions,
      dismissRoot: { [dismissal] in dismissal.markDismissed() },
      mountsAtOnce: false
    )
    store = SuspensionRecorder.local.withValue(suspensions) {
      feature.makeStore(runner.actor, configuration, ownClock)
    }
    // If the feature was given another test clock, the exploration moves that one.
    clock = store.dependencies.continuousClock as? TestClock<Duration> ?? ownClock
    world.use(clock)
    if clock !== ownClock {
      if clock.sleeperCount > 0 {
        failure = StoryFailure(
          headline: "Stories share a TestClock.",
          details: [
            "Make the clock in \"withDependencies\", which is called for each story, or leave it to the exploration."
          ]
        )
      }
      clock.set(to: VirtualInstant())
    }
    store.attach(Inspector { [weak self] step in self?.record(step) })
  }

  private func record(_ step: StoreStep<State, Action>) {
    search?.recordStep()
    switch step {
    case .reduced(let action, let origin, let before, let after):
      record(Reduction(before: before, action: action, reads: world.inputsSoFar))
      // The story ends with the action that breaks a rule, even if other actions follow in the same step.
      guard failure == nil else { return }
      var isReceived = true
      if case .user = origin { isReceived = false }
      if lines != nil { describe(isReceived ? "Receive \(valueDump(action))" : nil, before, after) }
      check(action, isReceived, after)
    case .effectStarted(let effect):
      world.running.effectStarted(effect.id)
      let index = effect.causeStep - 1
      guard reductions.indices.contains(index) else {
        // The root feature has begun, or a shared value has changed. The state has to be read now, because it may
        // change later.
        let start = (runner.states.number(of: state), -1)
        return effects.append(
          RunningEffect(description: effect, ordinal: effects.count, inputs: world.inputsSoFar, start: start)
        )
      }
      let reduction = reductions[index]
      reductions[index].startedEffects += 1
      effects.append(RunningEffect(description: effect, ordinal: reduction.startedEffects, inputs: reduction.reads))
    case .modified(let name, let effect, let before, let after):
      record(Reduction(before: before, action: effect.cause, modification: (name, after), reads: world.inputsSoFar))
      guard failure == nil else { return }
      if lines != nil { describe("Modify \"\(name)\"", before, after) }
      check(feature.rules.always, .always, after)
    case .sharedStateChanged, .restored, .observersNotified: break
    case .effectFinished(let effect), .effectCancelled(let effect):
      world.running.effectEnded(effect.id)
      if let index = effects.firstIndex(where: { $0.description.id == effect.id }) { effects.remove(at: index) }
    }
  }

  private func record(_ reduction: Reduction) {
    reductions.append(reduction)
    // Actions that send one another run within one job. The executor counts jobs, so it does not notice them.
    guard reductions.count - stepStart > executor.limits.steps else { return }
    store.halt()
    executor.stop()
  }

  private func describe(_ event: String?, _ before: State, _ after: State) {
    if let event { lines?.append("   " + event.replacing("\n", with: "\n   ")) }
    if let difference = valueDiff(before, after) { lines?.append(indented(difference, by: 7)) }
  }

  var state: State { store.stateSnapshot }

  /// The actions that were reduced since the step began.
  var actionsOfStep: [Action] {
    reductions[stepStart...].compactMap { $0.modification == nil ? $0.action : nil }
  }

  /// Whether the feature has dismissed itself, so that the person can't send it actions.
  var isDismissed: Bool { dismissal.isDismissed }

  /// Whether no effect is running.
  var isSettled: Bool { effects.isEmpty }

  /// The calls that wait for an answer, and the clock if a task sleeps on it.
  var waits: [String] {
    calls.answerable.map(\.label) + (clock.nextDeadline == nil ? [] : ["the clock"])
  }

  // MARK: Steps

  /// Returns the possible next steps: answers, in the order of their alternatives, then the clock, then actions.
  func moves() -> [StoryMove<Action>] {
    var moves: [StoryMove<Action>] = []
    for (index, call) in calls.answerable.enumerated() {
      moves += (0..<call.count).map { StoryMove(event: .answer(call: index, alternative: $0)) }
    }
    if clock.nextDeadline != nil { moves.append(StoryMove(event: .advanceClock)) }
    if !isDismissed {
      let state = state
      let actions = ask(.actions) { feature.actions(state) }
      moves += actions.enumerated().map { StoryMove(event: .send($0, $1)) }
    }
    return moves
  }

  /// Lets the features of the initial state begin. Does nothing where no reducer asks for it.
  func mount() {
    if bound({ store.mount() }) { settle() }
  }

  /// Runs everything that can run at the beginning.
  func begin() {
    runner.keep(code)
    mount()
    settle()
    check(feature.rules.always, .always, state)
  }

  /// - Parameter search: The search that decides in which order jobs run. By default, jobs run in the order of the step.
  /// - Returns: Whether the step is possible here.
  @discardableResult
  func perform(_ move: StoryMove<Action>, search: OrderSearch? = nil) -> Bool {
    stepCount += 1
    if stepCount > runner.preparationCount { code += code.isEmpty ? move.code : " \(move.code)" }
    runner.keep(code)
    stepStart = reductions.count
    executor.beginTurn()
    // A search is needed for the usual order, too. Without one, tasks take turns wherever they leave their actor.
    if let search = search ?? (runner.runsWholeTasks ? OrderSearch(order: move.order) : nil) { order(by: search) }
    defer { if self.search != nil { order(by: nil) } }
    switch move.event {
    case .send(_, let action): bound { feature.send(store, action) }
    case .answer(let index, let alternative):
      guard let call = answered(by: move)?.call else { return false }
      // An effect that has made several calls notices which of them was answered, so the position is an input.
      let position = calls.answerable[..<index].count { $0.effect == call.effect }
      record(input: [call.label.hashValue, position, alternative] + sharedInput, of: call.effect)
      calls.answer(call, with: alternative)
    case .advanceClock:
      let before = clock.now
      guard clock.nextDeadline != nil else { return false }
      clock.wakeNext()
      let time = before.duration(to: clock.now)
      let input = [-1, time.hashValue] + sharedInput
      // The time passes for all effects, whether they sleep or not.
      for index in effects.indices { effects[index].inputs += input }
    }
    settle()
    return true
  }

  /// Returns the call that a step answers here, and the position of the answer among its alternatives.
  func answered(by move: StoryMove<Action>) -> (call: PendingCall, alternative: Int)? {
    guard case .answer(let index, let alternative) = move.event else { return nil }
    let answerable = calls.answerable
    guard answerable.indices.contains(index), alternative < answerable[index].count else { return nil }
    return (answerable[index], alternative)
  }

  func order(by search: OrderSearch?) {
    executor.order(by: search)
    world.order(by: search)
    self.search = search
  }

  /// The values of shared state that an effect can read when it continues now. They are inputs of the effect.
  var sharedInput: [Int] {
    guard StateSnapshot.isAnythingShared.load(ordering: .relaxed) else { return [] }
    let state = state
    let kept = digestOfKeyedValues.map { [-8, $0] } ?? []
    return kept + (StateSnapshot.showsAnything(state) ? [-7, runner.states.number(of: state)] : [])
  }

  /// A digest of the values under keys of shared state, whether or not the state contains them; `nil` if there are
  /// none.
  var digestOfKeyedValues: Int? {
    guard StateSnapshot.isAnythingShared.load(ordering: .relaxed) else { return nil }
    return store.dependencies.ownSharedScope?.digest
  }

  func record(input: [Int], of effect: Int?) {
    guard let index = effects.firstIndex(where: { $0.description.id == effect }) else { return }
    effects[index].inputs += input
  }

  func bound<Result>(_ body: () -> Result) -> Result {
    SuspensionRecorder.local.withValue(suspensions) { withDependencyValues(store.dependencies, body) }
  }

  /// Runs everything that can run, and records inputs and failures.
  func settle() {
    executor.runReadyJobs()
    if !executor.isStuck, someEffectWaitsForOutside { waitForOutside() }
    if wasStopped { return }
    for read in world.takeReads() { record(input: world.input(of: read), of: read.effect) }
    guard failure == nil else { return }
    if executor.isStuck {
      failure = restlessness
    } else if world.sleepsElsewhere {
      failure = .ofOtherClock(effectList)
    } else if let reason = world.running.reasonOfOtherTask {
      failure = .ofTaskThatIsLeft(reason)
    }
    let issues = takeIssues()
    if failure == nil, !issues.isEmpty { failure = StoryFailure.ofIssues(issues) }
    if failure == nil, !effects.isEmpty, let noEffectsWhen = feature.rules.noEffectsWhen {
      let state = state
      let isDone = ask(.noEffectsWhen) { noEffectsWhen(state) }
      if failure == nil, isDone { failure = effectsOfFeatureThatIsDone }
    }
  }

  /// Whether any effect waits for something that the explorer does not control.
  var someEffectWaitsForOutside: Bool {
    if world.running.hasEffectThatWaitsForOutside() { return true }
    return world.hasTaskOfEndedEffect && world.running.reasonOfOtherTask == nil
  }

  // MARK: Ending

  /// Ends all effects of the story.
  func end() {
    if executor.isStuck { executor.resume() }
    executor.beginTurn()
    // The story has ended before its effects are cancelled, so what they do then is not inspected.
    store.removeInspectors()
    store.cancelAllEffects()
    calls.endAll()
    executor.runReadyJobs()
    _ = runner.interceptor.takeReported()
  }
}
