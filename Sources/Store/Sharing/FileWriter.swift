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
      // The code that waits, or that is replacing the file, also saves this value.
      if contents.isWaiting || contents.isWriting { return false }
      contents.isWaiting = true
      return true
    }
    guard isFirst else { return }
    flush()
    saveLater()
  }

  /// Replaces the file at once, also in place of an older value that waits.
  func saveAtOnce(_ write: @escaping Write, _ continuation: SaveContinuation) {
    contents.withLock { contents in
      contents.pending = write
      contents.continuations.append(continuation)
    }
    flush()
  }

  /// Saves the value that waits, if there is one.
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
      // If the file is being replaced, this thread does it, because `writing` is locked. The value that it is writing
      // is older, and must not replace this one.
      guard !contents.isWriting, let pending = contents.pending else { return (nil, []) }
      defer { (contents.pending, contents.continuations, contents.isWriting) = (nil, [], true) }
      return (pending, contents.continuations)
    }
  }

  /// Notes that the file was replaced. Returns whether a value has arrived meanwhile that no other code is going to
  /// save.
  private func end() -> Bool {
    contents.withLock { contents in
      contents.isWriting = false
      guard contents.pending != nil, !contents.isWaiting else { return false }
      contents.isWaiting = true
      return true
    }
  }

  private func saveLater() {
    // These closures keep the writer alive while a value may wait.
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
