import Foundation

/// The terminal in which the process was started: its settings, its size, and its output.
final class TerminalDevice {
  /// The reason why there is no terminal to draw on.
  struct Unavailable: Error {
    let reason: String
  }

  /// Reverts the effects of ``enter()``.
  private static let farewell = "\u{1B}[?2004l\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

  private let input: Int32
  private let output: Int32
  private let original: termios
  /// Restores the terminal; `nil` while it is not taken over.
  private var terminalGuard: TerminalGuard?

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
      throw Unavailable(reason: "the terminal's settings cannot be read: \(SystemError())")
    }
    self.input = input
    self.output = output
    original = settings
  }

  var size: TerminalSize { TerminalSize(of: output) ?? TerminalSize(columns: 80, rows: 24) }

  /// Takes over the terminal: keys arrive one by one and are not echoed, and drawing leaves the previous contents
  /// unchanged.
  func enter() {
    guard terminalGuard == nil else { return }
    terminalGuard = TerminalGuard(input: input, output: output, original, farewell: Self.farewell)
    var settings = original
    cfmakeraw(&settings)
    tcsetattr(input, TCSADRAIN, &settings)
    // Selects the alternate screen, hides the cursor, and asks for marks around pasted text.
    write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h")
  }

  /// Restores the terminal.
  func leave() { terminalGuard = nil }

  /// Writes text. Errors are ignored, because reading reports that the terminal was closed.
  func write(_ text: String) {
    try? Descriptor.write(Array(text.utf8), to: output)
  }

  /// Reads the available bytes. Returns `nil` if the terminal was closed.
  ///
  /// An Escape at the end may be the key, or the beginning of a sequence. In case of a sequence, this waits a moment
  /// for the rest.
  static func read(from descriptor: Int32) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    repeat {
      let count = Foundation.read(descriptor, &buffer, buffer.count)
      guard count > 0 else {
        let isOpen = count < 0 && (errno == EINTR || errno == EAGAIN)
        return bytes.isEmpty && !isOpen ? nil : bytes
      }
      bytes += buffer[..<count]
    } while bytes.last == 0x1B && hasMore(descriptor)
    return bytes
  }

  private static func hasMore(_ descriptor: Int32) -> Bool {
    var source = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&source, 1, sequenceTime) > 0
  }

  /// The maximum number of milliseconds between the parts of a sequence. A network needs less, and a person does not
  /// notice the delay.
  private static let sequenceTime: Int32 = 25
}
