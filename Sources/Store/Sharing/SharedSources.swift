import Dependencies

/// Finds the source that all uses of a key share. Sources are held weakly: one that nothing else holds is
/// released.
///
/// No lock is held while user code runs: ids are hashed and compared, and keys load, without it. A source is found when
/// its key has loaded, so that other threads find it with the value that the key loads at once. If two threads make a
/// source for the same id, both use the first one.
final class SharedSources: Sendable {
  private struct ID: Hashable {
    let key: AnyHashable
    let value: ObjectIdentifier
  }

  /// `@unchecked Sendable`: `state` guards the variables.
  private final class Entry: @unchecked Sendable {
    let id: ID
    weak var source: (any AnySharedSource)?
    /// The sources that are being made.
    var attempts: [Attempt] = []

    init(id: ID) {
      self.id = id
    }
  }

  /// A source that a thread is making.
  ///
  /// `@unchecked Sendable`: `state` guards the variable.
  private final class Attempt: @unchecked Sendable {
    let source: any AnySharedSource
    let thread = currentThread
    /// Whether another thread has made a source in the meantime. It may have changed what this one has loaded.
    var isOutdated = false

    init(source: any AnySharedSource) {
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

    mutating func add(_ entry: Entry, hash: Int) -> Entry {
      entries[hash, default: []].append(entry)
      count += 1
      version += 1
      return entry
    }

    /// Removes the entries of sources that have been released.
    ///
    /// - Returns: The objects to release after unlocking: the entries with their keys, and sources to which this
    ///   function may have held the last references.
    mutating func purge() -> [any Sendable] {
      guard count >= countToPurge else { return [] }
      var released: [any Sendable] = [entries]
      entries = entries.compactMapValues { entries in
        let left = entries.filter { entry in
          let source = entry.source
          if let source { released.append(source) }
          return source != nil || !entry.attempts.isEmpty
        }
        return left.isEmpty ? nil : left
      }
      count = entries.values.reduce(0) { $0 + $1.count }
      countToPurge = max(64, count * 2)
      version += 1
      return released
    }
  }

  private enum Lookup {
    case found(any AnySharedSource)
    case new(Entry, Attempt)
  }

  private let state = Locked(State())

  func source<Key: SharedReaderKey>(
    for key: Key,
    default initialValue: () throws -> Key.Value,
    loads: Bool
  ) rethrows -> SharedSource<Key.Value> {
    let id = ID(key: AnyHashable(key.id), value: ObjectIdentifier(Key.Value.self))
    if case .found(let source as SharedSource<Key.Value>) = find(id) { return source }
    let initialValue = try initialValue()
    while true {
      let source = KeyedSource(key, initialValue: initialValue)
      switch find(id, orMake: source) {
      case .found(let known as SharedSource<Key.Value>): return known
      case .new(let entry, let attempt):
        source.start(loads: loads)
        if let first = end(attempt, of: entry) as? SharedSource<Key.Value> { return first }
      // The type of the value is a part of the id.
      case .found, nil: preconditionFailure("The source of a key is of another type, or was not found.")
      }
    }
  }

  /// Finds a source, or begins to make `source` the one that is found; `nil` if there is neither.
  private func find(_ id: ID, orMake source: (any AnySharedSource)? = nil) -> Lookup? {
    let hash = id.hashValue
    // Released after unlocking, because the `deinit` of keys and values may run user code.
    var released: [any Sendable] = []
    defer { withExtendedLifetime(released) { released = [] } }
    while true {
      let (entries, version) = state.withLock { ($0.entries[hash] ?? [], $0.version) }
      let known = entries.first { $0.id == id }
      let (isCurrent, lookup, purged): (Bool, Lookup?, [any Sendable]) = state.withLock { state in
        guard state.version == version else { return (false, nil, []) }
        // A key that loads its value may use its own source.
        let own = known?.attempts.first { $0.thread == currentThread }?.source
        if let found = known?.source ?? own { return (true, .found(found), []) }
        guard let source else { return (true, nil, []) }
        let purged = known == nil ? state.purge() : []
        let (entry, attempt) = (known ?? state.add(Entry(id: id), hash: hash), Attempt(source: source))
        entry.attempts.append(attempt)
        return (true, .new(entry, attempt), purged)
      }
      released += purged
      if isCurrent { return lookup }
    }
  }

  /// Ends the making of a source.
  ///
  /// - Returns: The source to use; `nil` if another one has to be made.
  private func end(_ attempt: Attempt, of entry: Entry) -> (any AnySharedSource)? {
    state.withLock { _ in
      entry.attempts.removeAll { $0 === attempt }
      if let first = entry.source { return first }
      guard !attempt.isOutdated else { return nil }
      entry.source = attempt.source
      for other in entry.attempts { other.isOutdated = true }
      return attempt.source
    }
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
