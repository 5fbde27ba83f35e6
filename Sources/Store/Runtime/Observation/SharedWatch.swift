import Dependencies
import Synchronization

/// Watches the shared values in a store's state, so that changes that others make count as a step of the store.
///
/// Used on the store's actor, except for the signal.
@usableFromInline final class SharedWatch<State> {
  /// Called by the sources of shared values when they change, on any thread.
  @usableFromInline final class Signal: Sendable {
    /// Whether the store's reducer runs. Changes during that time are seen when the reducer has returned.
    @usableFromInline let isReducing = Atomic(false)
    /// Whether a notification is on its way to the store's actor.
    fileprivate let isRaised = Atomic(false)
    private let onRaise: @Sendable (Signal) -> Void

    fileprivate init(_ onRaise: @escaping @Sendable (Signal) -> Void) {
      self.onRaise = onRaise
    }

    fileprivate func raise() {
      guard !isReducing.load(ordering: .sequentiallyConsistent) else { return }
      if !isRaised.exchange(true, ordering: .acquiringAndReleasing) { onRaise(self) }
    }
  }

  @usableFromInline let signal: Signal
  private var sources: [ObjectIdentifier: any SnapshotSource] = [:]
  /// The state that inspectors have seen last.
  private(set) var lastSeen: State?

  fileprivate init(_ onRaise: @escaping @Sendable (Signal) -> Void) {
    signal = Signal(onRaise)
  }

  deinit {
    for source in sources.values { source.unwatch(ObjectIdentifier(signal)) }
  }

  /// Records the state that inspectors have seen.
  @usableFromInline func record(_ snapshot: State) {
    var snapshot: State? = snapshot
    swap(&snapshot, &lastSeen)
  }

  /// Watches exactly the sources that a state contains.
  fileprivate func update(_ shown: [any SnapshotSource]) {
    let shown = Dictionary(shown.map { (ObjectIdentifier($0), $0) }) { first, _ in first }
    let id = ObjectIdentifier(signal)
    for (key, source) in sources where shown[key] == nil { source.unwatch(id) }
    for (key, source) in shown where sources[key] == nil { source.watch(id) { [signal] in signal.raise() } }
    sources = shown
  }
}

extension RootCore {
  /// Begins to watch the shared values in the state. Only a store that is observed or inspected, or
  /// has reducers that watch its state, needs that.
  @usableFromInline func watchShared() {
    guard sharedWatch == nil, StateSnapshot.canShare(State.self) else { return }
    sharedWatch = SharedWatch { [mailbox = runtime.mailbox, isolation = runtime.isolation, rootReference] signal in
      let delivery = Mailbox.Delivery(
        deliver: { _ in
          signal.isRaised.store(false, ordering: .sequentiallyConsistent)
          rootReference.core?.sharedHasChanged()
        },
        dependencies: .current
      )
      mailbox.post(delivery, to: isolation)
    }
    updateSharedWatch()
  }

  /// Watches the shared values that have been added to the state, and stops watching those that have left it.
  func updateSharedWatch() {
    guard let sharedWatch else { return }
    var sources: [any SnapshotSource] = []
    _ = withState { sources = StateSnapshot.sources(in: $0.pointee) }
    sharedWatch.update(sources)
  }

  /// Called when other code has changed a shared value in the state.
  private func sharedHasChanged() {
    if runtime.flags.contains(.halted) { return }
    if runtime.flags.contains(.inspected), let before = sharedWatch?.lastSeen {
      let after = snapshot()
      sharedWatch?.record(after)
      // Inspectors may have seen the change already, with an action that was reduced before this call.
      let isSeen = dynamicEquality(of: State.self).map { $0(before, after) } ?? false
      if !isSeen { tell(.sharedStateChanged(before: before, after: after)) }
    }
    runtime.flags.insert(.changed)
    if lifetime == nil { return resume() }
    _ = enqueue(.lifetimes, origin: .user, group: makeGroup(), sender: .effect)
  }
}
