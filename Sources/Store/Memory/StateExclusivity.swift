/// Records what is being done with the state of a store. The state is accessed by its address, so these flags do what
/// Swift's checks of exclusive access do for variables.
///
/// Each send reads and writes the flags several times. They are numbers: accessing one calls no other code, so no two
/// accesses overlap. Checking that would take longer than the rest of a send.
@usableFromInline class StateExclusivity {
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
    /// State was read under observation.
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
    /// The compiler saw no actor where the store was made, so each use checks that it happens on the actor of the first
    /// use.
    @inlinable static var isolationUnproven: Self { Self(rawValue: 512) }
    /// An operator has reported children that are gone.
    @inlinable static var reported: Self { Self(rawValue: 1024) }
    /// An action was reduced, or a shared value has changed, since the observers were last notified.
    @inlinable static var changed: Self { Self(rawValue: 2048) }
    /// A reducer asks for the beginning and the end of features.
    @inlinable static var hasLifetimes: Self { Self(rawValue: 4096) }
    /// Features of the initial state have not begun yet, because the store has no actor.
    @inlinable static var mountPending: Self { Self(rawValue: 8192) }
    /// A tool keeps actions waiting.
    @inlinable static var locked: Self { Self(rawValue: 16384) }
  }

  @exclusivity(unchecked) @usableFromInline final var flags: Flags = []
  /// The number of actions that were reduced.
  @exclusivity(unchecked) @usableFromInline final var reductionCount = 0
  /// The number of children that operators have reported as gone since the action began.
  @exclusivity(unchecked) @usableFromInline final var reportCount = 0
  /// The action that is being reduced.
  @exclusivity(unchecked) @usableFromInline final var reducedAction: UnsafeRawPointer?

  @inlinable init() {}

  /// Keeps the address of an action, so that a message can show it, while a closure reduces it.
  @inlinable final func reducing<Action, Result>(_ action: Action, _ reduce: () -> Result) -> Result {
    withUnsafePointer(to: action) {
      reducedAction = UnsafeRawPointer($0)
      return reduce()
    }
  }

  /// Returns the action that is being reduced, once. Call it only while the flag `modifying` is set: the address is
  /// valid during that time.
  final func takeReducedAction<Action>(as type: Action.Type) -> Action? {
    defer { reducedAction = nil }
    return reducedAction?.assumingMemoryBound(to: type).pointee
  }
}
