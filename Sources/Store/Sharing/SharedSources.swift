import Dependencies

/// Finds the source that all uses of a key share. Sources are held weakly: one that nothing else holds is
/// released.
///
/// No lock is held while user code runs: ids are hashed and compared, keys load, and what is removed is released,
/// without it. A source is found before its key has loaded; who finds it then loads it, too.
final class SharedSources: Sendable {
  private struct ID: Hashable {
    let key: AnyHashable
    let value: ObjectIdentifier
  }

  /// `@unchecked Sendable`: the variable is set once, by the initializer.
  private final class Entry: @unchecked Sendable {
    let id: ID
    private(set) weak var source: (any AnySharedSource)?

    init(id: ID, source: any AnySharedSource) {
      self.id = id
      self.source = source
    }
  }

  private struct State {
    /// The entries by the hashes of their ids.
    var entries: [Int: [Entry]] = [:]
    var count = 0
    var countToPurge = 64
    /// The number of times that entries were added or removed.
    var version = 0
  }

  private let state = Locked(State())

  func source<Key: SharedReaderKey>(
    for key: Key,
    default initialValue: () throws -> Key.Value,
    loads: Bool
  ) rethrows -> SharedSource<Key.Value> {
    let id = ID(key: AnyHashable(key.id), value: ObjectIdentifier(Key.Value.self))
    let found =
      try find(id, orAdd: nil) ?? find(id, orAdd: KeyedSource(key, initialValue: initialValue(), loads: loads))
    guard let source = found as? SharedSource<Key.Value> else {
      preconditionFailure("The source of a key is of another type, though that is a part of its id.")
    }
    source.start()
    return source
  }

  /// Finds a source. If there is none, adds the given one.
  private func find(_ id: ID, orAdd source: (any AnySharedSource)?) -> (any AnySharedSource)? {
    let hash = id.hashValue
    while true {
      let (entries, version) = state.withLock { ($0.entries[hash] ?? [], $0.version) }
      let entry = entries.first { $0.id == id }
      if let known = entry?.source { return known }
      guard let source else { return nil }
      let isAdded = state.withLock { state in
        guard state.version == version else { return false }
        state.entries[hash] = entries.filter { $0 !== entry } + [Entry(id: id, source: source)]
        state.count += entry == nil ? 1 : 0
        state.version += 1
        return true
      }
      if isAdded {
        purge()
        return source
      }
    }
  }

  /// Removes the entries of sources that have been released, when there are many entries.
  private func purge() {
    let (all, version) = state.withLock { ($0.count < $0.countToPurge ? [:] : $0.entries, $0.version) }
    guard !all.isEmpty else { return }
    let left = all.mapValues { $0.filter { $0.source != nil } }.filter { !$0.value.isEmpty }
    let count = left.values.reduce(0) { $0 + $1.count }
    state.withLock { state in
      guard state.version == version else { return }
      (state.entries, state.count, state.countToPurge) = (left, count, max(64, count * 2))
      state.version += 1
    }
    withExtendedLifetime(all) {}
  }

  /// Returns whether a source was made here.
  func contains(_ source: AnyObject) -> Bool {
    // Compared without the lock: the last reference to a source may be the one that the comparison holds.
    state.withLock { $0.entries.values.joined().map(\.source) }.contains { $0 === source }
  }
}

extension DependencyValues {
  /// Finds the sources of keys.
  var sharedSources: SharedSources { self[SharedSourcesKey.self] }
}

private enum SharedSourcesKey: DependencyKey {
  static let liveValue = SharedSources()
  static var mockValue: SharedSources { SharedSources() }
  static var testValue: SharedSources { SharedScope.current.sources }
}
