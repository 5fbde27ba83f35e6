import Dependencies
import Synchronization

/// Watches, for a store, what its state shows of what is shared, so that changes that others make are a step of the store.
///
/// Used on the store's actor, but for the signal.
@usableFromInline final class SharedWatch<State> {
  /// What those who change it call, on any thread.
  @usableFromInline final class Signal: Sendable {
    /// Whether the store's reducer runs. What changes then is seen when it has returned.
    @usableFromInline let isReducing = Atomic(false)
    /// Whether the store is told already, and has not looked yet.
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
  /// The state as inspectors have seen it last.
  private(set) var lastSeen: State?

  fileprivate init(_ onRaise: @escaping @Sendable (Signal) -> Void) {
    signal = Signal(onRaise)
  }

  deinit {
    for source in sources.values { source.unwatch(ObjectIdentifier(signal)) }
  }

  /// Remembers what inspectors see of the state.
  @usableFromInline func note(_ snapshot: State) {
    var snapshot: State? = snapshot
    swap(&snapshot, &lastSeen)
  }

  /// Watches what a state shows, and nothing else.
  fileprivate func update(_ shown: [any SnapshotSource]) {
    let shown = Dictionary(shown.map { (ObjectIdentifier($0), $0) }) { first, _ in first }
    let id = ObjectIdentifier(signal)
    for (key, source) in sources where shown[key] == nil { source.unwatch(id) }
    for (key, source) in shown where sources[key] == nil { source.watch(id) { [signal] in signal.raise() } }
    sources = shown
  }
}

extension RootCore {
  /// `@unchecked Sendable`: the core is used by the closure that is delivered to its actor.
  private struct Reference: @unchecked Sendable {
    weak let core: RootCore?
  }

  /// Begins to watch what the state shows of what is shared. Only a store that somebody watches needs that.
  @usableFromInline func watchShared() {
    guard sharedWatch == nil, StateSnapshot.canShare(State.self) else { return }
    let (mailbox, isolation) = (runtime.mailbox, runtime.isolation)
    let reference = Reference(core: self)
    sharedWatch = SharedWatch { signal in
      let delivery = Mailbox.Delivery(
        deliver: { _ in
          signal.isRaised.store(false, ordering: .sequentiallyConsistent)
          reference.core?.sharedHasChanged()
        },
        dependencies: .current
      )
      mailbox.post(delivery, to: isolation)
    }
    if runtime.flags.contains(.inspected) { sharedWatch?.note(snapshot()) }
    updateSharedWatch()
  }

  /// Watches what has come into the state, and no longer what has left it.
  @usableFromInline func updateSharedWatch() {
    guard let sharedWatch else { return }
    var sources: [any SnapshotSource] = []
    _ = withState { sources = StateSnapshot.sources(in: $0.pointee) }
    sharedWatch.update(sources)
  }

  /// Others have changed what the state shows.
  private func sharedHasChanged() {
    if runtime.flags.contains(.halted) { return }
    if runtime.flags.contains(.inspected), let before = sharedWatch?.lastSeen {
      let after = snapshot()
      sharedWatch?.note(after)
      // A reduction that came first may have shown it already.
      let isSeen = dynamicEquality(of: State.self).map { $0(before, after) } ?? false
      if !isSeen { tell(.sharedStateChanged(before: before, after: after)) }
    }
    hasNews = true
    resume()
  }
}
