import Dependencies

/// The core of a root store: it holds the state, reduces the actions that wait in its queue, and runs the effects.
@usableFromInline final class RootCore<State, Action>: Core<State, Action>, StoreRoot {
  @usableFromInline let reduction: Reduction<State, Action>
  /// The owner of the outermost operators.
  @usableFromInline let owner: ScopeOwner
  /// The same as `storage`, but not optional: a root core always has state.
  @usableFromInline let address: UnsafeMutablePointer<State>
  // This class calls user code in many places: reducers, cancellation handlers, inspectors, `==` and `hash(into:)` of
  // ids, the `deinit` of whatever an action or an effect holds. Three rules keep that safe:
  //
  // - While `isBusy`, user code can only send actions, which are queued. Functions that change the records of effects
  //   wait until the core is not busy (see `rest(of:)`).
  // - Code that runs while the core is not busy is not in the middle of changing a record when it calls user code or
  //   releases a value.
  // - Collections that user code can add elements to are `Queue`s, which move elements out before releasing them. They
  //   are checked again before the core becomes idle.
  //
  // So no two accesses to a variable of this class overlap.
  @usableFromInline var dependencies: DependencyValues
  @usableFromInline var inspectors: [AttachedInspector<State, Action>] = []
  /// The number of actions that were reduced while an inspector was attached.
  @usableFromInline var stepCount = 0
  /// The value of `stepCount` when the last inspector was detached.
  var pausedStepCount = 0

  @usableFromInline enum Origin {
    case user
    case reducer(cause: Action?, step: Int)
    case effect(RunningEffect<State, Action>)

    /// Called only when an inspector is attached.
    @usableFromInline var description: ActionOrigin<Action> {
      switch self {
      case .user: .user
      case .reducer(let cause, _): .reducer(cause: cause)
      case .effect(let effect): .effect(effect.description)
      }
    }

    /// The number of the action that caused this one.
    @usableFromInline var step: Int? {
      switch self {
      case .user: nil
      case .reducer(_, let step): step
      case .effect(let effect): effect.context.step
      }
    }
  }

  /// Who sent an action. This decides which dependency overrides a reducer sees on top of the store's dependencies.
  @usableFromInline enum Sender {
    /// A caller that waits until the queue is drained: its overrides are bound now.
    case present
    /// A caller that sent while the core was busy, with the overrides that were bound then.
    case past(DependencyValues)
    /// An effect. Its overrides apply only within the effect, so the reducer sees none.
    case effect
  }

  /// What waits in the queue.
  @usableFromInline enum Work {
    /// Reduces an action.
    case action(Action)
    /// Lets an effect change the state.
    case modification(Modification)
    /// Finds out which features have begun, changed or ended without either.
    case lifetimes

    /// Whether it has a number.
    @inlinable var isStep: Bool {
      if case .lifetimes = self { false } else { true }
    }

    /// The action that is reduced, or whose effect makes a change.
    @inlinable var cause: Action? {
      switch self {
      case .action(let action): action
      case .modification(let modification): modification.effect.context.cause
      case .lifetimes: nil
      }
    }
  }

  @usableFromInline struct QueuedWork {
    @usableFromInline let work: Work
    @usableFromInline let origin: Origin
    @usableFromInline let group: EffectLedger.GroupID
    @usableFromInline let sender: Sender

    @inlinable init(_ work: Work, origin: Origin, group: EffectLedger.GroupID, sender: Sender) {
      self.work = work
      self.origin = origin
      self.group = group
      self.sender = sender
    }
  }

  /// A change of the state by an effect.
  @usableFromInline final class Modification {
    @usableFromInline let name: String
    @usableFromInline let effect: RunningEffect<State, Action>
    private let change: StateChange<State, Action>
    /// Whether the state to change no longer existed.
    @usableFromInline private(set) var isGone = false

    init(name: String, effect: RunningEffect<State, Action>, _ change: @escaping StateChange<State, Action>) {
      self.name = name
      self.effect = effect
      self.change = change
    }

    func callAsFunction(_ state: inout State) -> Effect<Action> {
      let effect = change(&state, effect.context.cause)
      isGone = effect == nil
      return effect ?? .none
    }
  }
  @usableFromInline var queue = Queue<QueuedWork>()
  /// The sender of the action that is being reduced, and of the actions that its reducer returns by `.send`.
  @usableFromInline var sender = Sender.effect
  /// Whether the store was ended with `invalidate()`.
  @usableFromInline var isInvalidated = false
  var hasEndedEffects = false

  // The records of effects, which `RootCore+Effects.swift` uses.
  @usableFromInline var ledger = EffectLedger()
  @usableFromInline var lastGroupID: EffectLedger.GroupID = 0
  @usableFromInline var running: [EffectLedger.EffectID: RunningEffect<State, Action>] = [:]
  /// Effects that are in the ledger and have not started, and those among them that are being started now.
  @usableFromInline var waiting = Queue<RunningEffect<State, Action>>()
  @usableFromInline var starting = Queue<RunningEffect<State, Action>>()
  @usableFromInline var sequences: [EffectLedger.EffectID: EffectSequence] = [:]
  @usableFromInline var cancellationScopes: [EffectLedger.EffectID: @Sendable () -> Void] = [:]
  @usableFromInline var throttles: [EffectLedger.Key: ThrottleEntry] = [:]
  /// When `throttles` has this many entries, those that are over are removed.
  var throttlesToSearch = 64
  /// The groups that have finished while something waits for a group.
  @usableFromInline var finishedGroups = Queue<EffectLedger.GroupID>()
  @usableFromInline var groupWaiters: [EffectLedger.GroupID: [CheckedContinuation<Void, Never>]] = [:]

  /// What is known of the features in the state; `nil` if no reducer asks for it.
  var lifetime: FeatureLifetime<State>?
  /// Watches the shared values in the state. Made when the store is first observed or inspected.
  @usableFromInline var sharedWatch: SharedWatch<State>?

  var madeReference: RootReference<State, Action>?

  /// The reference to this core that effects and tasks hold. Made on first use.
  @usableFromInline var rootReference: RootReference<State, Action> {
    if let madeReference { return madeReference }
    let reference = RootReference(self)
    madeReference = reference
    return reference
  }

  @inlinable init(
    state: State,
    reducer: () -> some Reducer<State, Action>,
    dependencies: DependencyValues,
    isolation: (any Actor)?,
    madeAt location: IssueLocation?,
    configuration: StoreConfiguration
  ) {
    let runtime = StoreRuntime(isolation: isolation, madeAt: location, configuration: configuration)
    let owner = ScopeOwner(context: runtime)
    reduction = owner.build(reduction: { reducer().makeReduction() })
    self.owner = owner
    self.dependencies = dependencies.owned()
    address = .allocate(state)
    super.init(runtime: runtime, storage: address, lastState: nil)
    runtime.root = self
    if !dependencies.isRoot { runtime.flags.insert(.bindsDependencies) }
  }

  @inlinable deinit {
    observation?.stateIsGone()
    // A store that has never sent has no effects.
    if lastGroupID > 0 { abandonEffects() }
  }

  @usableFromInline func abandonEffects() {
    for effect in running.values where !effect.outlivesStore { effect.abandon() }
    for stop in cancellationScopes.values { stop() }
    for waiter in groupWaiters.values.joined() { waiter.resume() }
  }

  func setDependencies(_ dependencies: DependencyValues) {
    let replaced = self.dependencies
    self.dependencies = dependencies.owned()
    runtime.flags.insert(.bindsDependencies)
    withExtendedLifetime(replaced) {}
  }

  @inlinable func tell(
    _ step: @autoclosure () -> StoreStep<State, Action>,
    cause: Int? = nil,
    duration: Duration? = nil
  ) {
    guard runtime.flags.contains(.inspected) else { return }
    let step = step()
    let numbers = StepNumbers(action: stepCount, cause: cause)
    for inspector in inspectors where inspector.isAttached { inspector.receive(step, numbers, duration) }
  }

  /// Whether an action has to wait, because the queue is being drained, the records are being changed, or the state is
  /// being read.
  @inlinable var isBusy: Bool { !runtime.flags.isDisjoint(with: [.reducing, .reading]) }

  @inlinable override func send(_ action: Action, at location: IssueLocation?) -> StoreTask {
    send(action)
  }

  @inlinable func resume() {
    // The function that drains the queue, or reads the state, calls this again afterwards.
    if isBusy { return }
    drain()
    if runtime.flags.contains(.settling) { startNestedEffects() } else { startEffectsAndNotify() }
  }

  @usableFromInline func dumpOfReducedAction() -> String {
    // Taken, because describing the action runs user code, which may read the store again.
    runtime.takeReducedAction(as: Action.self).map { indentedDump($0) }
      ?? "    None: an effect changes the state, or a new stack gets its ids."
  }

  override func operatorInStore() -> (owner: ScopeOwner?, path: ScopePath?)? { (owner, nil) }

  @inlinable override func observationNode() -> ObservationNode<State> {
    if runtime.flags.insert(.observed).inserted { watchShared() }
    return super.observationNode()
  }
}
