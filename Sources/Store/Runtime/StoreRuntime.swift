import Dependencies

/// What a root store shares with all stores scoped from it: their actor, flags for what they are doing, and their
/// observers.
///
/// Used on the store's actor only. No access to one of its variables calls other code, so no two accesses overlap.
@usableFromInline final class StoreRuntime {
  /// Reasons why a send can't take the fast path. Empty while the store is idle and nobody observes it.
  @usableFromInline struct Flags: OptionSet {
    @usableFromInline let rawValue: UInt16
    @inlinable init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Actions are being reduced, or the records of effects are being changed. Further actions wait.
    @inlinable static var reducing: Self { Self(rawValue: 1) }
    /// Effects are being started or observers notified. Actions that are sent now are reduced at once; the loop that is
    /// running starts their effects and notifies observers.
    @inlinable static var settling: Self { Self(rawValue: 2) }
    /// An inspector is attached.
    @inlinable static var inspected: Self { Self(rawValue: 4) }
    /// Somebody has read state under observation.
    @inlinable static var observed: Self { Self(rawValue: 8) }
    /// The store has dependencies of its own, which have to be bound around its reducers.
    @inlinable static var bindsDependencies: Self { Self(rawValue: 16) }
    /// Actions wait in the queue, or there is other work to do as soon as nobody reads the state.
    @inlinable static var queued: Self { Self(rawValue: 32) }
    /// No further action is reduced, because the store was invalidated, or an inspector has stopped an endless chain of
    /// actions.
    @inlinable static var halted: Self { Self(rawValue: 64) }
    /// A reducer runs and changes the state: no other code may read it.
    @inlinable static var modifying: Self { Self(rawValue: 128) }
    /// Code outside of the reducer reads the state: it must not change until that has finished.
    @inlinable static var reading: Self { Self(rawValue: 256) }
    /// The compiler saw no actor where the store was made: every use checks that it is on the actor of the first one.
    @inlinable static var isolationUnproven: Self { Self(rawValue: 512) }
  }

  @exclusivity(unchecked) @usableFromInline var flags: Flags = []
  /// The number of actions that were reduced.
  @exclusivity(unchecked) @usableFromInline var reductionCount = 0
  @exclusivity(unchecked) @usableFromInline var madeGate: ObservationGate?

  /// Made on first use, because a store that only receives actions needs none.
  @inlinable var gate: ObservationGate { madeGate ?? makeGate() }

  @usableFromInline func makeGate() -> ObservationGate {
    let gate = ObservationGate()
    madeGate = gate
    return gate
  }

  /// Holds the actions that handles enqueue.
  private(set) lazy var mailbox = Mailbox(executor: configuration.executor)

  @usableFromInline let isolation: StoreIsolation
  @usableFromInline let configuration: StoreConfiguration

  /// - Parameters:
  ///   - isolation: The store's actor, or `nil` where the compiler saw none.
  ///   - location: Where the store was made.
  @usableFromInline init(isolation: (any Actor)?, madeAt location: IssueLocation?, configuration: StoreConfiguration) {
    if isolation == nil { flags.insert(.isolationUnproven) }
    self.isolation = StoreIsolation(isolation, madeAt: location)
    self.configuration = configuration
  }

  deinit {
    isolation.end()
  }

  /// The scopings that were made, by their key paths. All levels of a recursive feature share them.
  @exclusivity(unchecked) @usableFromInline var scopings:
    [(state: AnyKeyPath, action: AnyKeyPath, scoping: AnyObject)] = []

  @inlinable func scoping<Scoping: AnyObject>(_ state: AnyKeyPath, _ action: AnyKeyPath, make: () -> Scoping) -> Scoping
  {
    for known in scopings where known.state === state && known.action === action {
      if let scoping = exactCast(known.scoping, to: Scoping.self) { return scoping }
    }
    let scoping = make()
    // Limited, because key paths with a subscript are new objects each time and never found again.
    if scopings.count < 64 { scopings.append((state, action, scoping)) }
    return scoping
  }
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
  @usableFromInline package var executor: (any TaskExecutor)?
  /// Records at which points effects suspend.
  @usableFromInline package var recorder: SuspensionRecorder?
  /// Called when a feature that nothing presents dismisses itself. If `nil`, that is reported as an issue.
  @usableFromInline package var dismissRoot: (@Sendable () -> Void)?

  /// The number of actions in one call of `send` after which an issue is reported: usually the effects of a reducer
  /// send without end.
  @usableFromInline package var endlessCount = 1_000_000

  @usableFromInline package init(
    start: Start = .immediate,
    executor: (any TaskExecutor)? = nil,
    recorder: SuspensionRecorder? = nil,
    dismissRoot: (@Sendable () -> Void)? = nil
  ) {
    self.start = start
    self.executor = executor
    self.recorder = recorder
    self.dismissRoot = dismissRoot
  }
}
