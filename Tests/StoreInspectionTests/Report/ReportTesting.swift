import Foundation
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreTrace

/// Tests that show traces in a browser.
protocol ReportTesting {
  var folder: TemporaryFolder { get }
}

extension ReportTesting {
  /// Makes a report of a trace and opens it. Afterwards it checks that the page has logged no error and has loaded
  /// nothing else.
  func withReport(
    of trace: String,
    fragment: String = "",
    size: (width: Int, height: Int) = (1400, 900),
    _ body: (ReportReader) throws -> Void
  ) throws {
    let page = folder.url.appending(path: "report.html")
    var report = Report(try TraceReader(name: "trace", InputLines(Array(trace.utf8))))
    try OutputFile.write(to: page.path) { try report.write(to: $0) }
    let browser = try Browser(size: size)
    try browser.open(page, fragment: fragment)
    try body(ReportReader(browser))
    #expect(browser.complaints == [])
    #expect(Set(browser.requests) == [page.absoluteString], "the page is all that is loaded")
  }

  func trace(program: String = "Shop", state: String, _ records: String...) -> String {
    let header = #"{"trace":1,"program":"\#(program)","version":"1.0","feature":"Cart","context":"mock","#
    return ([header + #""date":"2026-01-01T00:00:00Z","state":\#(state)}"#] + records).map { $0 + "\n" }.joined()
  }
}
