import Dependencies
import Foundation

/// Finds the source that all who use a key share. It keeps no source: one that nobody holds any more goes.
///
/// `@unchecked Sendable`: what changes is guarded by `lock`.
final class SharedSources: @unchecked Sendable {
  private struct ID: Hashable {
    let key: AnyHashable
    let value: ObjectIdentifier
  }

  private struct Entry {
    weak var source: AnyObject?
  }

  // Recursive, as a key that loads its value may use other keys. Whoever else looks for a source waits until it has what
  // the key loads at once.
  private let lock = NSRecursiveLock()
  private var entries: [ID: Entry] = [:]
  private var countToPurge = 64

  func source<Key: SharedReaderKey>(
    for key: Key,
    default initialValue: () throws -> Key.Value,
    loads: Bool
  ) rethrows -> SharedSource<Key.Value> {
    let id = ID(key: AnyHashable(key.id), value: ObjectIdentifier(Key.Value.self))
    return try lock.withLock {
      if let source = entries[id]?.source as? SharedSource<Key.Value> { return source }
      let source = KeyedSource(key, initialValue: try initialValue())
      purge()
      entries[id] = Entry(source: source)
      source.start(loads: loads)
      return source
    }
  }

  /// Whether a source was made here.
  func contains(_ source: AnyObject) -> Bool {
    lock.withLock { entries.values.contains { $0.source === source } }
  }

  private func purge() {
    guard entries.count >= countToPurge else { return }
    entries = entries.filter { $0.value.source != nil }
    countToPurge = max(64, entries.count * 2)
  }
}

extension DependencyValues {
  /// What finds the sources of keys.
  var sharedSources: SharedSources { self[SharedSourcesKey.self] }
}

private enum SharedSourcesKey: DependencyKey {
  static let liveValue = SharedSources()
  static var mockValue: SharedSources { SharedSources() }
  static var testValue: SharedSources { SharedScope.current.sources }
}
