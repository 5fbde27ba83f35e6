import Dependencies
import Foundation

/// Writes a trace to a file, one record at a time, so that no more than the last line can be lost.
final class TraceWriter: Sendable {
  private struct State {
    var buffer: [UInt8] = []
    var failure: FileError?
    var hasEnded = false
  }

  private let file: OutputFile
  private let state: Locked<State>
  /// Told of the first write that fails. The ones after it are not tried.
  private let onFailure: @Sendable (FileError) -> Void

  /// Begins a trace. A file that is there already is replaced as soon as the header is written, and stays as it is if
  /// that fails.
  init(
    to path: String,
    header: TraceHeader,
    onFailure: @escaping @Sendable (FileError) -> Void
  ) throws(FileError) {
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
    guard line.count <= TraceLines.lineLimit else {
      throw FileError(.write, file.name, reason: "the record is longer than \(TraceLines.lineLimit >> 20) MB")
    }
    try file.write(line)
  }

  /// Why the trace is not whole, if it is not.
  var failure: FileError? { state.withLock { $0.failure } }

  /// Appends a record. After the one of the end there are none: what is cancelled with the store is not part of the
  /// session any more, nor is what happens while a signal ends the process.
  func write(_ record: TraceRecord) {
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
  /// Whether two names lead to the same file.
  static func isSameFile(_ path: String, _ other: String) -> Bool {
    var first = stat()
    var second = stat()
    return stat(path, &first) == 0 && stat(other, &second) == 0 && first.st_mode & S_IFMT == S_IFREG
      && first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }
}
