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
      var lines = InputLines(from: descriptor)
      lines.lineLimit = Self.lineLimit
      var isFirst = true
      var isInLongLine = false
      while requests.take() {
        // The rest of a line that is too long is skipped only when another line is requested, because its end may never
        // come.
        if isInLongLine { try? lines.skipLine() }
        let event = Self.next(&lines, isFirst: isFirst)
        isInLongLine = event == .unreadable(SystemError(EFBIG))
        isFirst = false
        continuation.yield(event)
      }
      continuation.finish()
    }
  }

  func read(prompt: String, isContinued: Bool) { requests.put(true) }
  func write(_ text: String) { console.write(text) }
  func stop() { requests.put(false) }

  private static func next(_ lines: inout InputLines, isFirst: Bool) -> LineEvent {
    do {
      guard var line = try lines.next() else { return .end }
      if line.last == .carriageReturn { line.removeLast() }
      if isFirst { line = line.withoutByteOrderMark }
      return String(validating: line, as: UTF8.self).map(LineEvent.line) ?? .invalidLine
    } catch let error as SystemError {
      return .unreadable(error)
    } catch {
      return .unreadable(SystemError(EFBIG))
    }
  }
}
