import Dependencies
import Foundation
import Synchronization

/// Replaces one file of a storage. All keys of the file use the same writer, so a value that waits to be saved outlives
/// the key that had to save it: the next key finds it.
///
/// Values are encoded without a lock, also by several threads at a time, because that is user code. They are
/// numbered: a value that took longer to encode does not overwrite a newer one.
final class FileWriter: Sendable {
  /// A value to save.
  struct Write: Sendable {
    let encode: @Sendable () throws -> Data
    /// Replaces the file.
    let replace: @Sendable (Data) throws -> Void
  }

  private struct Contents {
    /// The number of values that had to be saved so far.
    var count = 0
    /// The latest value, with its number, until it is saved.
    var pending: (number: Int, write: Write)?
    /// The continuations to resume when a value with this number, or a later one, is saved.
    var continuations: [(number: Int, continuation: SaveContinuation)] = []
    /// Whether a change was saved less than a second ago.
    var isWaiting = false
    /// The threads that are saving a value.
    var threads: Set<Int> = []
  }

  private let files: any Files
  private let contents = Locked(Contents())
  /// Guards the file while it is replaced or read, and `written`. Recursive, because the watch on the file may report a
  /// change before it is replaced.
  private let file = NSRecursiveLock()
  /// The number of the value that is in the file.
  private let written = Atomic(0)

  init(_ files: any Files) {
    self.files = files
  }

  /// Calls a closure while nothing replaces the file through this writer.
  func withoutWriting<Result>(_ body: () throws -> Result) rethrows -> Result { try file.withLock(body) }

  /// Replaces the file, at once or together with further changes.
  ///
  /// - Parameter isUrgent: Whether to do it at once in any case.
  func save(_ write: Write, _ continuation: SaveContinuation, isUrgent: Bool) {
    // Released after unlocking, because the `deinit` of a value may run user code.
    let (replaced, isFirst) = contents.withLock { contents in
      let replaced = contents.pending
      contents.count += 1
      contents.pending = (contents.count, write)
      contents.continuations.append((contents.count, continuation))
      let isFirst = !contents.isWaiting && !isUrgent
      if isFirst { contents.isWaiting = true }
      return (replaced, isFirst)
    }
    withExtendedLifetime(replaced) {}
    guard isFirst || isUrgent else { return }
    flush()
    if isFirst || hasToWait() { saveLater() }
  }

  /// Returns whether a value waits that no code is going to save, because it has come while this thread was encoding
  /// another one.
  private func hasToWait() -> Bool {
    contents.withLock { contents in
      guard contents.pending != nil, !contents.isWaiting else { return false }
      contents.isWaiting = true
      return true
    }
  }

  /// Saves the value that waits, if there is one. When this returns, it or a newer one is in the file, even if another
  /// thread is still encoding it.
  func flush() {
    let pending = contents.withLock { contents in
      // Encoding a value may use the file.
      let isNested = contents.pending == nil || !contents.threads.insert(currentThread).inserted
      return isNested ? nil : contents.pending
    }
    guard let pending else { return }
    var result = Result { try replace(with: pending.write.encode(), pending) }
    if written.load(ordering: .acquiring) >= pending.number { result = .success(()) }
    let (released, continuations) = contents.withLock { contents in
      contents.threads.remove(currentThread)
      let released = contents.pending
      if contents.pending?.number == pending.number { contents.pending = nil }
      let end = contents.continuations.firstIndex { $0.number > pending.number } ?? contents.continuations.endIndex
      defer { contents.continuations.removeSubrange(..<end) }
      return (released, contents.continuations[..<end])
    }
    withExtendedLifetime(released) {}
    for (_, continuation) in continuations { continuation.resume(with: result) }
  }

  private func replace(with data: Data, _ pending: (number: Int, write: Write)) throws {
    try file.withLock {
      guard pending.number > written.load(ordering: .relaxed) else { return }
      try pending.write.replace(data)
      written.store(pending.number, ordering: .releasing)
    }
  }

  private func saveLater() {
    // These closures keep the writer alive while a value may wait.
    files.later {
      self.contents.withLock { $0.isWaiting = false }
      self.flush()
    } atExit: {
      self.flush()
    }
  }
}

/// The writers of a storage. They are held weakly: one that is not used, and for which nothing waits, is released.
final class FileWriters: Sendable {
  private struct Entry {
    weak var writer: FileWriter?
  }

  private struct Contents {
    var entries: [URL: Entry] = [:]
    var countToPurge = 64
  }

  private let contents = Locked(Contents())

  /// Returns the writer that all keys of a file share. Makes it if there is none.
  func writer(at place: URL, of files: any Files) -> FileWriter {
    contents.withLock { contents in
      if let writer = contents.entries[place]?.writer { return writer }
      if contents.entries.count >= contents.countToPurge {
        contents.entries = contents.entries.filter { $0.value.writer != nil }
        contents.countToPurge = max(64, contents.entries.count * 2)
      }
      let writer = FileWriter(files)
      contents.entries[place] = Entry(writer: writer)
      return writer
    }
  }
}
