import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@testable import StoreInspection

@Suite struct SeveralScriptsTests {
  private let folder = TemporaryFolder()
  private let program = Sampler.program

  /// Writes two scripts that pass, and between them one that fails.
  private func writeScripts() throws {
    try folder.write("send countChanged 1\nexpect count == 1\n", to: "a.script")
    try folder.write("send countChanged 2\nexpect count == 3\n", to: "b.script")
    try folder.write("expect count == 0\n", to: "c.script")
    try folder.write("not a script", to: "notes.txt")
  }

  /// The output without the path of the folder, which differs in each run.
  private func run(_ arguments: String...) async -> Run {
    var run = await program.play(["run"] + arguments)
    run.output = run.output.replacing(folder.path(""), with: "")
    run.errors = run.errors.replacing(folder.path(""), with: "")
    return run
  }

  @Test func aFolderIsPlayedByNameAndSummedUp() async throws {
    try writeScripts()
    let played = await run(folder.path(""), "--quiet")
    let output = """
      a.script
      2 steps, 1 action sent, 0 received, 1 expectation, 0 failed

      b.script
      2 steps, 1 action sent, 0 received, 1 expectation, 1 failed

      c.script
      1 step, 0 actions sent, 0 received, 1 expectation, 0 failed

      3 scripts, 1 failed
        b.script

      """
    played.expect(.failed, output: output)
    #expect(played.errors.contains("b.script:2:"))
    let passed = await run(folder.path("a.script"), folder.path("c.script"), "--quiet")
    #expect(passed.output.hasSuffix("\n2 scripts, 0 failed\n"))
    passed.expect(.passed, errors: "")
  }

  @Test func scriptsThatAreWrongOrMissingDoNotKeepOthersFromBeingPlayed() async throws {
    try writeScripts()
    try folder.write("sned countChanged 1\n", to: "wrong.script")
    let paths = ["none.script", "wrong.script", "b.script", "a.script"].map { folder.path($0) }
    let played = await run(paths[0], paths[1], paths[2], paths[3], "--quiet")
    let summary = "4 scripts, 3 failed\n  none.script\n  wrong.script\n  b.script\n"
    played.expect(.noInput, texts: [summary, "a.script\n2 steps"])
    await run(paths[1], paths[2]).expect(.wrongInput)
    let recorded = await run(paths[2], paths[3], "--trace", folder.path("t.jsonl"))
    recorded.expect(.usage, texts: ["Sampler: `--trace` records one script, not 2\n"])
  }

  @Test func resultsAreWrittenForBuildServers() async throws {
    try writeScripts()
    try folder.write("send changed(query: \"<&\\u0001>\", count: 0)\nexpect query == \"a<&>\"\n", to: "markup.script")
    let report = folder.path("report.xml")
    await run(folder.path(""), "--quiet", "--junit", folder.path("a.script")).expect(.noOutput, output: "")
    await run(folder.path(""), "--quiet", "--junit", report).expect(.failed)
    let text = try String(contentsOfFile: report, encoding: .utf8)
    let times = text.replacing(#/time="[0-9]+\.[0-9]{3}"/#, with: #"time="""#).replacing(folder.path(""), with: "")
    let lines = times.split(separator: "\n").map(String.init)
    #expect(lines[1] == #"<testsuites tests="4" failures="2" skipped="0" time="">"#)
    let test = #"    <testcase classname="Sampler" name="#
    #expect(lines[3...4] == [test + #""a.script" time=""/>"#, test + #""b.script" time="">"#])
    #expect(lines[5].hasPrefix(#"      <failure message="b.script:2:"#))
    let parser = XMLParser(data: Data(text.utf8))
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
  }

  @Test func resultsAreLinesOfTheTestAnythingProtocol() async throws {
    try writeScripts()
    let played = await run(folder.path(""), "--tap")
    played.expect(.failed, errors: "")
    let lines = played.output.split(separator: "\n").map(String.init)
    let first = ["TAP version 13", "1..3", "ok 1 - a.script", "not ok 2 - b.script", "  ---", "  message: |"]
    #expect(Array(lines.prefix(6)) == first && lines[6].hasPrefix("    b.script:2:"))
    #expect(lines.suffix(2) == ["  ...", "ok 3 - c.script"])
  }

  @Test func variablesAreDefinedOutside() async throws {
    try folder.write("send changed(query: $note, count: $coin)\nexpect count == $coin\nshow query\n", to: "a.script")
    await run(folder.path("a.script"), "--define", "coin=5", "--define", "note=two words = 2")
      .expect(texts: ["two words = 2"])
    await run(folder.path("a.script"), "--define", "2=5", "--define", "note=a")
      .expect(.wrongInput, texts: ["--define:1:5: error: expected a name"])
    await run(folder.path("a.script"), "--define", "coin=5").expect(.wrongInput, texts: ["$note"])
  }

  @Test func valuesThatPrintManyLinesAreCut() async throws {
    let note = (1...100).map { "\($0)" }.joined(separator: String(repeating: " ", count: 120))
    try folder.write("send changed(query: \"\(note)\", count: 0)\nshow\n", to: "a.script")
    let cut = await run(folder.path("a.script"), "--width", "60").output
    #expect(cut.split(separator: "\n").allSatisfy { $0.count <= 60 } && cut.contains(" more\n"))
    #expect(await run(folder.path("a.script"), "--full").output.contains(note))
  }
}
