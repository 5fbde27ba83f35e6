import Foundation

/// The terminal that the process was started in: what it is set to, its size, and what is written to it.
final class TerminalDevice {
  /// Why there is no terminal to draw on.
  struct Unavailable: Error {
    let reason: String
  }

  private let input: Int32
  private let output: Int32
  private let original: termios
  private var isOurs = false

  /// - Throws: ``Unavailable`` if the descriptors do not belong to a terminal that can be drawn on.
  init(
    input: Int32 = STDIN_FILENO,
    output: Int32 = STDOUT_FILENO,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(Unavailable) {
    for (descriptor, name) in [(input, "input"), (output, "output")] where isatty(descriptor) != 1 {
      throw Unavailable(reason: "the standard \(name) is not a terminal")
    }
    let kind = environment["TERM", default: ""]
    if kind.isEmpty { throw Unavailable(reason: "TERM is not set, so it is not known what the terminal can do") }
    if kind == "dumb" { throw Unavailable(reason: "the terminal cannot move its cursor (TERM=dumb)") }
    var settings = termios()
    guard tcgetattr(input, &settings) == 0 else {
      throw Unavailable(reason: "the terminal's settings cannot be read: \(String(cString: strerror(errno)))")
    }
    self.input = input
    self.output = output
    original = settings
  }

  deinit { leave() }

  var size: TerminalSize {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return TerminalSize(columns: 80, rows: 24)
    }
    return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Takes the terminal: keys come one by one and unseen, and what is drawn leaves what was there alone.
  func enter() {
    guard !isOurs else { return }
    isOurs = true
    TerminalRescue.prepare(input, output, original)
    var settings = original
    cfmakeraw(&settings)
    tcsetattr(input, TCSADRAIN, &settings)
    // The other screen, no cursor, and pasted text marked as such.
    write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h")
  }

  /// Gives the terminal back as it was.
  func leave() {
    guard isOurs else { return }
    isOurs = false
    write(TerminalRescue.farewell)
    var settings = original
    // At once: a terminal that has been closed would never have been written out.
    tcsetattr(input, TCSANOW, &settings)
    TerminalRescue.end()
  }

  /// Writes text. A terminal that has gone away is none of its business: that is known from reading.
  func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Foundation.write(output, rest.baseAddress, rest.count)
        if count > 0 {
          rest = rest.dropFirst(count)
        } else if errno != EINTR && errno != EAGAIN {
          return
        }
      }
    }
  }

  /// What there is to read, when there is something; `nil` when the terminal has gone away.
  static func read(from descriptor: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = Foundation.read(descriptor, &buffer, buffer.count)
    if count > 0 { return Array(buffer[..<count]) }
    return count < 0 && (errno == EINTR || errno == EAGAIN) ? [] : nil
  }
}

extension Slice where Base == UnsafeBufferPointer<UInt8> {
  fileprivate var baseAddress: UnsafePointer<UInt8>? { base.baseAddress?.advanced(by: startIndex) }
}
