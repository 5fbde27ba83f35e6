import Dependencies
import Foundation

/// Replaces one file of a storage. All keys of the file use the same writer, so that what waits to be saved outlives the
/// key that was told to save it: the next key finds it.
final class FileWriter: Sendable {
  /// Replaces the file by the latest value.
  typealias Write = @Sendable () throws -> Void

  private struct Contents {
    /// What waits to be saved, and the continuations to resume when it is.
    var pending: Write?
    var continuations: [SaveContinuation] = []
    /// Whether a change was saved less than a second ago.
    var isWaiting = false
    /// Whether the file is being replaced.
    var isWriting = false
  }

  private let files: any Files
  private let contents = Locked(Contents())
  /// Locked while the file is replaced, so that a value that waited does not overwrite a newer one. Recursive, because
  /// encoding a value may change it.
  private let writing = NSRecursiveLock()

  init(_ files: any Files) {
    self.files = files
  }

  /// Whether a value waits to be saved.
  var isPending: Bool { contents.withLock { $0.pending != nil } }

  /// Calls a closure while nothing replaces the file through this writer.
  func withoutWriting<Result>(_ body: () throws -> Result) rethrows -> Result { try writing.withLock(body) }

  /// Replaces the file, at once or together with further changes.
  func save(_ write: @escaping Write, _ continuation: SaveContinuation) {
    let isFirst = contents.withLock { contents in
      contents.pending = write
      contents.continuations.append(continuation)
      // Whoever replaces the file now sees to what came meanwhile.
      if contents.isWaiting || contents.isWriting { return false }
      contents.isWaiting = true
      return true
    }
    guard isFirst else { return }
    flush()
    saveLater()
  }

  /// Replaces the file at once. What waits is older.
  func saveAtOnce(_ write: @escaping Write, _ continuation: SaveContinuation) {
    contents.withLock { contents in
      contents.pending = write
      contents.continuations.append(continuation)
    }
    flush()
  }

  /// Saves what waits.
  func flush() { flush(endsWaiting: false) }

  private func flush(endsWaiting: Bool) {
    let (result, continuations, isLate) = writing.withLock {
      let (pending, continuations) = begin(endsWaiting: endsWaiting)
      let result = pending.map { write in Result { try write() } }
      return (result, continuations, result != nil && end())
    }
    // After the lock was released, because code that is called with the result may change the value.
    if let result {
      for continuation in continuations { continuation.resume(with: result) }
    }
    if isLate { saveLater() }
  }

  private func begin(endsWaiting: Bool) -> (Write?, [SaveContinuation]) {
    contents.withLock { contents in
      if endsWaiting { contents.isWaiting = false }
      // `writing` is locked, so it is this thread that is writing: an older value, which must not come last.
      guard !contents.isWriting, let pending = contents.pending else { return (nil, []) }
      defer { (contents.pending, contents.continuations, contents.isWriting) = (nil, [], true) }
      return (pending, contents.continuations)
    }
  }

  /// Returns whether a change came meanwhile that nobody else saves.
  private func end() -> Bool {
    contents.withLock { contents in
      contents.isWriting = false
      guard contents.pending != nil, !contents.isWaiting else { return false }
      contents.isWaiting = true
      return true
    }
  }

  private func saveLater() {
    // They keep the writer while something may wait.
    files.later {
      self.flush(endsWaiting: true)
    } atExit: {
      self.flush()
    }
  }
}

/// The writers of a storage. They are referred to weakly: one that nobody uses, and for which nothing waits, is released.
final class FileWriters: Sendable {
  private struct Entry {
    weak var writer: FileWriter?
  }

  private struct Contents {
    var entries: [URL: Entry] = [:]
    var countToPurge = 64
  }

  private let contents = Locked(Contents())

  /// The writer of the file at a place.
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
