import Foundation
import TestSupport
import Testing

@Suite(.ownThreads) struct ReportCommandTests {
  private let folder = TemporaryFolder()
  private let trace = #"""
    {"trace":1,"program":"Counter","version":"1.0","feature":"Counter","context":"mock","date":"2026-01-01T00:00:00Z","state":{"count":0}}
    {"kind":"action","step":1,"name":"increment","action":{"increment":{}},"origin":"user","patch":[{"op":"replace","path":"/count","value":1}]}
    {"kind":"end","status":0}

    """#

  /// Runs `Counter report` in a folder that holds the trace as `session.jsonl`.
  private func report(_ arguments: String..., trace text: String? = nil, input: String = "") throws -> Run {
    try folder.write(text ?? trace, to: "session.jsonl")
    let arguments = ["report"] + arguments.map { $0.replacing("DIR", with: folder.url.path) }
    return try run(arguments, program: "Counter", input: input)
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }

  @Test func writesThePageNextToTheTrace() throws {
    let run = try report("DIR/session.jsonl")
    run.expect(output: "Wrote \(folder.url.path)/session.html. Open it in a browser.\n", errors: "")
    let page = try folder.text("session.html")
    #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n") && !page.contains("{{"))
    let printed = try report("-", input: trace)
    #expect(printed.status == 0 && printed.output.hasPrefix("<!DOCTYPE html>"))
    #expect(try files() == ["session.html", "session.jsonl"])
  }

  @Test func isTheSameEachTimeButForTheWordThatItsScriptIsKnownBy() throws {
    func page() throws -> String {
      let run = try report("DIR/session.jsonl", "-o", "-")
      let nonce = try #require(run.output.firstMatch(of: #/script-src 'nonce-([-0-9A-F]{36})'/#)).1
      #expect(run.output.matches(of: #/<(?:script|style) nonce="([-0-9A-F]{36})">/#).map(\.1) == [nonce, nonce])
      return run.output.replacing(nonce, with: "")
    }
    let first = try page()
    #expect(try page() == first)
  }

  @Test(arguments: [
    (#"{"kind":"jump","step":9,"patch":[]}"#, "session.jsonl:3:"),
    (#"{"kind":"jump","step":0,"patch":[{"op":"remove","path":"/none"}]}"#, "the patch does not fit the state"),
    (#"{"kind":"jump","step":0,"patch":[{"op":"explode","path":""}]}"#, "unknown operation `explode`"),
    (#"["no record"]"#, "expected an object"),
  ])
  func nothingIsWrittenOfABadTrace(line: String, message: String) throws {
    let bad =
      trace.split(separator: "\n").prefix(2).joined(separator: "\n") + "\n\(line)\n{\"kind\":\"end\",\"status\":0}\n"
    let run = try report("DIR/session.jsonl", trace: bad)
    run.expect(2)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(try files() == ["session.jsonl"])
    try report("-", "-o", "-", input: bad).expect(2, output: "", "nothing of a page that is not whole")
    // A page that is there stays.
    try folder.write("before", to: "page.html")
    try report("-", "-o", "DIR/page.html", input: bad).expect(2)
    #expect(try folder.text("page.html") == "before")
    #expect(try files() == ["page.html", "session.jsonl"])
  }
}
