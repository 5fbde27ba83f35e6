import Store
import TestSupport
import Testing

@testable import StoreInspection

struct LibraryBook: Codable, Equatable, Sendable { var title: String, shelf = 0 }
enum LibraryTrouble: Error, Codable { case closed, missing(shelf: Int) }

@Reducer
private struct Library {
  struct State: Codable { var title = "", problem = "", isAsking = false }

  enum Action: Codable { case asked(Int), sought(String), returnButtonTapped, answered(LibraryBook), failed(String) }

  @Dependency(\.libraryClient) private var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .asked(let shelf):
      state = State(isAsking: true)
      return call { [client] in try await client.book(shelf) }
    case .sought(let title): return call { [client] in try await client.find(title) }
    case .returnButtonTapped:
      return call { [client] in
        try await client.putBack()
        return LibraryBook(title: "")
      }
    case .answered(let book): state = State(title: book.title)
    case .failed(let problem): state = State(problem: problem)
    }
    return .none
  }

  private func call(_ book: @escaping @Sendable () async throws -> LibraryBook) -> Effect<Action> {
    .run { send in
      await send(.answered(try await book()))
    } catch: { error, send in
      await send(.failed("\(error)"))
    }
  }
}

private struct LibraryClient: DependencyKey {
  var book: @Sendable (_ shelf: Int) async throws -> LibraryBook
  var find: @Sendable (_ title: String) async throws -> LibraryBook
  var putBack: @Sendable () async throws -> Void

  static let mockValue = LibraryClient(
    book: { LibraryBook(title: "Book \($0)", shelf: $0) },
    find: { LibraryBook(title: $0) },
    putBack: {}
  )
  static let liveValue = mockValue
}

extension DependencyValues {
  fileprivate var libraryClient: LibraryClient {
    get { self[LibraryClient.self] }
    set { self[LibraryClient.self] = newValue }
  }
}

@Suite struct AnswerTests {
  private let folder = TemporaryFolder()

  private var program: StoreCommandLine<Library> {
    var program = StoreCommandLine(of: Library(), Library.State(), commands: [.run, .generateTest, .replay])
    program.recordedEndpoints = [
      .endpoint(\.libraryClient.book, "library.book(shelf:)").failing(with: LibraryTrouble.closed),
      .endpoint(\.libraryClient.find, "library.find(title:)").failing(with: LibraryTrouble.closed),
      .endpoint(\.libraryClient.putBack, "library.putBack()"),
    ]
    return program
  }

  @Test(arguments: [
    "answer library.book fails .missing(shelf: 7)\nsend asked 1\nawait failed\nexpect problem == \"missing(shelf: 7)\"",
    "answer library.book fails\nsend asked 1\nawait failed\nexpect problem == \"closed\"",
    "answer library.book with {\"title\": \"Momo\", \"shelf\": 3}\nsend asked 1\nexpect title == \"Momo\"",
    "answer library.book after 1s fails .closed\nsend asked 5\nawait failed within 1s",
    "answer library.book after 2s\nsend asked 5\nadvance 1999ms\nexpect isAsking == true",
    "answer library.book after 2s\nsend asked 5\nadvance 2s\nexpect title == \"Book 5\"",
    "answer library.putBack fails\nsend returnButtonTapped\nexpect problem == \"the call failed, as the script says\"",
    "answer library.book never\nsend asked 1\nadvance 1h\nexpect isAsking == true",
    // They are chosen by arguments, and may be given once.
    """
    let shelf = 2
    answer library.book fails
    answer library.book(shelf: $shelf) with {"title": "Two", "shelf": $shelf}
    answer library.book(3) with {"title": "Three", "shelf": 3} once
    send asked 2
    expect title == "Two"
    send asked 3
    expect title == "Three"
    send asked 3
    expect problem == "closed"
    send asked 2
    expect title == "Two"
    answer library.book as usual once
    send asked 9
    expect title == "Book 9"
    """,
    // Arguments are compared with regular expressions.
    """
    answer library.find(title: /^mo/) fails
    answer library.find(/x$/) with {"title": "X", "shelf": 1}
    send sought "momo"
    expect problem == "closed"
    send sought "tomo"
    expect title == "tomo"
    send sought "box"
    expect title == "X"
    answer library.book(shelf: /1/) fails
    send asked 1
    expect title == "Book 1"
    """,
  ])
  func callsEndAsTheScriptSays(_ script: String) async throws {
    try await program.play(script: script).expect(errors: "")
  }

  @Test func labelsAreCompleted() {
    var completer = Completer(keywords: ["answer"])
    completer.endpoints = ["library.find": ["title", "page"], "library.putBack": []]
    #expect(completer.complete("answer library.f").insertion == "ind ")
    #expect(completer.complete("answer library.find").insertion == "(")
    #expect(completer.complete("answer library.find(").candidates == ["title: ", "page: "])
    #expect(completer.complete("answer library.find(title: \"a\", p").insertion == "age: ")
    #expect(completer.complete("answer library.putBack").insertion == " ")
  }

  private static let unexpected = "expected the end of the line, found `after`"

  @Test(arguments: [
    ("library.bok fails", "unknown endpoint `library.bok`\n", "did you mean `library.book`?"),
    ("shop.price fails", "unknown endpoint `shop.price`", "`help answers` lists them"),
    ("library.book", "expected `after`, `fails`, `with`, `never` or `as usual`, found the end of the line", ""),
    ("library.book as before", "expected `usual`, found `before`", ""),
    ("library.book(id: 1) fails", "`library.book` has no such parameter", "expected `shelf:`"),
    ("library.book(1, 2) fails", "`library.book` has no such parameter", "expected `shelf:`"),
    ("library.book fails .open", "unknown case `open`", "closed"),
    ("library.book with {\"shelf\": 3}", "title", ""),
    ("library.putBack with 1", "`library.putBack` returns nothing", "leave out `with` and the value"),
    (
      "library.putBack fails .closed", "the errors of `library.putBack` can't be written in a script",
      "program: `commandLine.recordedEndpoints = [#endpoint(\\.library.putBack).failing(with: …)]`"
    ),
    ("library.book with {\"title\": \"Momo\", \"shelf\": 3} after 2s", unexpected, "write `after 2s` before `with`"),
    ("library.book fails after 1.5s", unexpected, "write `after 1.5s` before `fails`"),
    ("library.book never once after 3m", unexpected, "write `after 3m` before `never`"),
    ("library.find(title: /(/) fails", "this is not a regular expression", ""),
    ("", "expected the name of an endpoint", ""),
  ])
  func mistakesAreReportedBeforeAnythingRuns(_ answer: String, _ message: String, _ note: String) async throws {
    let run = try await program.play(script: "send asked 1\nanswer \(answer)\n")
    run.expect(.wrongInput, output: "")
    run.expect(.wrongInput, texts: ["main.script:2:", message, note])
  }

  @Test func aProgramWithoutEndpointsIsToldWhereToNameThem() async throws {
    var program = program
    program.recordedEndpoints = []
    let advice = "name them in the program: `commandLine.recordedEndpoints = [#endpoint(\\.library.book)]`"
    try await program.play(script: "answer library.book fails\n")
      .expect(.wrongInput, texts: ["this program has no endpoints that can be answered", advice])
    let trace = folder.path("t.jsonl")
    try await program.play(script: "send asked 1\n", ["--trace", trace]).expect()
    let note = "If this is a client, name the endpoints that the session calls in the program, and record the session "
    let place = "again: `commandLine.recordedEndpoints = [#endpoint(\\.client.endpoint)]`"
    await program.play(["generate-test", trace])
      .expect(.failed, texts: ["@Dependency(LibraryClient.self) has no test value", note + place])
  }

  @Test func answersAreForMockValues() async throws {
    try await program.play(script: "answer library.book fails\n", ["--live"])
      .expect(.wrongInput, texts: ["answers are for mock values, and this runs on live values"])
  }

  @Test func answersAreInTheTraceSoThatReplaysAndTestsKnowThem() async throws {
    let trace = folder.path("t.jsonl")
    let script = "answer library.book fails .missing(shelf: 7)\nsend asked 1\nawait failed\n"
    try await program.play(script: script, ["--trace", trace]).expect()
    await program.play(["replay", trace]).expect()
    await program.play(["generate-test", trace]).expect(texts: ["await store.receive(", "missing(shelf: 7)"])
  }

  @Test func helpListsWhatCanBeAnswered() async {
    let endpoints = """
      The endpoints
        library.book(shelf:)  fails with LibraryTrouble
        library.find(title:)  fails with LibraryTrouble
        library.putBack()

      """
    await program.play(["help", "answers"]).expect(texts: [endpoints])
    let none = "This program has no endpoints that can be answered."
    await Sampler.program.play(["help", "answers"]).expect(texts: [none])
  }
}
