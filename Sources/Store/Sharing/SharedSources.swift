import Dependencies
import Foundation

/// Finds the source that everything that uses a key shares. Sources are referred to weakly: one that nobody holds any
/// more is released.
///
/// `@unchecked Sendable`: `lock` guards the variables.
final class SharedSources: @unchecked Sendable {
  private struct ID: Hashable {
    let key: AnyHashable
    let value: ObjectIdentifier
  }

  private struct Entry {
    weak var source: AnyObject?
  }

  // Recursive, because a key that loads its value may use other keys. Locked while the key loads, so that other threads
  // find the source with the value that the key loads at once.
  private let lock = NSRecursiveLock()
  private var entries: [ID: Entry] = [:]
  private var countToPurge = 64

  func source<Key: SharedReaderKey>(
    for key: Key,
    default initialValue: () throws -> Key.Value,
    loads: Bool
  ) rethrows -> SharedSource<Key.Value> {
    let id = ID(key: AnyHashable(key.id), value: ObjectIdentifier(Key.Value.self))
    // Released after unlocking, because the `deinit` of keys and values may run user code.
    var released: [Any] = []
    defer { withExtendedLifetime(released) { released = [] } }
    return try lock.withLock {
      if let source = entries[id]?.source as? SharedSource<Key.Value> { return source }
      let source = KeyedSource(key, initialValue: try initialValue())
      purge(&released)
      entries[id] = Entry(source: source)
      source.start(loads: loads)
      return source
    }
  }

  /// Whether a source was made here.
  func contains(_ source: AnyObject) -> Bool {
    // Compared without the lock: the last reference to a source may be the one that the comparison holds.
    lock.withLock { entries.values.map(\.source) }.contains { $0 === source }
  }

  /// Removes the entries of sources that are gone.
  ///
  /// - Parameter released: Gets what the caller releases after unlocking: the keys, and sources to which this function
  ///   may have held the last references.
  private func purge(_ released: inout [Any]) {
    guard entries.count >= countToPurge else { return }
    // Holds the entries before they are replaced, so that their keys are not released meanwhile.
    released.append(entries)
    entries = entries.filter { entry in
      guard let source = entry.value.source else { return false }
      released.append(source)
      return true
    }
    countToPurge = max(64, entries.count * 2)
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
