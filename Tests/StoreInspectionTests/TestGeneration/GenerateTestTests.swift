import Dependencies
import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection

struct GenerateTestTests {
  private static func body(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let start = lines.firstIndex(of: "    }"), let end = lines.firstIndex(of: "    session.finish()") else {
      return text
    }
    return lines[(start + 1)..<end].drop { $0.isEmpty }.map { String($0.dropFirst(4)) }.joined(separator: "\n")
  }

  private static func made(
    _ script: String,
    _ update: @escaping @Sendable (inout DependencyValues) -> Void = { _ in }
  ) async throws -> String {
    let made = try await SessionToTest.make(script, program: Fetcher.program(update: update))
    made.expect(errors: "")
    return body(made.output)
  }

  private static let texts = "send textChanged \"a\"\nsend textChanged \"b\""

  /// Whole files are in the folders `Generated`.
  @Test func aFileHasTheImportsAndTheEndpointsThatItNeeds() async throws {
    let made = try await SessionToTest.make(
      "section \"First\"\nsend fetchButtonTapped {\"query\": \"a\"}",
      program: Fetcher.program { $0.fetchClient.items = { _, _ in throw Fetcher.Failure(reason: "no network") } }
    )
    let imports = ["Store", "StoreInspection", "StoreTesting", "Testing\n"].map { "import \($0)\n" }.joined()
    #expect(made.output.hasPrefix("\(imports)@testable import StoreInspectionTests\n"), "\(made.output)")
    let session = #"    let session = try RecordedSession("trace.jsonl", of: Fetcher(), from: Fetcher.State())"#
    made.expect(texts: [session, "      session.prepare(&$0, #endpoint(\\.fetchClient.items))\n    }\n"])
    let received = "await store.receive(\\.failed) { $0.failure = session[2].failure }"
    #expect(Self.body(made.output) == "// First\nawait store.send(.fetchButtonTapped(query: \"a\"))\n\(received)")
  }

  /// The trace lies beside the test, under its name.
  @Test func whatOptionsSay() async throws {
    let folder = TemporaryFolder()
    let options = ["-o", folder.path("FetcherTests.swift"), "--to", "1", "--state", "Fetcher.State.sample"]
    let made = try await SessionToTest.make(Self.texts, options, program: Fetcher.program())
    let (test, copy) = (folder.path("FetcherTests.swift"), folder.path("FetcherTests.jsonl"))
    made.expect(output: "Wrote \(test) and \(copy).\n", errors: "")
    let text = try folder.text("FetcherTests.swift")
    let session = #"RecordedSession("FetcherTests.jsonl", of: Fetcher(), through: 1, from: Fetcher.State.sample)"#
    #expect(text.contains(session) && text.contains("\nstruct FetcherTests {\n"), "\(text)")
    #expect(Self.body(text) == #"await store.send(.textChanged("a")) { $0.text = "a" }"#)
    #expect(try folder.text("FetcherTests.jsonl").contains(#""name":"textChanged""#))
    let beyond = try await SessionToTest.make(Self.texts, ["--to", "3"], program: Fetcher.program())
    beyond.expect(.wrongInput, output: "", errors: "trace.jsonl: there is no step 3: the trace has 2 steps\n")
  }

  @Test func theCopyOfTheTraceReplacesNoOtherTrace() async throws {
    let folder = TemporaryFolder()
    let options = ["-o", folder.path("FetcherTests.swift"), "--to", "1"]
    try folder.write("another trace\n", to: "FetcherTests.jsonl")
    let refused = try await SessionToTest.make(Self.texts, options, program: Fetcher.program())
    let reason = "another file is in the place of the trace that the test needs"
    let message = "Fetcher: cannot write \(folder.path("FetcherTests.jsonl")): \(reason)\n"
    refused.expect(.noOutput, output: "", errors: message)
    #expect(try folder.text("FetcherTests.jsonl") == "another trace\n")
    // Beside a test that reads it, it is the trace of an earlier version.
    try folder.write("RecordedSession(\"FetcherTests.jsonl\")", to: "FetcherTests.swift")
    try await SessionToTest.make(Self.texts, options, program: Fetcher.program()).expect()
  }

  @Test func textThatIsNotMeantWell() async throws {
    let hostile = "\"\\(exit(1))\n\r\t\0\u{2028}\u{202E}\u{301}*/ \"\"\""
    let text = try await Self.made("send textChanged \(JSONValue.string(hostile))")
    let literal = #""\"\\(exit(1))\n\r\t\0\u{2028}\u{202e}\u{301}*/ \"\"\"""#
    #expect(text == "await store.send(.textChanged(\(literal))) {\n  $0.text = \(literal)\n}", "\(text)")
  }

  @Test func collectionsAreChangedWhereTheyChange() async throws {
    let text = try await Self.made(
      """
      send fetched [{"id": 1, "name": "one", "tags": []}, {"id": 2, "name": "two", "tags": ["a"]}]
      send itemRenamed {"id": 2, "_1": "zwei"}
      send itemRemoved {"id": 1}
      send counted {"_0": "a", "_1": 1}
      send counted {"_0": "a", "_1": null}
      send memoButtonTapped
      send destination.presented.memo.textChanged "x"
      send destination.dismiss
      """
    )
    let expected = #"""
      await store.send(try session.action(1)) { $0.items = session[1].items }
      await store.send(.itemRenamed(id: 2, "zwei")) { $0.items[id: 2]?.name = "zwei" }
      await store.send(.itemRemoved(id: 1)) { $0.items.remove(id: 1) }
      await store.send(.counted("a", 1)) { $0.counts = ["a": 1] }
      await store.send(.counted("a", nil)) { $0.counts = [:] }
      await store.send(.memoButtonTapped) { $0.destination = session[6].destination }
      await store.send(.destination(.presented(.memo(.textChanged("x"))))) {
        $0.$destination[case: \.memo]?.text = "x"
      }
      await store.send(.destination(.dismiss)) { $0.destination = nil }
      """#
    #expect(text == expected, "\(text)")
  }

  private enum Level: String, CustomStringConvertible {
    case low
    var description: String { "quite low" }
  }

  @Test(
    arguments: [
      (1_234_567, "1_234_567"), (-1_000_000, "-1_000_000"), (0.1, "0.1"), (2.0, "2"), (Double.infinity, ".infinity"),
      (Float.nan, ".nan"), (Date(timeIntervalSince1970: 0.1), "Date(timeIntervalSince1970: 0.1)"),
      (Date.distantPast, ".distantPast"), (UUID(3), "UUID(3)"), (Duration.milliseconds(1500), ".milliseconds(1500)"),
      (Data([1, 2]), "Data([1, 2])"), (Set(["b", "a"]), #"["a", "b"]"#), (["b": 1, "a": 2], #"["a": 2, "b": 1]"#),
      ([String: Int](), "[:]"), ([[1], []], "[[1], []]"), (Int?.some(3), "3"),
      (Result<Int, CancellationError>.success(1), ".success(1)"),
      (URL(string: "https://a.b/c/")!, #"URL(string: "https://a.b/c/")!"#),
      // An enum's case is named after the case, not after its `description`.
      ([Level.low], "[.low]"),
      // What may not compile is taken from the recording.
      (Fetcher.Item(id: 1, name: "a"), nil), ([Fetcher.Item(id: 1, name: "a")], nil),
      (Fetcher.Failure(reason: "a"), nil), (URL(string: "d", relativeTo: URL(string: "https://a.b/c/"))!, nil),
    ] as [(any Sendable, String?)]
  )
  func values(value: any Sendable, source: String?) { #expect(spelling(of: value) == source) }
  private enum Circle: Equatable { case unit, double }
  private struct Drawing: Equatable {
    var shape: any Equatable = 0
    let name = "a"
    var shapes: [any Equatable] = []
    var circle = Circle.unit
    static func == (lhs: Self, rhs: Self) -> Bool { valueDump(lhs) == valueDump(rhs) }
  }

  /// A case with a leading dot is not found where the type is an existential.
  @Test func existentialsComeFromTheRecording() {
    var drawing = Drawing()
    drawing.shape = Circle.unit
    drawing.shapes = [Circle.unit]
    drawing.circle = .double
    let changes = StateChanges(from: Drawing(), to: drawing, recorded: "session[1]")
    let expected = ["$0.shape = session[1].shape", "$0.shapes = session[1].shapes", "$0.circle = .double"]
    #expect(changes.statements == expected)
  }

  @propertyWrapper private struct Loaded: Equatable { var wrappedValue = 0, requestCount = 0 }
  private struct Page: Equatable {
    @Loaded var number
    mutating func ask() { _number.requestCount += 1 }
  }

  /// An assignment to the property leaves what the wrapper keeps besides.
  @Test func whatAWrapperKeepsBesidesItsValueComesWithTheWhole() {
    var page = Page()
    var changes: [String] { StateChanges(from: Page(), to: page, recorded: "session[1]").statements }
    page.number = 1
    #expect(changes == ["$0.number = session[1].number"])
    page.ask()
    #expect(changes == ["$0 = session[1]"])
  }

  @Test func generatedValues() async throws {
    let text = try await Self.made("send stampButtonTapped\nadvance 1s\nsend stampButtonTapped") {
      $0.uuid = .constant(UUID(7))
      $0.date = .constant(Date(timeIntervalSince1970: 0.5))
    }
    let expected = """
      await store.send(.stampButtonTapped) {
        $0.stamp = Date(timeIntervalSince1970: 0.5)
        $0.ids = [UUID(7)]
      }
      await session.clock.advance(by: .seconds(1))
      await store.send(.stampButtonTapped) { $0.ids = [UUID(7), UUID(7)] }
      """
    #expect(text == expected, "\(text)")
  }

  @Test func whatIsNoDependencyOrNotRecordedIsNamed() async throws {
    let made = try await SessionToTest.make("send impureButtonTapped", program: Fetcher.program())
    let start = """
      Fetcher: no test can be made of trace.jsonl
        Step 1 of the session, `impureButtonTapped`, reaches another state.
      """
    made.expect(1, output: "")
    made.expect(.failed, texts: ["\(start)\n", "ids[0]: ", "in place of asking for it by `@Dependency`"])
    let program = Fetcher.program(records: false) { $0.fetchClient.items = { _, _ in [] } }
    let unrecorded = try await SessionToTest.make(#"send fetchButtonTapped {"query": "a"}"#, program: program)
    unrecorded.expect(1, output: "")
    let advice = ["`recordedEndpoints`", "If this is a client, name the endpoints that "]
    unrecorded.expect(.failed, texts: ["Unimplemented: FetchClient.items"] + advice)
  }

  /// Values for tests that programs write by hand report issues without an article.
  @Test(
    arguments: [
      ("Unimplemented: 'openURL' was asked to open a page.", nil, true),
      ("@Dependency(\\.rates) has no test value.", .dependencies, true),
      ("withDependencies(from:) was given a value that holds none.", .dependencies, false),
    ] as [(String, IssueArticle?, Bool)]
  )
  func adviceIsForClientsWithoutATestValue(message: String, article: IssueArticle?, isGiven: Bool) {
    let location = IssueLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    let issue = ReportedIssue(message: message, location: location, article: article)
    let notes = TestGenerationFailure.Problem(issue: issue).notes
    #expect(notes.contains { $0.hasPrefix("If this is a client, name the endpoints ") } == isGiven)
  }

  @Test func aSessionThatReportsIssues() async throws {
    _ = try await withCapturedIssues {
      let script = #"send destination.presented.memo.textChanged "x""#
      let made = try await SessionToTest.make(script, program: Fetcher.program())
      made.expect(.failed, texts: ["got a child action when nothing was presented."])
    }
  }

  /// What the message advises has to help.
  @Test func aSessionThatWentBack() async throws {
    let jump = #"{"kind":"jump","step":0,"time":0,"wall":0,"patch":[{"op":"replace","path":"/text","value":""}]}"#
    func made(_ options: [String]) async throws -> Run {
      try await SessionToTest.make(#"send textChanged "a""#, options, program: Fetcher.program()) {
        $0.replacing(#"{"kind":"end""#, with: "\(jump)\n" + #"{"kind":"end""#)
      }
    }
    let expected = """
      Fetcher: no test can be made of trace.jsonl
        after step 1 the session went back to step 0, which no test can do
          take what came before it: --to 1

      """
    #expect(try await made([]).errors == expected)
    let before = try await made(["--to", "1"])
    before.expect(errors: "")
    #expect(Self.body(before.output) == #"await store.send(.textChanged("a")) { $0.text = "a" }"#)
  }

  @Test func aLongSession() async throws {
    let script = (0...GenerateTestOptions.stepLimit).map { "send textChanged \"\($0)\"" }.joined(separator: "\n")
    let refusal = """
      Fetcher: no test can be made of trace.jsonl
        a test has at most 500 steps, and the session has more
          take the first ones: --to 500

      """
    try await SessionToTest.make(script, program: Fetcher.program()).expect(1, output: "", errors: refusal)
    #expect(try await SessionToTest.make(script, ["--to", "501"], program: Fetcher.program()).status == 0)
  }

  @Test(
    arguments: [
      (#"[\s\S]*"#, "not a trace", .wrongInput, "trace.jsonl:1:1: error: "),
      (
        #""feature":"Fetcher""#, #""feature":"Other""#, .failed,
        "the trace is of the feature Other, and Fetcher has Fetcher"
      ),
      ("rollButtonTapped", "diceThrown", .failed, "step 1, `diceThrown`, can't be decoded: "),
    ] as [(String, String, ExitCode, String)]
  )
  func tracesOfOthers(part: String, replacement: String, status: ExitCode, error: String) async throws {
    let made = try await SessionToTest.make("send rollButtonTapped", program: Fetcher.program()) {
      $0.replacingOccurrences(of: part, with: replacement, options: .regularExpression)
    }
    made.expect(status, output: "")
    #expect(made.errors.contains(error), "\(made.errors)")
  }

  /// No trace, wherever it comes from, makes the program crash or hang.
  @Test(arguments: randomSeeds(10)) func damagedTraces(seed: UInt64) async throws {
    var generator = SeededRandomNumberGenerator(seed: seed)
    let made = try await SessionToTest.make(
      #"send fetchButtonTapped {"query": "a"}"# + "\nadvance 1s\nsend stampButtonTapped\nsend rollButtonTapped",
      program: Fetcher.program { $0.fetchClient.items = { _, _ in throw Fetcher.Failure(reason: "b") } }
    ) { text in
      var bytes = Array(text.utf8)
      for _ in 0..<3 {
        let position = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[position] = Array("0123456789\"{}[]:,abe-.\n".utf8).randomElement(using: &generator) ?? 0
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect([0, 1, 2].contains(made.status))
    #expect(made.status == 0 || made.output == "" && made.errors != "")
  }

  @Test(arguments: [
    ([], "`generate-test` needs a trace"), (["a", "b"], "`generate-test` takes one trace, not 2"),
    (["a", "--to", "0"], "`--to` needs the number of a step, from 1 on"),
    (["a", "--feature"], "`--feature` needs a value"),
  ])
  func usage(arguments: [String], message: String) {
    #expect { try GenerateTestOptions(arguments[...]) } throws: { ($0 as? UsageError)?.message == message }
  }

  @Test func theNameOfAnEndpointMayHaveParentheses() {
    let endpoint = RecordedEndpoint.endpoint(\.fetchClient.items, "fetchClients[ID(1)].items(query:page:)")
    #expect(endpoint.name == "fetchClients[ID(1)].items")
    #expect(endpoint.parameters == ["query", "page"])
    #expect(RecordedEndpoint.endpoint(\.fetchClient.items, "fetchClients[ID(1)]").name == "fetchClients[ID(1)]")
  }
}
