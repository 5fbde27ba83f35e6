import Foundation
import TestSupport
import Testing

@testable import StoreInspection

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
    #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n"))
    #expect(!page.contains("{{"))
  }

  @Test func readsAndWritesTheStandardStreams() throws {
    let run = try report("-", input: trace)
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("<!DOCTYPE html>"))
    #expect(try files() == ["session.jsonl"])
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

  @Test func doesNotOverwriteTheTrace() throws {
    let written = try report("DIR/session.jsonl", "-o", "DIR/session.jsonl")
    #expect(written.status == 73)
    #expect(
      written.errors
        == "Counter: cannot write \(folder.url.path)/session.jsonl: it is the trace that is read; name another file\n"
    )
    #expect(try folder.text("session.jsonl") == trace)
    let link = folder.url.appending(path: "link.html")
    let file = folder.url.appending(path: "session.jsonl")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    #expect(try run(["report", file.path, "-o", link.path], program: "Counter").status == 73)
  }

  @Test(
    arguments: [
      (#"{"kind":"jump","step":9,"patch":[]}"#, 2, "session.jsonl:3:"),
      (
        #"{"kind":"jump","step":0,"patch":[{"op":"remove","path":"/none"}]}"#, 2,
        "the patch does not fit the state before it"
      ),
      (#"{"kind":"jump","step":0,"patch":[{"op":"explode","path":""}]}"#, 2, "unknown operation `explode`"),
      (#"["no record"]"#, 2, "expected an object"),
      (String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000), 2, "session.jsonl:3:"),
    ]
  ) func nothingIsWrittenOfABadTrace(line: String, status: Int32, message: String) throws {
    let bad =
      trace.split(separator: "\n").prefix(2).joined(separator: "\n") + "\n\(line)\n{\"kind\":\"end\",\"status\":0}\n"
    let run = try report("DIR/session.jsonl", trace: bad)
    #expect(run.status == status)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(try files() == ["session.jsonl"])
    let printed = try report("-", "-o", "-", input: bad)
    printed.expect(status, output: "", "nothing of a page that is not whole")
  }

  @Test func aPageThatIsThereStaysIfTheTraceIsBad() throws {
    let page = folder.url.appending(path: "page.html")
    try folder.write("before", to: "page.html")
    let result = try run(["report", "-", "-o", page.path], program: "Counter", input: trace + "{}\n{}\n")
    #expect(result.status == 2)
    #expect(try folder.text("page.html") == "before")
    #expect(try files() == ["page.html"])
  }

  @Test func saysWhatIsWrongWithTheCommandLine() throws {
    let cases: [([String], Int32, String)] = [
      ([], 64, "Counter: `report` needs a trace\n  Try `Counter report FILE -o report.html`.\n"),
      (["a", "b"], 64, "Counter: `report` takes one trace, and here are 2\n  Try `Counter report a`.\n"),
      (["a", "-o"], 64, "Counter: `-o` needs a value\n  Try `Counter help report`.\n"),
      (["a", "--output", "b"], 64, "Counter: unknown option `--output`, "),
      (["/none.jsonl"], 66, "Counter: cannot read /none.jsonl: No such file or directory\n"),
    ]
    for (arguments, status, message) in cases {
      let run = try run(["report"] + arguments, program: "Counter")
      #expect(run.status == status)
      #expect(run.errors.hasPrefix(message), "\(run.errors)")
    }
    let unwritten = try report("DIR/session.jsonl", "-o", "DIR/none/page.html")
    unwritten.expect(73, errors: "Counter: cannot write \(folder.url.path)/none/page.html: No such file or directory\n")
  }

  @Test func helpHasAnExample() throws {
    let help = try run(["report", "--help"], program: "Counter").output
    #expect(help.contains("Counter report session.jsonl -o report.html\n"))
    #expect(help.contains("-o FILE"))
  }

  @Test func devicesAreWrittenToAndNotReplaced() throws {
    let run = try report("DIR/session.jsonl", "-o", "/dev/null")
    #expect(run.status == 0)
    let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
    #expect(type == .typeCharacterSpecial)
  }
}
