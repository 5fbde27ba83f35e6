import Foundation
import Testing

/// A page in a headless Chromium, controlled through the DevTools protocol. Pages share only the program, which takes
/// longer to start than most tests take.
///
/// All calls block; use it in suites that run on threads of their own (``OwnThreads``).
package final class Browser {
  /// The path of the program; `nil` if this machine does not have it.
  package static var program: String? { BrowserProcess.program }

  package struct Failure: Error, CustomStringConvertible { package let description: String }

  /// Errors and warnings of the page, and what it wrote to its console.
  package private(set) var complaints: [String] = []
  /// The addresses that the page requested.
  package private(set) var requests: [String] = []

  private let process: BrowserProcess
  /// The browser context of this page, which has a profile of its own.
  private let context: String
  private let session: String
  private var events: [[String: Any]] = []

  /// Opens an empty page of a size in pixels.
  package init(size: (width: Int, height: Int) = (1400, 900)) throws {
    let process = try BrowserProcess.take()
    func identifier(_ key: String, of method: String, _ parameters: [String: Any]) throws -> String {
      try #require(process.send(method, parameters)[key] as? String)
    }
    context = try identifier("browserContextId", of: "Target.createBrowserContext", [:])
    let place = ["url": "about:blank", "browserContextId": context]
    let page = try identifier("targetId", of: "Target.createTarget", place)
    session = try identifier("sessionId", of: "Target.attachToTarget", ["targetId": page, "flatten": true])
    self.process = process
    for domain in ["Page", "Runtime", "Log", "Network"] { try send("\(domain).enable") }
    // Gives the page the focus, so that its elements can have it.
    try send("Emulation.setFocusEmulationEnabled", ["enabled": true])
    try resize(to: size)
  }

  deinit {
    // A program that does not answer is not used again.
    if (try? process.send("Target.disposeBrowserContext", ["browserContextId": context])) != nil { process.giveBack() }
  }

  // MARK: The page

  /// Opens an address, and waits until all of the page is loaded.
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

  /// Returns the value of an expression. If it is a promise, waits for its value.
  package func evaluate<Value: Decodable>(_ expression: String, as type: Value.Type = Value.self) throws -> Value {
    let result = try result(of: expression)
    let data = try JSONSerialization.data(withJSONObject: result["value"] ?? NSNull(), options: .fragmentsAllowed)
    return try JSONDecoder().decode(type, from: data)
  }

  /// Runs a statement.
  package func run(_ script: String) throws { _ = try result(of: script) }

  /// Waits for a condition to become true. The condition is evaluated once per frame.
  ///
  /// - Throws: ``Failure`` with the text of the page if two minutes have passed.
  package func wait(until condition: String) throws {
    try run(
      """
      (async () => {
        const end = performance.now() + 120_000;
        while (!(\(condition))) {
          if (performance.now() > end) throw new Error(`It is not so on this page: ${document.body.innerText.slice(0, 2000)}`);
          await new Promise(requestAnimationFrame);
        }
      })()
      """
    )
  }

  /// Presses a key with the browser's name: `j`, `ArrowDown`, `Home`.
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
    try process.send(method, parameters, session: session, note)
  }

  private func wait(for event: String) throws {
    let deadline = BrowserProcess.deadline
    while !events.contains(where: { $0["method"] as? String == event }) { note(try process.next(before: deadline)) }
  }

  /// Records errors, requests and events of the page.
  private func note(_ message: [String: Any]) {
    guard message["sessionId"] as? String == session, let method = message["method"] as? String else { return }
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
