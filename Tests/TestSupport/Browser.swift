import Foundation
import Testing

/// A headless Chromium with one page, driven over the DevTools protocol.
///
/// All calls block; use it in suites that run on threads of their own (``OwnThreads``).
package final class Browser {
  /// The program, if this machine has it.
  package static let program = [
    "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  ].first { FileManager.default.isExecutableFile(atPath: $0) }

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Errors and warnings of the page, and what it wrote to its console.
  package private(set) var complaints: [String] = []
  /// The addresses that were asked for.
  package private(set) var requests: [String] = []

  private let process = Process()
  private let commands = Pipe()
  private let messages = Pipe()
  private let directory: URL
  private var received: [UInt8] = []
  /// So much of what was received has no end of a message.
  private var searched = 0
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var lastID = 0
  private var lastCommand = ""
  private var session: String?
  private var events: [[String: Any]] = []

  /// Starts the browser.
  ///
  /// - Parameter size: Of the page, in pixels.
  package init(size: (width: Int, height: Int) = (1400, 900)) throws {
    let program = try #require(Self.program, "Chromium is not installed")
    directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    process.executableURL = URL(filePath: "/bin/sh")
    // The browser reads commands from descriptor 3 and answers on 4.
    process.arguments = [
      "-c", #"exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1"#, program, "--headless", "--no-sandbox",
      "--remote-debugging-pipe", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--user-data-dir=\(directory.path)",
      "--lang=en-US", "about:blank",
    ]
    process.standardInput = commands
    process.standardOutput = messages
    process.standardError = FileHandle.nullDevice
    try process.run()
    let targets = try send("Target.getTargets")["targetInfos"] as? [[String: Any]] ?? []
    let page = try #require(targets.first { $0["type"] as? String == "page" }?["targetId"])
    session = try send("Target.attachToTarget", ["targetId": page, "flatten": true])["sessionId"] as? String
    for domain in ["Page", "Runtime", "Log", "Network"] { try send("\(domain).enable") }
    // The page has the focus, and so its elements can.
    try send("Emulation.setFocusEmulationEnabled", ["enabled": true])
    try resize(to: size)
  }

  deinit {
    // It ends when nobody can give it commands any more.
    try? commands.fileHandleForWriting.close()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: directory)
  }

  // MARK: The page

  /// Goes to an address, and waits until all of it is loaded.
  package func open(_ address: URL, fragment: String = "") throws {
    var components = try #require(URLComponents(url: address, resolvingAgainstBaseURL: false))
    components.fragment = fragment.isEmpty ? nil : fragment
    events.removeAll()
    let answer = try send("Page.navigate", ["url": components.string ?? ""])
    if let error = answer["errorText"] as? String { throw Failure(description: error) }
    try wait(for: "Page.loadEventFired")
  }

  package func resize(to size: (width: Int, height: Int)) throws {
    try send(
      "Emulation.setDeviceMetricsOverride",
      ["width": size.width, "height": size.height, "deviceScaleFactor": 1, "mobile": false]
    )
  }

  /// The value of an expression; that of a promise, if it is one.
  package func evaluate<Value: Decodable>(_ expression: String, as type: Value.Type = Value.self) throws -> Value {
    let result = try result(of: expression)
    let data = try JSONSerialization.data(withJSONObject: result["value"] ?? NSNull(), options: .fragmentsAllowed)
    return try JSONDecoder().decode(type, from: data)
  }

  /// Runs a statement.
  package func run(_ script: String) throws {
    _ = try result(of: script)
  }

  /// Waits for a condition to become true, which is looked at with every frame.
  package func wait(until condition: String) throws {
    try run("(async () => { while (!(\(condition))) await new Promise(requestAnimationFrame); })()")
  }

  /// Presses a key, as the browser calls it: `j`, `ArrowDown`, `Home`.
  package func press(_ key: String, shift: Bool = false) throws {
    let codes = [
      "Enter": 13, "Escape": 27, " ": 32, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36, "ArrowLeft": 37,
      "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Tab": 9,
    ]
    var parameters: [String: Any] = ["type": "keyDown", "key": key, "modifiers": shift ? 8 : 0]
    if let code = codes[key] {
      parameters["windowsVirtualKeyCode"] = code
      parameters["code"] = key == " " ? "Space" : key
      if key == "Enter" { parameters["text"] = "\r" }
    }
    if key.count == 1 { parameters["text"] = key }
    try send("Input.dispatchKeyEvent", parameters)
    parameters["type"] = "keyUp"
    parameters["text"] = nil
    try send("Input.dispatchKeyEvent", parameters)
  }

  private func result(of expression: String) throws -> [String: Any] {
    let answer = try send(
      "Runtime.evaluate",
      ["expression": expression, "awaitPromise": true, "returnByValue": true, "userGesture": true]
    )
    if let details = answer["exceptionDetails"] as? [String: Any] {
      let exception = (details["exception"] as? [String: Any])?["description"] ?? details["text"]
      throw Failure(description: "\(exception ?? "an exception") in \(expression.prefix(200))")
    }
    return answer["result"] as? [String: Any] ?? [:]
  }

  // MARK: The protocol

  /// Sends a command, and waits for its answer.
  @discardableResult
  package func send(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    lastID += 1
    var command: [String: Any] = ["id": lastID, "method": method, "params": parameters]
    command["sessionId"] = session
    lastCommand = "\(method) \(parameters)"
    try commands.fileHandleForWriting.write(contentsOf: JSONSerialization.data(withJSONObject: command) + [0])
    while true {
      let message = try next()
      guard message["id"] as? Int == lastID else { continue }
      if let error = message["error"] as? [String: Any] {
        throw Failure(description: "\(method): \(error["message"] ?? error)")
      }
      return message["result"] as? [String: Any] ?? [:]
    }
  }

  private func wait(for event: String) throws {
    while !events.contains(where: { $0["method"] as? String == event }) { _ = try next() }
  }

  /// The next message. What it says of the page is noted.
  private func next() throws -> [String: Any] {
    while true {
      if let end = received[searched...].firstIndex(of: 0) {
        let data = Data(received[..<end])
        received.removeFirst(end + 1)
        searched = 0
        let message = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
        note(message)
        return message
      }
      searched = received.count
      try receive()
    }
  }

  /// Reads what there is, once there is something.
  private func receive() throws {
    let descriptor = messages.fileHandleForReading.fileDescriptor
    var status = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // No page takes so long: a browser that hangs is an error, and not a test that never ends.
    guard poll(&status, 1, 60_000) > 0 else { throw Failure(description: "no answer to \(lastCommand)") }
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0 else { throw Failure(description: "the browser has ended") }
    received += buffer[..<count]
  }

  private func note(_ message: [String: Any]) {
    guard let method = message["method"] as? String else { return }
    events.append(message)
    let parameters = message["params"] as? [String: Any] ?? [:]
    switch method {
    case "Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded": complaints.append("\(parameters)")
    case "Network.requestWillBeSent":
      let request = parameters["request"] as? [String: Any]
      requests.append(request?["url"] as? String ?? "?")
    default: break
    }
  }
}
