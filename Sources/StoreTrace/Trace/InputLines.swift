import Foundation

/// The lines of a trace or of another input, read one at a time so that only one is in memory. Copies for the same file
/// are independent.
package struct InputLines: Sendable {
  /// The maximum number of bytes of a line. No record of a session is that long.
  static let lineLimit = 32 << 20

  /// The maximum number of bytes that are read from a pipe or device, which may never end.
  static let pipeLimit = 1 << 30

  /// Thrown for a line that is longer than ``lineLimit``.
  package struct TooLong: Error {}

  /// The maximum number of bytes of a line.
  package var lineLimit = Self.lineLimit

  private let read: @Sendable (_ offset: Int) throws(SystemError) -> [UInt8]
  /// The number of bytes that are read.
  private var offset = 0
  /// The bytes that are in memory. The ones before `start` were returned already.
  private var buffer: [UInt8] = []
  private var start = 0

  init(_ bytes: [UInt8]) {
    read = { offset in Array(bytes[offset...].prefix(1 << 16)) }
  }

  /// Reads what arrives through a descriptor, which has only one reader.
  package init(from descriptor: Int32) {
    read = { _ throws(SystemError) in try Descriptor.read(descriptor) }
  }

  /// Opens a file; `-` is the standard input.
  init(_ path: String) throws(FileError) {
    do throws(SystemError) {
      let file = try RereadableFile(path)
      read = { offset throws(SystemError) in try file.read(at: offset) }
    } catch {
      throw FileError(.read, path == "-" ? "<stdin>" : path, error)
    }
  }

  /// Returns the bytes up to the next line end; `nil` at the end of the text.
  package mutating func next() throws -> [UInt8]? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: .newline) {
        guard end - start <= lineLimit else { throw TooLong() }
        return takeLine(to: end)
      }
      searched = buffer.count - start
      guard searched <= lineLimit else { throw TooLong() }
      guard try fill() else { break }
    }
    guard start < buffer.count else { return nil }
    defer { start = buffer.count }
    return Array(buffer[start...])
  }

  /// Moves behind the next line end. The skipped line may be larger than the memory.
  package mutating func skipLine() throws(SystemError) {
    while true {
      if let end = buffer[start...].firstIndex(of: .newline) { return start = end + 1 }
      start = buffer.count
      guard try fill() else { return }
    }
  }

  private mutating func takeLine(to end: Int) -> [UInt8] {
    guard start == 0, end > 1 << 20 else {
      defer { start = end + 1 }
      return Array(buffer[start..<end])
    }
    // Copying a long line would double the memory, so copy the rest of the buffer instead.
    let rest = Array(buffer[(end + 1)...])
    var line = buffer
    buffer = rest
    line.removeSubrange(end...)
    return line
  }

  /// Whether there is no further line.
  mutating func isAtEnd() throws(SystemError) -> Bool {
    guard start == buffer.count else { return false }
    return try !fill()
  }

  /// Reads more bytes into the buffer.
  ///
  /// - Returns: `false` at the end of the text.
  private mutating func fill() throws(SystemError) -> Bool {
    buffer.removeSubrange(..<start)
    start = 0
    let part = try read(offset)
    offset += part.count
    buffer += part
    return !part.isEmpty
  }
}

/// A file that can be read more than once. The content of a pipe or device is copied to a temporary file first.
private final class RereadableFile: Sendable {
  private let descriptor: Int32
  private let start: Int
  /// The end of the file when it was opened. Text that is appended later is ignored, so that every reader gets the same
  /// text.
  private let end: Int

  init(_ path: String) throws(SystemError) {
    let opened = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { throw SystemError() }
    let position = lseek(opened, 0, SEEK_CUR)
    var status = stat()
    // Files in `/proc` report a size of 0.
    if position >= 0, fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 {
      (descriptor, start, end) = (opened, Int(position), Int(status.st_size))
      return
    }
    defer { close(opened) }
    (descriptor, end) = try Self.copy(opened)
    start = 0
  }

  /// Copies everything that can be read to a temporary file.
  private static func copy(_ descriptor: Int32) throws(SystemError) -> (copy: Int32, count: Int) {
    // The first bytes are read before the temporary file is made, because reading may fail.
    var part = try Descriptor.read(descriptor)
    guard let file = tmpfile() else { throw SystemError() }
    defer { fclose(file) }
    var count = 0
    while !part.isEmpty {
      count += part.count
      guard count <= InputLines.pipeLimit else { throw SystemError(EFBIG) }
      try Descriptor.write(part, to: fileno(file))
      part = try Descriptor.read(descriptor)
    }
    // The temporary file has no name, and is deleted when its last descriptor is closed.
    return (dup(fileno(file)), count)
  }

  deinit { close(descriptor) }

  func read(at offset: Int) throws(SystemError) -> [UInt8] {
    try Descriptor.read(descriptor, upTo: max(0, min(1 << 16, end - start - offset)), at: start + offset)
  }
}
