import Dependencies

/// The core of a root store: it holds the state, reduces the actions that wait in its queue, and runs the effects.
@usableFromInline final class RootCore<State, Action>: Core<State, Action> {
  @usableFromInline let reduction: Reduction<State, Action>
  // User code runs in the middle of much that this class does: reducers, cancellation handlers, inspectors, `==` and
  // `hash(into:)` of ids, the `deinit` of whatever an action or an effect holds. Three rules answer for all of it:
  //
  // - While `isBusy`, what comes from such code is an action, which is put in the queue. Nothing else touches the
  //   records; functions that have to wait until the core is at rest (see `rest(of:)`).
  // - What is not busy holds no record open while it calls user code, or releases something.
  // - What is added to meanwhile is a `Queue`, which moves its elements out before they are released, and is looked at
  //   again before the core comes to rest.
  //
  // So no two accesses to a variable of this class overlap. They are not checked at run time, which would cost more than
  // the rest of a send.
  @exclusivity(unchecked) @usableFromInline var dependencies: DependencyValues
  @exclusivity(unchecked) @usableFromInline var inspectors: [AttachedInspector<State, Action>] = []
  /// How many actions were reduced under inspection. Nobody needs a number otherwise, and so nobody pays for it.
  @exclusivity(unchecked) @usableFromInline var stepCount = 0
  /// The count when the last inspector left.
  @usableFromInline var pausedStepCount = 0

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

  /// Whose overrides a reducer sees on top of the store's dependencies.
  @usableFromInline enum Sender {
    /// Those in force where the queue is worked off, as the sender waits for it.
    case present
    /// Those that were in force where an action was sent that had to wait its turn.
    case past(DependencyValues)
    /// Nobody's: what an effect overrides stays in the effect.
    case effect
  }

  @usableFromInline struct QueuedAction {
    @usableFromInline let action: Action
    @usableFromInline let origin: Origin
    @usableFromInline let group: EffectLedger.GroupID
    @usableFromInline let sender: Sender

    @inlinable init(action: Action, origin: Origin, group: EffectLedger.GroupID, sender: Sender) {
      self.action = action
      self.origin = origin
      self.group = group
      self.sender = sender
    }
  }
  @exclusivity(unchecked) @usableFromInline var queue = Queue<QueuedAction>()
  /// The sender of the action that is being reduced, and so of those that its reducer sends on.
  @exclusivity(unchecked) @usableFromInline var sender = Sender.effect
  /// The action that is being reduced, while the state is being changed.
  @exclusivity(unchecked) @usableFromInline var reducedAction: UnsafePointer<Action>?
  /// Whether the store was ended for good. See `invalidate()`.
  @exclusivity(unchecked) @usableFromInline var isInvalidated = false
  /// Whether an action was reduced since the observers were last told.
  @exclusivity(unchecked) @usableFromInline var hasNews = false

  // What `RootCore+Effects.swift` works with.
  @exclusivity(unchecked) @usableFromInline var ledger = EffectLedger()
  @exclusivity(unchecked) @usableFromInline var lastGroupID: EffectLedger.GroupID = 0
  @exclusivity(unchecked) @usableFromInline var running: [EffectLedger.EffectID: RunningEffect<State, Action>] = [:]
  /// Effects that have begun and not started, and those of them that are being started now.
  @exclusivity(unchecked) @usableFromInline var waiting = Queue<RunningEffect<State, Action>>()
  @exclusivity(unchecked) @usableFromInline var starting = Queue<RunningEffect<State, Action>>()
  @exclusivity(unchecked) @usableFromInline var sequences: [EffectLedger.EffectID: EffectSequence] = [:]
  @usableFromInline var stretches: [EffectLedger.EffectID: @Sendable () -> Void] = [:]
  @usableFromInline var rateLimits: [EffectLedger.Key: RateLimitEntry] = [:]
  /// How many there have to be for those to be looked for that are of no use.
  @exclusivity(unchecked) @usableFromInline var rateLimitsToSearch = 64
  @usableFromInline var rateLimitsByTimer: [EffectLedger.EffectID: EffectLedger.Key] = [:]
  @exclusivity(unchecked) @usableFromInline var finishedGroups = Queue<EffectLedger.GroupID>()
  @exclusivity(unchecked) @usableFromInline var groupWaiters:
    [EffectLedger.GroupID: [CheckedContinuation<Void, Never>]] = [:]

  @exclusivity(unchecked) @usableFromInline var madeReference: RootReference<State, Action>?

  /// What effects and tasks have of this core. Made by the first of them.
  @usableFromInline var rootReference: RootReference<State, Action> {
    if let madeReference { return madeReference }
    let reference = RootReference(self)
    madeReference = reference
    return reference
  }

  @inlinable init(
    state: State,
    reduction: @escaping Reduction<State, Action>,
    dependencies: DependencyValues,
    isolation: any Actor,
    configuration: StoreConfiguration
  ) {
    self.reduction = reduction
    self.dependencies = dependencies.owned()
    super.init(runtime: StoreRuntime(isolation: isolation, configuration: configuration), state: state, isRoot: true)
    if !dependencies.isRoot { runtime.flags.insert(.bindsDependencies) }
  }

  deinit {
    observation?.stateIsGone()
    for effect in running.values { effect.abandon() }
    for stop in stretches.values { stop() }
    for waiter in groupWaiters.values.joined() { waiter.resume() }
  }

  @usableFromInline func setDependencies(_ dependencies: DependencyValues) {
    let replaced = self.dependencies
    self.dependencies = dependencies.owned()
    runtime.flags.insert(.bindsDependencies)
    withExtendedLifetime(replaced) {}
  }

  @inlinable func tell(_ inspection: @autoclosure () -> Inspection<State, Action>, cause: Int? = nil) {
    guard runtime.flags.contains(.inspected) else { return }
    let inspection = inspection()
    let step = InspectionStep(number: stepCount, cause: cause)
    for inspector in inspectors where inspector.isAttached { inspector.receive(inspection, step) }
  }

  // MARK: Sending

  /// Whether an action has to wait its turn, as the queue is being worked off, the records are being changed, or somebody
  /// reads the state.
  @inlinable var isBusy: Bool { !runtime.flags.isDisjoint(with: [.reducing, .reading]) }

  @inlinable override func send(_ action: Action, at location: IssueLocation) -> StoreTask {
    send(action)
  }

  @inlinable override func forward(_ action: Action) -> StoreTask {
    send(action)
  }

  @inlinable func send(_ action: Action) -> StoreTask {
    guard runtime.flags.isEmpty, !DependencyValues.mayBeOwned else { return enqueue(action) }
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
    hasNews = true
    let group = makeGroup()
    sender = .present
    perform(effect, EffectContext(group: group, cause: action, step: stepCount))
    drain()
    settle()
    return task(of: group)
  }

  @inlinable func makeGroup() -> EffectLedger.GroupID {
    lastGroupID += 1
    return lastGroupID
  }

  @inlinable func enqueue(_ action: Action) -> StoreTask {
    enqueue(action, origin: .user, group: makeGroup(), sender: isBusy ? .past(.current) : .present)
  }

  /// Takes an action that an effect sent.
  @inlinable func receive(_ action: Action, from effect: RunningEffect<State, Action>) {
    _ = enqueue(action, origin: .effect(effect), group: effect.context.group, sender: .effect)
  }

  /// Takes an action that a reducer returned as an effect. It waits its turn.
  @inlinable func append(_ action: Action, _ context: EffectContext<Action>) {
    queue.append(
      QueuedAction(
        action: action,
        origin: .reducer(cause: context.cause, step: context.step),
        group: context.group,
        sender: sender
      )
    )
    runtime.flags.insert(.queued)
  }

  @inlinable func enqueue(
    _ action: Action,
    origin: Origin,
    group: EffectLedger.GroupID,
    sender: Sender
  ) -> StoreTask {
    if runtime.flags.contains(.halted) { return StoreTask() }
    queue.append(QueuedAction(action: action, origin: origin, group: group, sender: sender))
    runtime.flags.insert(.queued)
    // A reducer or a reader, or other code that the core has called, sent the action: it waits its turn.
    if isBusy { return StoreTask(group: Group(id: group, core: self)) }
    resume()
    return task(of: group)
  }

  @inlinable func task(of group: EffectLedger.GroupID) -> StoreTask {
    isFinished(group: group) ? StoreTask() : StoreTask(group: Group(id: group, core: self))
  }

  /// Changes the records, and does what has come up by that.
  @inlinable func change(_ body: () -> Void) {
    runtime.flags.insert(.reducing)
    body()
    drain()
    settle()
  }

  /// Does what has come up since somebody has sent an action, or begun to read the state.
  @inlinable override func resume() {
    // Whoever works off the queue, or reads, sees to it afterwards.
    if isBusy { return }
    drain()
    if runtime.flags.contains(.settling) { startNestedEffects() } else { settle() }
  }

  /// Reduces the actions that wait, and those that come while it does, in the order of their arrival.
  @inlinable func drain() {
    runtime.flags.insert(.reducing)
    var actionsToReport = runtime.configuration.endlessCount
    while let next = queue.popFirst() {
      if runtime.flags.contains(.halted) { continue }
      actionsToReport -= 1
      if actionsToReport == 0 { reportEndlessSends(next.action) }
      sender = next.sender
      let effect = reduce(next)
      hasNews = true
      if !effect.isNone { perform(effect, EffectContext(group: next.group, cause: next.action, step: stepCount)) }
    }
    sender = .effect
    if runtime.flags.contains(.halted) { cancelInvalidatedEffects() }
    runtime.flags.remove([.reducing, .queued])
  }

  /// Nobody gets to see it who only looks at a program that hangs.
  @usableFromInline func reportEndlessSends(_ action: Action) {
    reportIssue(
      """
      A store has reduced \(runtime.configuration.endlessCount) actions in one call of "send", and goes on.

        Action:
      \(indentedDump(action))
        Store:  Store<\(State.self), \(Action.self)>

      This usually is an action whose effect sends the same action again, such as ".send(.tick)" in reply to ".tick". \
      Nothing else of the store's actor runs until it ends. Send it from a ".run" effect that waits in between, or only as \
      long as there is something to do.
      """
    )
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
  /// that the reducer captured; but what an effect overrides stays in the effect, and what another store binds in that
  /// store.
  @inlinable func reduceWithDependencies(_ next: QueuedAction) -> Effect<Action> {
    if case .present = next.sender, isAmbientInForce { return modifyState(next.action) }
    let ambient = DependencyValues.current
    let values =
      switch next.sender {
      case .present: dependencies.overridden(by: ambient)
      case .past(let sender): dependencies.overridden(by: sender)
      case .effect: dependencies
      }
    if ambient.isIdentical(to: values) { return modifyState(next.action) }
    return withDependencyValues(values) { modifyState(next.action) }
  }

  /// Whether what a sender sees is what the reducer has to see: the store has no dependencies of its own, and the sender
  /// none that another store has bound.
  @inlinable var isAmbientInForce: Bool {
    !runtime.flags.contains(.bindsDependencies) && !DependencyValues.mayBeOwned
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
  /// Only the outermost call loops. What effects and observers send is reduced at once, in the calls within, and the
  /// effects that come of it become tasks of their own; so neither the stack nor the time that an outermost call takes
  /// grows with a chain of them.
  @inlinable func settle() {
    guard !runtime.flags.contains(.settling) else { return }
    runtime.flags.insert(.settling)
    // What waits now is started at once, and some of what follows from that.
    var startsLeft = waiting.count + Self.followersStartedAtOnce
    repeat {
      startWaitingEffects(&startsLeft)
      if hasNews {
        hasNews = false
        announceChanges()
      }
    } while !waiting.isEmpty || hasNews
    runtime.flags.remove(.settling)
    resumeWaiters()
  }

  /// How many effects that follow from those that a call has started are started in the same call. Those beyond become
  /// tasks of their own, so that a chain of effects gives other work of the actor a chance.
  @inlinable static var followersStartedAtOnce: Int { 128 }

  @inlinable func resumeWaiters() {
    while let group = finishedGroups.popFirst() {
      guard !groupWaiters.isEmpty, isFinished(group: group) else { continue }
      for waiter in groupWaiters.removeValue(forKey: group) ?? [] { waiter.resume() }
    }
  }

  @usableFromInline func announceChanges() {
    guard let observation else { return }
    var changes: [ObservationCell] = []
    _ = withState {
      runtime.gate.isCollecting = true
      observation.collectChanges(from: $0, into: &changes)
      runtime.gate.isCollecting = false
    }
    // An observer may send, and read under observation: the tree has to be at rest by now.
    for cell in changes { cell.announce() }
  }

  @inlinable override func observationNode() -> ObservationNode<State> {
    runtime.flags.insert(.observed)
    return super.observationNode()
  }
}
