import Foundation

/// The terminal that the process was started in: what it is set to, its size, and what is written to it.
final class TerminalDevice {
  /// Why there is no terminal to draw on.
  struct Unavailable: Error {
    let reason: String
  }

  /// Ends what ``enter()`` begins.
  private static let farewell = "\u{1B}[?2004l\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

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
      throw Unavailable(reason: "the terminal's settings cannot be read: \(SystemError())")
    }
    self.input = input
    self.output = output
    original = settings
  }

  deinit { leave() }

  var size: TerminalSize { TerminalSize(of: output) ?? TerminalSize(columns: 80, rows: 24) }

  /// Takes the terminal: keys come one by one and unseen, and what is drawn leaves what was there alone.
  func enter() {
    guard !isOurs else { return }
    isOurs = true
    TerminalRescue.prepare(input: input, output: output, original, farewell: Self.farewell)
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
    write(Self.farewell)
    var settings = original
    // At once: a terminal that has been closed would never have been written out.
    tcsetattr(input, TCSANOW, &settings)
    TerminalRescue.end()
  }

  /// Writes text. A terminal that has gone away is none of its business: that is known from reading.
  func write(_ text: String) {
    try? Descriptor.write(Array(text.utf8), to: output)
  }

  /// What there is to read, when there is something; `nil` when the terminal has gone away.
  static func read(from descriptor: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = Foundation.read(descriptor, &buffer, buffer.count)
    if count > 0 { return Array(buffer[..<count]) }
    return count < 0 && (errno == EINTR || errno == EAGAIN) ? [] : nil
  }
}
