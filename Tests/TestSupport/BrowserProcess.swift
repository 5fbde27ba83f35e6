import Foundation
import Synchronization
import Testing

/// A running Chromium. It has one page at a time, and is then used for the next page.
///
/// `@unchecked Sendable`: between ``take()`` and ``giveBack()`` only one page uses it.
final class BrowserProcess: @unchecked Sendable {
  static let program = [
    "/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  ].first { FileManager.default.isExecutableFile(atPath: $0) }

  private static let idle = Mutex<[BrowserProcess]>([])

  /// Returns a browser without a page, and starts one if necessary.
  static func take() throws -> BrowserProcess { try idle.withLock { $0.popLast() } ?? BrowserProcess() }

  /// Keeps the browser for another page. It ends with the tests' process.
  func giveBack() { Self.idle.withLock { $0.append(self) } }

  private let process = Process()
  private let commands = Pipe()
  private let messages = Pipe()
  private var received: [UInt8] = []
  /// The number of received bytes that contain no end of a message.
  private var searched = 0
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var lastID = 0
  private var lastCommand = ""

  private init() throws {
    let program = try #require(Self.program, "Chromium is not installed")
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    process.executableURL = URL(filePath: "/bin/sh")
    // The browser reads commands from descriptor 3 and answers on 4. It ends when the other end of the pipe is closed.
    process.arguments = [
      "-c", #"d=$1; shift; "$0" "$@" --user-data-dir="$d" 3<&0 4>&1 </dev/null >/dev/null 2>&1; rm -rf "$d""#, program,
      directory.path, "--headless", "--no-sandbox", "--no-zygote", "--remote-debugging-pipe", "--disable-gpu",
      "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking", "--disable-component-update",
      "--lang=en-US", "about:blank",
    ]
    process.standardInput = commands
    process.standardOutput = messages
    process.standardError = FileHandle.nullDevice
    try process.start()
  }

  deinit {
    try? commands.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Sends a command, and waits for its answer.
  ///
  /// - Parameter note: Called with the messages that arrive before the answer.
  @discardableResult
  func send(
    _ method: String,
    _ parameters: [String: Any],
    session: String? = nil,
    _ note: ([String: Any]) -> Void = { _ in }
  ) throws -> [String: Any] {
    lastID += 1
    var command: [String: Any] = ["id": lastID, "method": method, "params": parameters]
    command["sessionId"] = session
    lastCommand = "\(method) \(parameters)"
    try commands.fileHandleForWriting.write(contentsOf: JSONSerialization.data(withJSONObject: command) + [0])
    let deadline = Self.deadline
    while true {
      let message = try next(before: deadline)
      note(message)
      guard message["id"] as? Int == lastID else { continue }
      if let error = message["error"] as? [String: Any] {
        throw Browser.Failure(description: "\(method): \(error["message"] ?? error)")
      }
      return message["result"] as? [String: Any] ?? [:]
    }
  }

  /// When a command that is sent now has to be answered. No page takes this long: a browser that hangs becomes an error,
  /// not a test that never ends. A page that loads something all the time sends messages meanwhile.
  static var deadline: ContinuousClock.Instant { .now + .seconds(300) }

  /// Waits for the next message.
  func next(before deadline: ContinuousClock.Instant) throws -> [String: Any] {
    while true {
      if let end = received[searched...].firstIndex(of: 0) {
        let data = Data(received[..<end])
        received.removeFirst(end + 1)
        searched = 0
        return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
      }
      searched = received.count
      try receive(before: deadline)
    }
  }

  /// Waits until bytes have arrived, and reads them.
  private func receive(before deadline: ContinuousClock.Instant) throws {
    let descriptor = messages.fileHandleForReading.fileDescriptor
    var status = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let rest = max(0, (deadline - .now) / .milliseconds(1))
    guard poll(&status, 1, Int32(rest.rounded(.up))) > 0 else {
      throw Browser.Failure(description: "no answer to \(lastCommand)")
    }
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0 else { throw Browser.Failure(description: "the browser has ended") }
    received += buffer[..<count]
  }
}
