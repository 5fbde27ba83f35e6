import Dependencies

/// The core of a root store: it holds the state, reduces the actions that wait in its queue, and runs the effects.
@usableFromInline final class RootCore<State, Action>: Core<State, Action> {
  @usableFromInline let reduction: Reduction<State, Action>
  // The variables of this class are not checked for overlapping access at run time, which would cost more than the rest
  // of a send: they are accessed on one actor, and only for as long as it takes to read them or to call a function that
  // knows nothing of this class.
  @exclusivity(unchecked) @usableFromInline var dependencies: DependencyValues
  @usableFromInline var inspectors: [Inspector<State, Action>] = []
  /// How many actions were reduced under inspection. Nobody needs a number otherwise, and so nobody pays for it.
  @exclusivity(unchecked) @usableFromInline var stepCount = 0

  @usableFromInline enum Origin {
    case user
    case reducer(cause: Action, step: Int)
    case effect(RunningEffect<State, Action>)

    /// Made only for an inspector.
    @usableFromInline var description: ActionOrigin<Action> {
      switch self {
      case .user: .user
      case .reducer(let cause, _): .reducer(cause: cause)
      case .effect(let effect): .effect(effect.description)
      }
    }

    /// The number of the action that this one came of.
    @usableFromInline var step: Int? {
      switch self {
      case .user: nil
      case .reducer(_, let step): step
      case .effect(let effect): effect.context.step
      }
    }
  }

  @usableFromInline struct QueuedAction {
    @usableFromInline let action: Action
    @usableFromInline let origin: Origin
    @usableFromInline let group: EffectLedger.GroupID
    /// Whether its reducer sees what the sender overrides.
    @usableFromInline let seesAmbientDependencies: Bool

    @inlinable init(action: Action, origin: Origin, group: EffectLedger.GroupID, seesAmbientDependencies: Bool) {
      self.action = action
      self.origin = origin
      self.group = group
      self.seesAmbientDependencies = seesAmbientDependencies
    }
  }
  @exclusivity(unchecked) @usableFromInline var queue: [QueuedAction] = []
  @exclusivity(unchecked) @usableFromInline var queueHead = 0
  /// Whether the action that is being reduced sees what its sender overrides, and so those that its reducer sends on.
  @exclusivity(unchecked) @usableFromInline var seesAmbientDependencies = false
  /// The action that is being reduced, while the state is being changed.
  @exclusivity(unchecked) @usableFromInline var reducedAction: UnsafePointer<Action>?
  /// Whether an action was reduced since the observers were last told.
  @exclusivity(unchecked) @usableFromInline var hasNews = false

  // What `RootCore+Effects.swift` works with.
  @exclusivity(unchecked) @usableFromInline var ledger = EffectLedger()
  @exclusivity(unchecked) @usableFromInline var running: [EffectLedger.EffectID: RunningEffect<State, Action>] = [:]
  @exclusivity(unchecked) @usableFromInline var waiting: [RunningEffect<State, Action>] = []
  @exclusivity(unchecked) @usableFromInline var waitingHead = 0
  @exclusivity(unchecked) @usableFromInline var sequences: [EffectLedger.EffectID: EffectSequence] = [:]
  @usableFromInline var stretches: [EffectLedger.EffectID: @Sendable () -> Void] = [:]
  @usableFromInline var rateLimits: [EffectLedger.Key: RateLimitEntry] = [:]
  @usableFromInline var rateLimitsByTimer: [EffectLedger.EffectID: EffectLedger.Key] = [:]
  @exclusivity(unchecked) @usableFromInline var finishedGroups: [EffectLedger.GroupID] = []
  @usableFromInline var groupWaiters: [EffectLedger.GroupID: [CheckedContinuation<Void, Never>]] = [:]

  @usableFromInline init(
    state: State,
    reduction: @escaping Reduction<State, Action>,
    dependencies: DependencyValues,
    isolation: any Actor,
    configuration: StoreConfiguration
  ) {
    self.reduction = reduction
    self.dependencies = dependencies
    super.init(runtime: StoreRuntime(isolation: isolation, configuration: configuration), state: state, isRoot: true)
    if !dependencies.isRoot { runtime.flags.insert(.bindsDependencies) }
  }

  deinit {
    for effect in running.values { effect.abandon() }
    for stop in stretches.values { stop() }
    for waiter in groupWaiters.values.joined() { waiter.resume() }
  }

  @usableFromInline func setDependencies(_ dependencies: DependencyValues) {
    self.dependencies = dependencies
    runtime.flags.insert(.bindsDependencies)
  }

  @usableFromInline func inspect(with inspector: Inspector<State, Action>) {
    inspectors.append(inspector)
    runtime.flags.insert(.inspected)
  }

  @inlinable func tell(_ inspection: @autoclosure () -> Inspection<State, Action>, cause: Int? = nil) {
    guard runtime.flags.contains(.inspected) else { return }
    let inspection = inspection()
    let step = InspectionStep(number: stepCount, cause: cause)
    for inspector in inspectors { inspector.receive(inspection, step) }
  }

  // MARK: Sending

  @inlinable override func send(_ action: Action) -> StoreTask {
    guard runtime.flags.isEmpty else { return enqueue(action) }
    // The short way: nothing is going on, nobody watches, and all there is to do is to reduce.
    runtime.flags = [.reducing, .modifying]
    let effect = reduceInPlace(action)
    if effect.isNone, runtime.flags == [.reducing, .modifying] {
      runtime.flags = []
      return StoreTask()
    }
    runtime.flags.remove(.modifying)
    return settle(effect, of: action)
  }

  /// The rest of the way for an action that turned out to have an effect, or whose reducer sent further actions.
  @inlinable func settle(_ effect: Effect<Action>, of action: Action) -> StoreTask {
    let group = ledger.makeGroup()
    seesAmbientDependencies = true
    perform(effect, EffectContext(group: group, cause: action, step: stepCount))
    drain()
    settle()
    return task(of: group)
  }

  @inlinable func enqueue(_ action: Action) -> StoreTask {
    enqueue(action, origin: .user, group: ledger.makeGroup(), seesAmbientDependencies: true)
  }

  /// Takes an action that an effect sent.
  @inlinable func receive(_ action: Action, from effect: RunningEffect<State, Action>) {
    _ = enqueue(
      action,
      origin: .effect(effect),
      group: effect.context.group,
      seesAmbientDependencies: false
    )
  }

  /// Takes an action that a reducer returned as an effect. It waits its turn.
  @inlinable func append(_ action: Action, _ context: EffectContext<Action>) {
    queue.append(
      QueuedAction(
        action: action,
        origin: .reducer(cause: context.cause, step: context.step),
        group: context.group,
        seesAmbientDependencies: seesAmbientDependencies
      )
    )
    runtime.flags.insert(.queued)
  }

  @inlinable func enqueue(
    _ action: Action,
    origin: Origin,
    group: EffectLedger.GroupID,
    seesAmbientDependencies: Bool
  ) -> StoreTask {
    queue.append(
      QueuedAction(
        action: action,
        origin: origin,
        group: group,
        seesAmbientDependencies: seesAmbientDependencies
      )
    )
    runtime.flags.insert(.queued)
    // A reducer or a reader, or what they called, sent the action: it waits its turn.
    if !runtime.flags.isDisjoint(with: [.reducing, .reading]) { return StoreTask(group: Group(id: group, core: self)) }
    drain()
    settle()
    return task(of: group)
  }

  @inlinable func task(of group: EffectLedger.GroupID) -> StoreTask {
    ledger.isLive(group: group) ? StoreTask(group: Group(id: group, core: self)) : StoreTask()
  }

  /// Does what has come up since effects have ended, or somebody has read the state.
  @inlinable override func resume() {
    if runtime.flags.contains(.reducing) { return }
    // The end of the reading comes back here.
    if runtime.flags.contains(.reading) { return runtime.flags.formUnion(.queued) }
    if runtime.flags.contains(.queued) { drain() }
    settle()
  }

  /// Reduces the actions that wait, and those that come while it does, in the order of their arrival.
  @inlinable func drain() {
    runtime.flags.insert(.reducing)
    while queueHead < queue.count, !runtime.flags.contains(.halted) {
      let next = queue[queueHead]
      queueHead += 1
      seesAmbientDependencies = next.seesAmbientDependencies
      let effect = reduce(next)
      if !effect.isNone { perform(effect, EffectContext(group: next.group, cause: next.action, step: stepCount)) }
    }
    // One by one: there is seldom more than one, and removing a range costs more than that.
    while queue.popLast() != nil {}
    queueHead = 0
    seesAmbientDependencies = false
    hasNews = true
    runtime.flags.remove([.reducing, .queued])
  }

  @inlinable func reduce(_ next: QueuedAction) -> Effect<Action> {
    guard runtime.flags.contains(.inspected) else { return reduceWithDependencies(next) }
    let before = storage.pointee
    let effect = reduceWithDependencies(next)
    stepCount += 1
    tell(
      .reduced(action: next.action, origin: next.origin.description, before: before, after: storage.pointee),
      cause: next.origin.step
    )
    return effect
  }

  /// A reducer sees its store's dependencies. What the sender overrides wins over them, as it does for a `@Dependency`
  /// that the reducer captured; but what an effect overrides stays in the effect.
  @inlinable func reduceWithDependencies(_ next: QueuedAction) -> Effect<Action> {
    let ambient = DependencyValues.current
    if ambient.isIdentical(to: dependencies) { return modifyState(next.action) }
    let values = next.seesAmbientDependencies ? dependencies.merging(ambient) : dependencies
    return withDependencyValues(values) { modifyState(next.action) }
  }

  @inlinable func modifyState(_ action: Action) -> Effect<Action> {
    runtime.flags.insert(.modifying)
    defer { runtime.flags.remove(.modifying) }
    return reduceInPlace(action)
  }

  /// Runs the reducer on the state where it is. The flag `modifying` keeps everybody else away from it.
  @inlinable func reduceInPlace(_ action: Action) -> Effect<Action> {
    // The pointer to the action is used for as long as the flag is set, which is while this function runs.
    withUnsafePointer(to: action) {
      reducedAction = $0
      return reduction(&storage.pointee, action)
    }
  }

  override func dumpOfReducedAction() -> String {
    guard let reducedAction else { return "" }
    // What describes the action is the action's own code, which may read the store once more.
    self.reducedAction = nil
    return indentedDump(reducedAction.pointee)
  }

  // MARK: After the queue

  /// Starts effects and tells observers, until nothing is left to do.
  ///
  /// Only the outermost call loops. What effects and observers send is reduced at once, in the calls within; so an
  /// effect that sends an action whose effect sends an action, and so on, needs no more stack than one of them.
  @inlinable func settle() {
    guard !runtime.flags.contains(.settling) else { return }
    runtime.flags.insert(.settling)
    repeat {
      startWaitingEffects()
      if hasNews {
        hasNews = false
        announceChanges()
      }
    } while waitingHead < waiting.count || hasNews
    runtime.flags.remove(.settling)
    resumeWaiters()
  }

  @usableFromInline func resumeWaiters() {
    guard !finishedGroups.isEmpty else { return }
    for group in finishedGroups where isFinished(group: group) {
      for waiter in groupWaiters.removeValue(forKey: group) ?? [] { waiter.resume() }
    }
    finishedGroups.removeAll(keepingCapacity: true)
  }

  @usableFromInline func announceChanges() {
    guard let observation else { return }
    var changes: [ObservationCell] = []
    _ = withState { observation.collectChanges(from: $0, into: &changes) }
    // An observer may send, and read under observation: the tree has to be at rest by now.
    for cell in changes { cell.announce() }
  }

  @inlinable override func observationNode() -> ObservationNode<State> {
    runtime.flags.insert(.observed)
    return super.observationNode()
  }
}

extension RootCore {
  /// The effects of one send. The core is held weakly, so that a task that somebody keeps does not keep the store.
  ///
  /// `@unchecked Sendable`: the core is used only by functions that run on its actor.
  @usableFromInline struct Group: EffectGroup, @unchecked Sendable {
    @usableFromInline let id: EffectLedger.GroupID
    @usableFromInline weak let core: RootCore?
    @usableFromInline let isolation: any Actor

    @usableFromInline init(id: EffectLedger.GroupID, core: RootCore) {
      self.id = id
      self.core = core
      isolation = core.runtime.isolation
    }

    @usableFromInline var isFinished: Bool {
      get async { await isFinished(isolation: isolation) }
    }

    @usableFromInline func finish() async {
      await finish(isolation: isolation)
    }

    @usableFromInline func cancel() async {
      await cancel(isolation: isolation)
    }

    private func isFinished(isolation: isolated any Actor) -> Bool {
      core?.isFinished(group: id) ?? true
    }

    private func finish(isolation: isolated any Actor) async {
      // Often they are over by now, and what is over stays so.
      guard core?.isFinished(group: id) == false else { return }
      await withTaskCancellationHandler {
        // Without this the closure would leave the actor, and come back to it, each time.
        _ = isolation
        await withCheckedContinuation { continuation in
          // Asked here again: a task that prefers an executor gives up an actor with an executor of its own, as the main
          // actor, wherever it calls an async function, and the effects may end meanwhile.
          guard let core, !core.isFinished(group: id) else { return continuation.resume() }
          core.groupWaiters[id, default: []].append(continuation)
        }
      } onCancel: {
        Task { await cancel() }
      }
    }

    private func cancel(isolation: isolated any Actor) {
      core?.cancel(group: id)
    }
  }

  /// Whether the action and all that it set going is over.
  @usableFromInline func isFinished(group: EffectLedger.GroupID) -> Bool {
    !ledger.isLive(group: group)
  }
}
