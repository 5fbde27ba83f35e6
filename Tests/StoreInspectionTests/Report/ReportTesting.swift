import Foundation
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreTrace

/// Tests that show traces in a browser.
protocol ReportTesting { var folder: TemporaryFolder { get } }

extension ReportTesting {
  func withReport(
    of trace: String,
    fragment: String = "",
    size: (width: Int, height: Int) = (1400, 900),
    _ body: (ReportReader) throws -> Void
  ) throws {
    let page = folder.url.appending(path: "report.html")
    var report = Report(try TraceReader(name: "trace", InputLines(Array(trace.utf8))))
    try OutputFile.write(to: page.path) { try report.write(to: $0) }
    try open(page, fragment: fragment, size: size, body)
  }

  /// Opens a report. Afterwards it checks that the page has logged no error and has loaded nothing else.
  func open(
    _ page: URL,
    fragment: String = "",
    size: (width: Int, height: Int) = (1400, 900),
    _ body: (ReportReader) throws -> Void
  ) throws {
    let browser = try Browser(size: size)
    try browser.open(page, fragment: fragment)
    try body(ReportReader(browser))
    #expect(browser.complaints == [])
    #expect(Set(browser.requests) == [page.absoluteString], "the page is all that is loaded")
  }

  func trace(program: String = "Shop", state: String = "{}", _ records: String...) -> String {
    let header = #"{"trace":1,"program":"\#(program)","version":"1.0","feature":"Cart","context":"mock","#
    return ([header + #""date":"2026-01-01T00:00:00Z","state":\#(state)}"#] + records).map { $0 + "\n" }.joined()
  }

  /// The record of an action, by default one that the user has sent.
  func action(
    _ step: Int,
    _ name: String,
    _ origin: String = #""user""#,
    action: String = "{}",
    patch: String = "[]",
    duration: String? = nil
  ) -> String {
    let duration = duration.map { #","duration":\#($0)"# } ?? ""
    return #"{"kind":"action","step":\#(step),"name":"\#(name)","action":\#(action),"origin":\#(origin)"#
      + #"\#(duration),"patch":\#(patch)}"#
  }

  func replacing(_ path: String, _ new: String) -> String { #"[{"op":"replace","path":"\#(path)","value":\#(new)}]"# }
}

extension ReportReader {
  func run(_ script: String) throws { try browser.run(script) }
  func evaluate<Value: Decodable>(_ expression: String) throws -> Value { try browser.evaluate(expression) }
  func press(_ keys: String...) throws { for key in keys { try browser.press(key) } }
  func wait(until condition: String) throws { try browser.wait(until: condition) }

  /// What a function of JavaScript makes of each element.
  func map(_ selector: String, _ function: String) throws -> [String] {
    try evaluate("[...document.querySelectorAll(`\(selector)`)].map((element) => \(function))")
  }

  func texts(_ selector: String) throws -> [String] { try map(selector, "element.textContent") }

  /// Enters a value as a person does, here into the field or the slider with an id.
  func enter(_ value: String, into id: String, event: String = "input") throws {
    try run("page('\(id)').value = `\(value)`; page('\(id)').dispatchEvent(new Event('\(event)'))")
  }
}
