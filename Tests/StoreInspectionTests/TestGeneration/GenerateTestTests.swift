import Dependencies
import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection

struct GenerateTestTests {
  /// The statements of a test, without the code around them.
  private static func body(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let start = lines.firstIndex(where: { $0.hasPrefix("  @Test") }), let end = lines.firstIndex(of: "  }") else {
      return text
    }
    return lines[(start + 1)..<end].map { String($0.dropFirst(4)) }.joined(separator: "\n")
  }

  private static func made(
    _ script: String,
    _ update: @escaping @Sendable (inout DependencyValues) -> Void = { _ in }
  ) async throws -> String {
    let made = try await SessionToTest.make(script, program: Fetcher.program(update: update))
    made.expect(errors: "")
    return body(made.output)
  }

  @Test func theWholeFile() async throws {
    let made = try await SessionToTest.make(#"send textChanged "a""#, program: Fetcher.program())
    #expect(
      made.output == """
        import Store
        import StoreTesting
        import Testing

        @testable import StoreInspectionTests

        /// A session of Fetcher on mock values, made a test by `Fetcher generate-test`.
        struct FetcherSessionTests {
          @Test func session() async {
            let store = TestStore(initialState: Fetcher.State()) {
              Fetcher()
            }

            await store.send(.textChanged("a")) { $0.text = "a" }
          }
        }

        """
    )
  }

  @Test func textThatIsNotMeantWell() async throws {
    let hostile = "\"\\(exit(1))\n\r\t\0\u{2028}\u{202E}\u{301}</script>*/ \"\"\""
    let text = try await Self.made("send textChanged \(JSONValue.string(hostile))")
    let literal = #""\"\\(exit(1))\n\r\t\0\u{2028}\u{202e}\u{301}</script>*/ \"\"\"""#
    #expect(text.hasSuffix("await store.send(.textChanged(\(literal))) {\n  $0.text = \(literal)\n}"))
  }

  @Test func collectionsAreChangedWhereTheyChange() async throws {
    let text = try await Self.made(
      """
      send fetched [{"id": 1, "name": "one", "tags": []}, {"id": 2, "name": "two", "tags": ["a"]}]
      send itemRenamed {"id": 2, "_1": "zwei"}
      send itemRemoved {"id": 1}
      send counted {"_0": "a", "_1": 1}
      send counted {"_0": "b", "_1": 2}
      send counted {"_0": "a", "_1": null}
      send noteButtonTapped
      send destination.presented.note.textChanged "x"
      send destination.dismiss
      """
    )
    #expect(
      text.hasSuffix(
        #"""
        await store.send(.fetched([Fetcher.Item(id: 1, name: "one"), Fetcher.Item(id: 2, name: "two", tags: ["a"])])) {
          $0.items = [Fetcher.Item(id: 1, name: "one"), Fetcher.Item(id: 2, name: "two", tags: ["a"])]
        }
        await store.send(.itemRenamed(id: 2, "zwei")) { $0.items[id: 2]?.name = "zwei" }
        await store.send(.itemRemoved(id: 1)) { $0.items.remove(id: 1) }
        await store.send(.counted("a", 1)) { $0.counts["a"] = 1 }
        await store.send(.counted("b", 2)) { $0.counts["b"] = 2 }
        await store.send(.counted("a", nil)) { $0.counts["a"] = nil }
        await store.send(.noteButtonTapped) { $0.destination = .note(Note.State(text: "")) }
        await store.send(.destination(.presented(.note(.textChanged("x"))))) { $0.$destination[case: \.note]?.text = "x" }
        await store.send(.destination(.dismiss)) { $0.destination = nil }
        """#
      ),
      "\(text)"
    )
  }

  /// An enum's case is named after the case, not after its `description`.
  @Test func enumsWithDescriptions() throws {
    enum Level: String, Codable, CustomStringConvertible {
      case low

      var description: String { "quite low" }
    }
    enum Mode: Codable, CustomStringConvertible {
      case off

      var description: String { "switched off" }
    }
    #expect(try SwiftSpeller([]).source(of: [Level.low]).line == "[.low]")
    #expect(try SwiftSpeller([]).source(of: [Mode.off]).line == "[.off]")
  }

  @Test(arguments: [
    (1_234_567 as any Sendable, "1_234_567"),
    (-1_000_000, "-1_000_000"),
    (0.1, "0.1"),
    (2.0, "2"),
    (Double.infinity, ".infinity"),
    (Float.nan, ".nan"),
    (Date(timeIntervalSince1970: 0.1), "Date(timeIntervalSince1970: 0.1)"),
    (Date.distantPast, ".distantPast"),
    (UUID(3), "UUID(3)"),
    (Duration.milliseconds(1500), ".milliseconds(1500)"),
    (Data([1, 2]), "Data([1, 2])"),
    (Set(["b", "a"]), #"["a", "b"]"#),
    (["b": 1, "a": 2], #"["a": 2, "b": 1]"#),
    ([String: Int](), "[:]"),
    ([[1], []], "[[1], []]"),
    (Result<Int, CancellationError>.success(1), ".success(1)"),
  ])
  func values(value: any Sendable, source: String) throws {
    #expect(try SwiftSpeller([]).source(of: value).line == source)
  }

  /// An element of an array is no optional, in contrast to one that is looked up by its identity.
  @Test func elementsWithPropertiesThatNoInitializerSets() throws {
    struct Draft: Equatable {
      let id: Int
      var isSaved = false

      init(id: Int) { self.id = id }
    }
    struct State: Equatable {
      var drafts: [Draft] = [Draft(id: 1), Draft(id: 2)]
    }
    let speller = SwiftSpeller([.initializer(of: Draft.self, named: "Draft", "let id") { Draft(id: $0.id) }])
    var state = State()
    state.drafts[1] = Draft(id: 3)
    state.drafts[1].isSaved = true
    let changes = try StateChanges(from: State(), to: state, speller).statements
    #expect(changes.map(\.line) == ["$0.drafts[1] = Draft(id: 3)", "$0.drafts[1].isSaved = true"])
  }

  @Test func identifiersThatSeveralPlacesNeed() async throws {
    let id = try #require(UUID(uuidString: "6B8E2D1A-0F3C-4A57-9E64-2C1D7A9B5E30"))
    let made = try await SessionToTest.make(
      "send stampButtonTapped",
      program: Fetcher.program { $0.uuid = .constant(id) }
    )
    #expect(made.output.contains("\n      $0.uuid = .constant(identifier)\n"), "\(made.output)")
    #expect(made.output.contains("$0.ids = [identifier]"), "\(made.output)")
    #expect(
      made.output.hasSuffix(
        """

        // swift-format-ignore: NeverForceUnwrap
        private let identifier = UUID(uuidString: "6B8E2D1A-0F3C-4A57-9E64-2C1D7A9B5E30")!

        extension Date {
          fileprivate init(_ text: String) { self = (try? Date(text, strategy: .iso8601)) ?? .distantPast }
        }

        """
      ),
      "\(made.output)"
    )
  }

  @Test func urlsThatAreRelativeToOthers() throws {
    let base = try #require(URL(string: "https://a.b/c/"))
    let relative = try #require(URL(string: "d", relativeTo: base))
    let error = #expect(throws: SwiftSpeller.Unspellable.self) { try SwiftSpeller([]).source(of: relative) }
    #expect(error?.reason == "it is relative to another URL")
    #expect(try SwiftSpeller([]).source(of: base).line == #"URL(string: "https://a.b/c/")!"#)
  }

  // MARK: Answers

  @Test func answersAndErrors() async throws {
    let text = try await Self.made(
      """
      send fetchButtonTapped {"query": "a"}
      send fetchButtonTapped {"query": ""}
      """
    ) {
      $0.fetchClient.items = { query, _ in
        if query.isEmpty { throw Fetcher.Failure(reason: "no query") }
        return [Fetcher.Item(id: 1, name: "a name that is long enough for a constant", tags: ["tag"])]
      }
    }
    #expect(
      text == """
        let store = TestStore(initialState: Fetcher.State()) {
          Fetcher()
        } withDependencies: {
          $0.fetchClient.items = { query, page in
            switch (query, page) {
            case ("a", 1): return items
            case ("", 1): throw Fetcher.Failure(reason: "no query")
            default:
              Issue.record("no such call was recorded: \\((query, page))")
              throw CancellationError()
            }
          }
        }

        await store.send(.fetchButtonTapped(query: "a"))
        await store.receive(.fetched(items)) { $0.items = IdentifiedArray(uniqueElements: items) }
        await store.send(.fetchButtonTapped(query: ""))
        await store.receive(.failed(Fetcher.Failure(reason: "no query"))) {
          $0.failure = Fetcher.Failure(reason: "no query")
        }
        """
    )
  }

  /// The same call three times: two calls get different answers, and the third is never answered.
  /// Labels may repeat, be no plain names, or be called like what the closure uses.
  @Test(arguments: [
    ("(a:a:)", "argument1, argument2"), ("(await:user id:)", "argument1, argument2"),
    ("(server:in:)", "argument1, `in`"),
    ("(_:page:)", "argument1, page"), ("", "argument1, argument2"),
  ])
  func labelsThatNoParameterCanHave(labels: String, parameters: String) async throws {
    var program = Fetcher.program { $0.fetchClient.items = { _, _ in [] } }
    program.recordedEndpoints = [.endpoint(\.fetchClient.items, "fetchClient.items\(labels)")]
    let made = try await SessionToTest.make(#"send fetchButtonTapped {"query": "a"}"#, program: program)
    #expect(made.output.contains("$0.fetchClient.items = { \(parameters) in\n"), "\(made.output)\(made.errors)")
  }

  /// As `swift format` leaves it.
  @Test(arguments: [("$0.client.reset = {", "$0.client.reset = {}"), ("$0.save = { _ in", "$0.save = { _ in }")])
  func aBlockOfNothing(head: String, line: String) {
    #expect(SwiftSource.block(.text(head), [], close: "}").rendered() == line)
  }

  @Test func theNameOfAnEndpointMayHaveParentheses() {
    let endpoint = RecordedEndpoint.endpoint(\.fetchClient.items, "fetchClients[ID(1)].items(query:page:)")
    #expect(endpoint.name == "fetchClients[ID(1)].items")
    #expect(endpoint.parameters == ["query", "page"])
    #expect(RecordedEndpoint.endpoint(\.fetchClient.items, "fetchClients[ID(1)]").name == "fetchClients[ID(1)]")
  }

  @Test func answersInTheirOrder() async throws {
    let count = Locked(0)
    let text = try await Self.made("send listenButtonTapped") {
      $0.fetchClient.next = {
        let number = count.next()
        if number <= 2 { return "\(number)" }
        try await Task.sleep(for: .seconds(1000))
        return ""
      }
    }
    #expect(
      text == """
        // Answers that took their time come when this clock is moved on.
        let server = TestClock()
        let nextCalls = Atomic(0)
        let store = TestStore(initialState: Fetcher.State()) {
          Fetcher()
        } withDependencies: {
          $0.fetchClient.next = {
            switch nextCalls.wrappingAdd(1, ordering: .relaxed).oldValue {
            case 0: return "1"
            case 1: return "2"
            default:
              try await server.sleep(for: .seconds(86_400))
              throw CancellationError()
            }
          }
        }

        let task = await store.send(.listenButtonTapped)
        await store.receive(.heard("1")) { $0.text = "1" }
        await store.receive(.heard("2")) { $0.text = "2" }
        await task.cancel()
        """
    )
  }

  @Test func longErrors() async throws {
    let reason = "a reason that is long enough to be broken, and so are the lines around it, as people would"
    let program = Fetcher.program { $0.fetchClient.items = { _, _ in throw Fetcher.Failure(reason: reason + reason) } }
    let made = try await SessionToTest.make(#"send fetchButtonTapped {"query": "a"}"#, program: program)
    let text = Self.body(made.output)
    #expect(
      text.hasSuffix(
        #"""
          $0.fetchClient.items = { query, page in
            #expect(query == "a" && page == 1)
            throw failure
          }
        }

        await store.send(.fetchButtonTapped(query: "a"))
        await store.receive(.failed(failure)) { $0.failure = failure }
        """#
      ),
      "\(text)"
    )
    let declaration = #"""

      private let failure = Fetcher.Failure(
        reason: """
        a reason that is long enough to be broken, and so are the lines around it, as people woulda reason that is long enoug\
        h to be broken, and so are the lines around it, as people would
        """
      )

      """#
    #expect(made.output.hasSuffix(declaration), "\(made.output)")
  }

  @Test func answersThatComeLate() async throws {
    let text = try await Self.made(
      """
      send fetchButtonTapped {"query": "a"}
      send textChanged "b"
      await fetched
      """
    ) {
      $0.fetchClient.items = { [clock = $0.continuousClock] _, _ in
        try await clock.sleep(for: .seconds(3))
        return []
      }
    }
    #expect(
      text == """
        // Answers that took their time come when this clock is moved on.
        let server = TestClock()
        let store = TestStore(initialState: Fetcher.State()) {
          Fetcher()
        } withDependencies: {
          $0.fetchClient.items = { query, page in
            #expect(query == "a" && page == 1)
            try await server.sleep(for: .seconds(1))
            return []
          }
        }

        await store.send(.fetchButtonTapped(query: "a"))
        await store.send(.textChanged("b")) { $0.text = "b" }
        await server.advance(by: .seconds(1))
        await store.receive(.fetched([]))
        """
    )
  }

  /// Time that passes before a section needs no statement if nothing reads the clock, and leaves no blank line.
  @Test func sectionsAfterTimeThatNothingReads() async throws {
    let text = try await Self.made(
      """
      advance 1s
      section "First"
      send textChanged "a"
      section "Second"
      send textChanged "b"
      """
    )
    #expect(
      text == """
        let store = TestStore(initialState: Fetcher.State()) {
          Fetcher()
        }

        // First
        await store.send(.textChanged("a")) { $0.text = "a" }

        // Second
        await store.send(.textChanged("b")) { $0.text = "b" }
        """
    )
  }

  // MARK: What differs from run to run

  @Test func generatedValues() async throws {
    let text = try await Self.made("send stampButtonTapped\nsend rollButtonTapped\nadvance 1s\nsend stampButtonTapped")
    #expect(text.contains("$0.date = DateGenerator { start + clock.now.offset / .seconds(1) }"))
    #expect(text.contains("$0.uuid = .incrementing"))
    #expect(text.contains("WithRandomNumberGenerator(SeededRandomNumberGenerator(seed: 0))"))
    #expect(text.contains("$0.ids.append(UUID(1))"), "\(text)")
  }

  @Test func otherGenerators() async throws {
    let text = try await Self.made("send stampButtonTapped\nsend rollButtonTapped\nsend stampButtonTapped") {
      $0.uuid = .constant(UUID(7))
      $0.date = .constant(Date(timeIntervalSince1970: 0.5))
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SeededRandomNumberGenerator(seed: 1))
    }
    #expect(text.contains("$0.date.now = Date(timeIntervalSince1970: 0.5)"))
    #expect(text.contains("let uuids = [UUID(7), UUID(7)]"), "\(text)")
    #expect(text.contains("WithRandomNumberGenerator(RecordedNumbers())"))
  }

  @Test func aValueThatIsNoDependency() async throws {
    let made = try await SessionToTest.make("send impureButtonTapped", program: Fetcher.program())
    made.expect(1, output: "")
    let parts = made.errors.split(separator: "\n").map(String.init)
    #expect(parts.count == 4, "\(made.errors)")
    #expect(parts.first == "Fetcher: no test can be made of trace.jsonl")
    #expect(
      parts.dropFirst().first
        == "  after step 1, `impureButtonTapped`: the state is another one when the session is run again:"
    )
    #expect(parts.dropFirst(2).first?.hasPrefix("    ids[0]: ") == true, "\(made.errors)")
    #expect(
      parts.last == #"    perhaps the feature makes a UUID by itself: have it ask @Dependency(\.uuid)"#
    )
  }

  @Test func anEndpointThatIsNotRecorded() async throws {
    let program = Fetcher.program(records: false) { $0.fetchClient.items = { _, _ in [] } }
    let made = try await SessionToTest.make(#"send fetchButtonTapped {"query": "a"}"#, program: program)
    made.expect(1, output: "")
    #expect(made.errors.contains("items"), "\(made.errors)")
    #expect(made.errors.contains("`recordedEndpoints`"), "\(made.errors)")
  }

  @Test func aSessionThatReportsIssues() async throws {
    let script = #"send destination.presented.note.textChanged "x""#
    var run: Run?
    _ = try await withCapturedIssues {
      run = try await SessionToTest.make(script + "\n" + script, program: Fetcher.program())
    }
    let made = try #require(run)
    made.expect(1, output: "")
    let parts = made.errors.split(separator: "\n").map(String.init)
    #expect(parts.count == 3, "\(made.errors)")
    #expect(parts.dropFirst().first?.contains("got a child action when nothing was presented.") == true)
    #expect(
      parts.last == "    a test fails with every issue that is reported: record a session without what caused this one"
    )
  }

  // MARK: Traces

  @Test func partOfASession() async throws {
    let script = "send textChanged \"a\"\nsend textChanged \"b\""
    let made = try await SessionToTest.make(script, ["--to", "1"], program: Fetcher.program())
    #expect(Self.body(made.output).hasSuffix(#"await store.send(.textChanged("a")) { $0.text = "a" }"#))
  }

  /// What the message advises has to help.
  @Test func aSessionThatWentBack() async throws {
    let jump = #"{"kind":"jump","step":0,"time":0,"wall":0,"patch":[{"op":"replace","path":"/text","value":""}]}"#
    func made(_ options: [String]) async throws -> Run {
      try await SessionToTest.make(#"send textChanged "a""#, options, program: Fetcher.program()) {
        $0.replacing(#"{"kind":"end""#, with: "\(jump)\n" + #"{"kind":"end""#)
      }
    }
    #expect(
      try await made([]).errors == """
        Fetcher: no test can be made of trace.jsonl
          after step 1 the session went back to step 0, which no test can do
            take what came before it: --to 1

        """
    )
    let before = try await made(["--to", "1"])
    #expect(before.errors == "")
    #expect(Self.body(before.output).hasSuffix(#"await store.send(.textChanged("a")) { $0.text = "a" }"#))
  }

  @Test func aStepThatTheTraceDoesNotHave() async throws {
    let script = "send textChanged \"a\"\nsend textChanged \"b\""
    let whole = try await SessionToTest.make(script, ["--to", "2"], program: Fetcher.program())
    #expect(whole.status == 0, "\(whole.errors)")
    let beyond = try await SessionToTest.make(script, ["--to", "3"], program: Fetcher.program())
    beyond.expect(.wrongInput, output: "", errors: "trace.jsonl: there is no step 3: the trace has 2 steps\n")
    let one = try await SessionToTest.make("send textChanged \"a\"", ["--to", "2"], program: Fetcher.program())
    #expect(one.errors == "trace.jsonl: there is no step 2: the trace has 1 step\n")
  }

  @Test func aLongSession() async throws {
    let script = (0...GenerateTestOptions.stepLimit).map { "send textChanged \"\($0)\"" }.joined(separator: "\n")
    let made = try await SessionToTest.make(script, program: Fetcher.program())
    made.expect(1, output: "")
    #expect(
      made.errors == """
        Fetcher: no test can be made of trace.jsonl
          a test has at most 500 steps, and the session has more
            take the first ones: --to 500

        """
    )
    #expect(try await SessionToTest.make(script, ["--to", "501"], program: Fetcher.program()).status == 0)
  }

  @Test func aSessionOfLongValues() async throws {
    let text = String(repeating: "a", count: GenerateTestOptions.sizeLimit / 3)
    let script = "send textChanged \"\(text)\"\nsend textChanged \"b\(text)\""
    let made = try await SessionToTest.make(script, program: Fetcher.program())
    made.expect(1, output: "")
    #expect(
      made.errors == """
        Fetcher: no test can be made of trace.jsonl
          a test has at most 4 MB of values, and the session has more
            take the first ones: --to 1

        """
    )
  }

  @Test(arguments: [
    ("not a trace", 2, "trace.jsonl:1:1: error: "),
    (#"{"trace":2}"#, 2, "the trace has format version 2, and this program reads version 1"),
  ])
  func whatIsNoTrace(text: String, status: Int32, error: String) async throws {
    let made = try await SessionToTest.make("send rollButtonTapped", program: Fetcher.program()) { _ in text }
    made.expect(status, output: "")
    #expect(made.errors.contains(error), "\(made.errors)")
  }

  @Test func theTraceOfAnotherProgram() async throws {
    let made = try await SessionToTest.make("send rollButtonTapped", program: Fetcher.program()) {
      $0.replacing(#""feature":"Fetcher""#, with: #""feature":"Other""#)
    }
    #expect(made.status == 1)
    #expect(made.errors.contains("the trace is of the feature Other, and Fetcher has Fetcher"), "\(made.errors)")
  }

  @Test func anActionThatIsNoMore() async throws {
    let made = try await SessionToTest.make("send rollButtonTapped", program: Fetcher.program()) {
      $0.replacing("rollButtonTapped", with: "diceThrown")
    }
    #expect(made.status == 1)
    #expect(made.errors.contains("step 1, `diceThrown`: the action can't be read"), "\(made.errors)")
  }

  /// No trace, wherever it comes from, makes the program crash or hang.
  @Test(arguments: 0..<40)
  func damagedTraces(seed: UInt64) async throws {
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

  // MARK: The command line

  @Test(arguments: [
    ([], "`generate-test` needs a trace"),
    (["a", "b"], "`generate-test` takes one trace, and here are 2"),
    (["a", "--to", "0"], "`--to` needs the number of a step, from 1 on"),
    (["a", "--feature"], "`--feature` needs a value"),
  ])
  func usage(arguments: [String], message: String) {
    #expect { try GenerateTestOptions(arguments[...]) } throws: { ($0 as? UsageError)?.message == message }
  }
}
