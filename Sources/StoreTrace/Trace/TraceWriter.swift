import Dependencies
import Foundation
import Store

/// Writes a trace to a file, one record at a time, so that a crash can lose at most the last line.
package final class TraceWriter: Sendable {
  private struct State {
    var buffer: [UInt8] = []
    var failure: FileError?
    var hasEnded = false
  }

  private let file: OutputFile
  private let state: Locked<State>
  /// Called when a write fails for the first time. Later records are not written.
  private let onFailure: @Sendable (FileError) -> Void

  /// Begins a trace. An existing file is replaced after the header has been written; if that fails, it stays as it is.
  init(to path: String, header: TraceHeader, onFailure: @escaping @Sendable (FileError) -> Void) throws(FileError) {
    var buffer: [UInt8] = []
    header.json.write(to: &buffer)
    buffer.append(.newline)
    self.onFailure = onFailure
    state = Locked(State())
    file = try OutputFile(path)
    try write(buffer)
    try file.install()
  }

  private func write(_ line: [UInt8]) throws(FileError) {
    guard line.count <= InputLines.lineLimit else {
      throw FileError(.write, file.name, reason: "the record is longer than \(InputLines.lineLimit >> 20) MB")
    }
    try file.write(line)
  }

  /// The failure that ended the writing; `nil` if all records were written.
  package var failure: FileError? { state.withLock { $0.failure } }

  /// Appends a record. Records after the end are dropped: effects that are cancelled with the store, and steps while a
  /// signal ends the process, are not part of the session.
  package func write(_ record: TraceRecord) {
    let failure = state.withLock { state -> FileError? in
      guard state.failure == nil, !state.hasEnded else { return nil }
      if case .end = record.content { state.hasEnded = true }
      state.buffer.removeAll(keepingCapacity: true)
      record.write(to: &state.buffer)
      state.buffer.append(.newline)
      do throws(FileError) {
        try write(state.buffer)
      } catch {
        state.failure = error
      }
      return state.failure
    }
    if let failure { onFailure(failure) }
  }
}

extension TraceWriter {
  /// Whether two paths lead to the same regular file, or will do so once it exists.
  ///
  /// - Parameters:
  ///   - path: The path of an output. `-` is the standard output, which replaces no file.
  ///   - other: A path, or `-` for the standard input, which may come from a file.
  package static func isSameFile(_ path: String, _ other: String) -> Bool {
    if path == "-" { return false }
    var first = stat()
    var second = stat()
    let exists = stat(path, &first) == 0
    guard (other == "-" ? fstat(STDIN_FILENO, &second) : stat(other, &second)) == 0 else {
      return !exists && other != "-" && FileReplacement.place(of: path) == FileReplacement.place(of: other)
    }
    return exists && first.st_mode & S_IFMT == S_IFREG && first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }
}
