import Dependencies
import Foundation

/// Writes a trace to a file, one record at a time, so that no more than the last line can be lost.
final class TraceWriter: Sendable {
  private struct State {
    var descriptor: Int32
    var buffer: [UInt8] = []
    var failure: FileError?
  }

  let path: String
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
    self.path = path
    self.onFailure = onFailure
    state = Locked(State(descriptor: try Self.open(path, content: buffer), buffer: []))
  }

  deinit {
    state.withLock { _ = close($0.descriptor) }
  }

  /// Why the trace is not whole, if it is not.
  var failure: FileError? { state.withLock { $0.failure } }

  /// Appends a record.
  func write(_ record: TraceRecord) {
    let failure = state.withLock { state -> FileError? in
      guard state.failure == nil else { return nil }
      state.buffer.removeAll(keepingCapacity: true)
      record.write(to: &state.buffer)
      state.buffer.append(.newline)
      guard let reason = Self.write(state.buffer, to: state.descriptor) else { return nil }
      state.failure = FileError(.write, path, reason: reason)
      return state.failure
    }
    if let failure { onFailure(failure) }
  }

  // MARK: Files

  /// Opens a file that begins with a content.
  private static func open(_ path: String, content: [UInt8]) throws(FileError) -> Int32 {
    // What a link leads to is replaced, not the link.
    let target = realpath(path, nil).map { pointer in
      defer { free(pointer) }
      return String(cString: pointer)
    }
    guard let existing = target, !isRegular(existing) else {
      return try replace(target ?? path, named: path, content: content)
    }
    // A device or a pipe is written to as it is.
    let descriptor = Foundation.open(existing, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.write, path, reason: systemError) }
    if let reason = write(content, to: descriptor) {
      close(descriptor)
      throw FileError(.write, path, reason: reason)
    }
    return descriptor
  }

  /// Makes a file, and puts it in the place of the one that is there.
  private static func replace(_ path: String, named name: String, content: [UInt8]) throws(FileError) -> Int32 {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let temporary = "\(folder).trace-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    let descriptor = Foundation.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw FileError(.write, name, reason: systemError) }
    var failure = write(content, to: descriptor)
    if failure == nil, rename(temporary, path) != 0 { failure = systemError }
    guard let failure else { return descriptor }
    close(descriptor)
    unlink(temporary)
    throw FileError(.write, name, reason: failure)
  }

  private static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Writes all bytes; returns what went wrong.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> String? {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          return systemError
        }
        rest = rest.dropFirst(count)
      }
      return nil
    }
  }

  private static var systemError: String { String(cString: strerror(errno)) }
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
