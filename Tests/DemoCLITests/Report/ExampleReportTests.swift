import Dependencies
import Foundation
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreTrace

/// Reports of the examples' sessions, checked in a browser.
@Suite(.ownThreads, .enabled(if: Browser.program != nil, "Chromium is not installed"))
struct ExampleReportTests {
  private let folder = TemporaryFolder()
  private static let examples = URL(filePath: #filePath).appending(path: "../../../../Examples").standardizedFileURL

  @Test(arguments: ["articles", "catalog", "links", "recipes", "repositories", "todos"])
  func showEachState(of script: String) throws {
    let trace = folder.path("session.jsonl")
    let page = folder.url.appending(path: "report.html")
    let source = Self.examples.appending(path: "\(script).script").path
    #expect(try run(["run", source, "--trace", trace]).status == 0)
    #expect(try run(["report", trace, "-o", page.path]).errors == "")

    let states = try states(of: trace)
    var random = SeededRandomNumberGenerator(seed: 1)
    var steps = [0, states.count - 1]
    // The states of the catalog have thousands of rows, each of which is read.
    if script != "catalog" { steps.append(Int.random(in: 1..<states.count, using: &random)) }
    let browser = try Browser(size: (1400, 8000))
    try browser.open(page)
    #expect(try browser.evaluate("report.recording.lastEntry") == states.count - 1)
    for step in steps {
      try browser.run("location.hash = 'step=\(step)'")
      try browser.wait(until: "report.entry === \(step)")
      let shown = try JSONParser.parse(SourceText(name: "tree", text: try ReportReader(browser).state())).value
      #expect(shown == states[step], "after step \(step)")
    }
    #expect(browser.complaints == [])
    #expect(Set(browser.requests) == [page.absoluteString])
  }

  /// The state at the start and after each step.
  private func states(of trace: String) throws -> [JSONValue] {
    var reader = try TraceReader(trace)
    var states = [reader.header.state]
    while let (record, _) = try reader.next() {
      guard var state = states.last else { continue }
      switch record.content {
      case .action(let action): try action.patch.apply(to: &state)
      case .modified(let modification): try modification.patch.apply(to: &state)
      default: continue
      }
      states.append(state)
    }
    return states
  }
}
