import Dependencies

/// What a root store shares with its reducers and all stores scoped from it: their actor, flags for what they are doing,
/// and their observers. Used on the store's actor only.
@usableFromInline final class StoreRuntime: ReductionContext {
  @usableFromInline var madeGate: ObservationGate?

  /// Made on first use, because a store that only receives actions needs none.
  @inlinable var gate: ObservationGate { madeGate ?? makeGate() }

  @usableFromInline func makeGate() -> ObservationGate {
    let gate = ObservationGate()
    madeGate = gate
    return gate
  }

  /// Holds the actions that handles enqueue.
  private(set) lazy var mailbox = Mailbox(executor: configuration.executor)

  /// The core of the root store. Set once, when that is made.
  @usableFromInline unowned var root: (any StoreRoot)?
  @usableFromInline let isolation: StoreIsolation
  @usableFromInline let configuration: StoreConfiguration

  /// - Parameters:
  ///   - isolation: The store's actor, or `nil` where the compiler saw none.
  ///   - location: Where the store was made.
  @usableFromInline init(isolation: (any Actor)?, madeAt location: IssueLocation?, configuration: StoreConfiguration) {
    self.isolation = StoreIsolation(isolation, madeAt: location)
    self.configuration = configuration
    super.init()
    if isolation == nil { flags.insert(.isolationUnproven) }
  }

  deinit {
    isolation.end()
  }

  /// Whether observers have asked which effects are running.
  @usableFromInline var watchesEffects = false

  /// The scopings that were made, by their key paths. All levels of a recursive feature share them.
  @usableFromInline var scopings: [(state: AnyKeyPath, action: AnyKeyPath, scoping: AnyObject)] = []

  @inlinable func scoping<Scoping: AnyObject>(
    _ state: AnyKeyPath,
    _ action: AnyKeyPath,
    make: () -> Scoping
  ) -> Scoping {
    for known in scopings where known.state === state && known.action === action {
      if let scoping = exactCast(known.scoping, to: Scoping.self) { return scoping }
    }
    let scoping = make()
    // Limited, because key paths with a subscript are new objects each time and never found again.
    if scopings.count < 64 { scopings.append((state, action, scoping)) }
    return scoping
  }
}

/// What every store asks of its root store.
@usableFromInline protocol StoreRoot: AnyObject {
  /// Whether an effect is in flight under a key.
  func isRunning(_ key: EffectLedger.Key) -> Bool
  /// Reduces the actions that wait, and starts the effects that follow from them.
  func resume()
  /// Describes the action that is being reduced.
  func dumpOfReducedAction() -> String
}

/// How a store runs its effects. Test stores use values other than the defaults.
@usableFromInline package struct StoreConfiguration: Sendable {
  @usableFromInline package enum Start: Sendable {
    /// Effects run up to their first suspension while they are started, where the system has `Task.immediate`.
    case immediate
    /// Effects are started as jobs of the store's actor.
    case enqueued
  }

  @usableFromInline package var start: Start
  /// Where effects run when they are not on an actor.
  package var executor: (any TaskExecutor)?
  /// Records at which points effects suspend.
  @usableFromInline package var recorder: SuspensionRecorder?
  /// Called when a feature that nothing presents dismisses itself. If `nil`, that is reported as an issue.
  package var dismissRoot: (@Sendable () -> Void)?
  /// Whether features begin when the store is made. Otherwise they do when `mount()` is called, after inspectors were
  /// attached.
  @usableFromInline package var mountsAtOnce = true

  /// The number of actions in one call of `send` after which an issue is reported: usually the effects of a reducer
  /// send without end.
  @usableFromInline package var endlessCount = 1_000_000

  @usableFromInline package init(
    start: Start = .immediate,
    executor: (any TaskExecutor)? = nil,
    recorder: SuspensionRecorder? = nil,
    dismissRoot: (@Sendable () -> Void)? = nil,
    mountsAtOnce: Bool = true
  ) {
    self.mountsAtOnce = mountsAtOnce
    self.start = start
    self.executor = executor
    self.recorder = recorder
    self.dismissRoot = dismissRoot
  }
}
