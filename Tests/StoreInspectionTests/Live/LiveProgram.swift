import Foundation
import TestSupport
import Testing

/// A program whose session is open in a browser.
final class LiveProgram {
  let browser: Browser
  private let program: RunningProgram
  private let errors = Pipe()

  init(_ arguments: [String], program name: String = "Counter", input: String = "", endsInput: Bool = false) throws {
    program = try RunningProgram(
      arguments,
      program: name,
      input: input,
      keepsInputOpen: !endsInput,
      errors: errors.fileHandleForWriting
    )
    var printed = ""
    while printed.count(where: { $0 == "\n" }) < 2 {
      printed += String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
    }
    let line = try #require(printed.split(separator: "\n").first)
    let address = try #require(URL(string: String(line.dropFirst("The session is shown at ".count))), "\(line)")
    browser = try Browser()
    try browser.open(address)
  }

  deinit { program.kill() }

  /// Waits for a condition of the page, which may be loaded again meanwhile.
  func wait(until condition: String) throws {
    for _ in 0..<20 {
      do {
        return try browser.wait(until: "document.body && \(condition)")
      } catch let failure as Browser.Failure {
        guard failure.description.contains("navigated") else { throw failure }
      }
    }
    Issue.record("The page is loaded again and again.")
  }

  func wait(forPosition position: String) throws {
    try wait(until: "document.getElementById('position')?.textContent === '\(position)'")
  }

  func text(_ id: String) throws -> String {
    try browser.evaluate("document.getElementById('\(id)').textContent")
  }

  /// Sends an action with the form of the page.
  func send(_ action: String) throws {
    try wait(until: "!document.getElementById('live-send').hidden")
    try browser.run(
      """
      document.getElementById('live-action').value = \(quoted(action));
      document.querySelector('#live-send button').click();
      """
    )
  }

  /// What the program answers to the page.
  func get(_ path: String) throws -> String {
    try browser.evaluate("fetch('\(path)').then((response) => response.text())")
  }

  /// Goes on from a trace, as a person does.
  func open(_ trace: String, name: String = "session.jsonl", step: String = "") throws {
    try wait(until: "!document.getElementById('live-import-open').hidden")
    try browser.run(
      """
      {
      document.getElementById('live-import').close();
      document.getElementById('live-import-open').click();
      const files = new DataTransfer();
      files.items.add(new File([\(quoted(trace))], \(quoted(name))));
      document.getElementById('live-file').files = files.files;
      document.getElementById('live-step').value = '\(step)';
      document.querySelector('#live-import [type=submit]').click();
      }
      """
    )
  }

  /// The sentence that says why the program does not go on from a trace.
  func refusal() throws -> String {
    try wait(until: "!document.getElementById('live-import-message').hidden")
    return try text("live-import-message")
  }
}

/// A text as JavaScript writes it.
private func quoted(_ text: String) -> String {
  let data = try? JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed)
  return String(decoding: data ?? Data(), as: UTF8.self)
}
