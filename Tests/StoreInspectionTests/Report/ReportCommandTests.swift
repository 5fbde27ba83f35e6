import Foundation
import TestSupport
import Testing

@testable import StoreInspection

@Suite(.ownThreads) struct ReportCommandTests {
  private let trace = #"""
    {"trace":1,"program":"Counter","version":"1.0","feature":"Counter","context":"mock","date":"2026-01-01T00:00:00Z","state":{"count":0}}
    {"kind":"action","step":1,"name":"increment","action":{"increment":{}},"origin":"user","patch":[{"op":"replace","path":"/count","value":1}]}
    {"kind":"end","status":0}

    """#

  /// Runs `Counter report` in a folder that holds the trace as `session.jsonl`.
  private func report<Result>(
    _ arguments: String...,
    trace text: String? = nil,
    input: String = "",
    _ check: (Run, URL) throws -> Result
  ) throws -> Result {
    try withTemporaryDirectory { directory in
      try Data((text ?? trace).utf8).write(to: directory.appending(path: "session.jsonl"))
      let arguments = ["report"] + arguments.map { $0.replacing("DIR", with: directory.path) }
      return try check(try run(arguments, program: "Counter", input: input), directory)
    }
  }

  private func files(_ directory: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
  }

  @Test func writesThePageNextToTheTrace() throws {
    try report("DIR/session.jsonl") { (run: Run, directory: URL) throws in
      #expect(run.status == 0 && run.errors == "")
      #expect(run.output == "Wrote \(directory.path)/session.html. Open it in a browser.\n")
      let page = try String(contentsOf: directory.appending(path: "session.html"), encoding: .utf8)
      #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n"))
      #expect(!page.contains("{{"))
    }
  }

  @Test func readsAndWritesTheStandardStreams() throws {
    try report("-", input: trace) { (run: Run, directory: URL) throws in
      #expect(run.status == 0)
      #expect(run.output.hasPrefix("<!DOCTYPE html>"))
      #expect(try files(directory) == ["session.jsonl"])
    }
  }

  @Test func isTheSameEachTimeButForTheWordThatItsScriptIsKnownBy() throws {
    func page() throws -> String {
      try report("DIR/session.jsonl", "-o", "-") { (run: Run, _: URL) throws in
        let nonce = try #require(run.output.firstMatch(of: #/script-src 'nonce-([-0-9A-F]{36})'/#)).1
        #expect(run.output.matches(of: #/<(?:script|style) nonce="([-0-9A-F]{36})">/#).map(\.1) == [nonce, nonce])
        return run.output.replacing(nonce, with: "")
      }
    }
    let first = try page()
    #expect(try page() == first)
  }

  @Test func doesNotOverwriteTheTrace() throws {
    try report("DIR/session.jsonl", "-o", "DIR/session.jsonl") { (run: Run, directory: URL) throws in
      #expect(run.status == 73)
      #expect(
        run.errors
          == "Counter: cannot write \(directory.path)/session.jsonl: it is the trace that is read; name another file\n"
      )
      #expect(try String(contentsOf: directory.appending(path: "session.jsonl"), encoding: .utf8) == trace)
    }
    try withTemporaryDirectory { directory in
      let link = directory.appending(path: "link.html")
      let file = directory.appending(path: "session.jsonl")
      try Data(trace.utf8).write(to: file)
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
      #expect(try run(["report", file.path, "-o", link.path], program: "Counter").status == 73)
    }
  }

  @Test(
    arguments: [
      (#"{"kind":"jump","step":9,"patch":[]}"#, 2, "session.jsonl:3:"),
      (
        #"{"kind":"jump","step":0,"patch":[{"op":"remove","path":"/none"}]}"#, 2, "the state's change cannot be applied"
      ),
      (#"{"kind":"jump","step":0,"patch":[{"op":"explode","path":""}]}"#, 2, "unknown operation `explode`"),
      (#"["no record"]"#, 2, "expected an object"),
      (String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000), 2, "session.jsonl:3:"),
    ]
  ) func nothingIsWrittenOfABadTrace(line: String, status: Int32, message: String) throws {
    let bad =
      trace.split(separator: "\n").prefix(2).joined(separator: "\n") + "\n\(line)\n{\"kind\":\"end\",\"status\":0}\n"
    try report("DIR/session.jsonl", trace: bad) { (run: Run, directory: URL) throws in
      #expect(run.status == status)
      #expect(run.errors.contains(message), "\(run.errors)")
      #expect(try files(directory) == ["session.jsonl"])
    }
    try report("-", "-o", "-", input: bad) { (run: Run, _: URL) throws in
      #expect(run.status == status)
      #expect(run.output == "", "nothing of a page that is not whole")
    }
  }

  @Test func aPageThatIsThereStaysIfTheTraceIsBad() throws {
    try withTemporaryDirectory { directory in
      let page = directory.appending(path: "page.html")
      try Data("before".utf8).write(to: page)
      let result = try run(["report", "-", "-o", page.path], program: "Counter", input: trace + "{}\n{}\n")
      #expect(result.status == 2)
      #expect(try String(contentsOf: page, encoding: .utf8) == "before")
      #expect(try files(directory) == ["page.html"])
    }
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
    try report("DIR/session.jsonl", "-o", "DIR/none/page.html") { (run: Run, directory: URL) throws in
      #expect(run.status == 73)
      #expect(run.errors == "Counter: cannot write \(directory.path)/none/page.html: No such file or directory\n")
    }
  }

  @Test func helpHasAnExample() throws {
    let help = try run(["report", "--help"], program: "Counter").output
    #expect(help.contains("Counter report session.jsonl -o report.html\n"))
    #expect(help.contains("-o FILE"))
  }

  @Test func devicesAreWrittenToAndNotReplaced() throws {
    try report("DIR/session.jsonl", "-o", "/dev/null") { (run: Run, _: URL) throws in
      #expect(run.status == 0)
      let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
      #expect(type == .typeCharacterSpecial)
    }
  }
}
