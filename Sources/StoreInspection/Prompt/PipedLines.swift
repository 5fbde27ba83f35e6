import Foundation

/// The lines of a pipe or a file.
final class PipedLines: LineSource {
  let events: AsyncStream<LineEvent>
  var isInteractive: Bool { false }
  private let console: Console
  /// `true` requests a line, and `false` the end.
  private let requests = Handoff<Bool>()

  /// The maximum number of bytes of a line. It keeps an input without line ends from filling the memory.
  static let lineLimit = InputFile.scriptLimit

  init(_ descriptor: Int32, console: Console) {
    let (events, continuation) = AsyncStream.makeStream(of: LineEvent.self)
    self.events = events
    self.console = console
    Thread.detachNewThread { [requests] in
      var reader = Reader(descriptor: descriptor)
      while requests.take() { continuation.yield(reader.next()) }
      continuation.finish()
    }
  }

  func read(prompt: String) { requests.put(true) }
  func complete(_ completion: Completion) {}
  func remember(_ line: String) {}
  func write(_ text: String) { console.write(text) }
  func interrupt() {}
  func stop() { requests.put(false) }

  private struct Reader {
    let descriptor: Int32
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    private var isFirst = true

    init(descriptor: Int32) {
      self.descriptor = descriptor
    }

    mutating func next() -> LineEvent {
      var searched = start
      while true {
        if let end = buffer[searched...].firstIndex(of: .newline) {
          defer { start = end + 1 }
          return event(buffer[start..<end])
        }
        // Reading ends here, because the rest of the line would be taken for another line.
        if buffer.count - start > PipedLines.lineLimit { return .unreadable(SystemError(EFBIG)) }
        if isAtEnd {
          guard start < buffer.count else { return .end }
          defer { start = buffer.count }
          return event(buffer[start...])
        }
        buffer.removeSubrange(..<start)
        start = 0
        searched = buffer.count
        do throws(SystemError) {
          try fill()
        } catch {
          return .unreadable(error)
        }
      }
    }

    private mutating func fill() throws(SystemError) {
      let part = try Descriptor.read(descriptor)
      if part.isEmpty { isAtEnd = true } else { buffer += part }
    }

    private mutating func event(_ line: ArraySlice<UInt8>) -> LineEvent {
      var bytes = Array(line.last == .carriageReturn ? line.dropLast() : line)
      if isFirst { bytes = bytes.withoutByteOrderMark }
      isFirst = false
      return String(validating: bytes, as: UTF8.self).map(LineEvent.line) ?? .invalidLine
    }
  }
}
