import Dependencies
import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreScript

struct LibraryBook: Codable, Equatable, Sendable { var title: String, shelf = 0 }
enum LibraryTrouble: Error, Codable { case closed, missing(shelf: Int) }

/// Lends books by the number of their shelf.
@Reducer
private struct Library {
  struct State: Codable {
    var title = ""
    var problem = ""
    var returned = 0
    var isAsking = false
  }

  enum Action: Codable {
    case asked(Int)
    case sought(String)
    case answered(LibraryBook)
    case failed(String)
    case returnButtonTapped
    case returned
  }

  @Dependency(\.libraryClient) private var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .asked(let shelf):
      state = State(isAsking: true)
      return .run { [client] send in
        await send(.answered(try await client.book(shelf)))
      } catch: { error, send in
        await send(.failed("\(error)"))
      }
    case .sought(let title):
      return .run { [client] send in
        await send(.answered(try await client.find(title)))
      } catch: { error, send in
        await send(.failed("\(error)"))
      }
    case .answered(let book): state = State(title: book.title)
    case .failed(let problem): state = State(problem: problem)
    case .returnButtonTapped:
      return .run { [client] send in
        try await client.putBack()
        await send(.returned)
      } catch: { error, send in
        await send(.failed("\(error)"))
      }
    case .returned: state.returned += 1
    }
    return .none
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

/// Statements that say how calls end.
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

  private func play(_ script: String, _ options: String...) async throws -> Run {
    try folder.write(script, to: "a.script")
    var run = await program.play(["run", folder.path("a.script")] + options)
    run.errors = run.errors.replacing(folder.path("a.script"), with: "a.script")
    return run
  }

  @Test func callsEndAsTheScriptSays() async throws {
    let script = """
      send asked 1
      await answered
      expect title == "Book 1"

      answer library.book fails .missing(shelf: 7)
      send asked 1
      await failed
      expect problem == "missing(shelf: 7)"

      answer library.book fails
      send asked 1
      await failed
      expect problem == "closed"

      answer library.book with {"title": "Momo", "shelf": 3}
      send asked 1
      await answered
      expect title == "Momo"

      answer library.book after 2s
      send asked 5
      expect isAsking == true
      advance 1999ms
      expect isAsking == true
      advance 1ms
      expect title == "Book 5"

      answer library.book after 1s fails .closed
      send asked 5
      await failed within 1s

      answer library.book as usual
      send asked 6
      expect title == "Book 6"

      answer library.putBack fails
      send returnButtonTapped
      await failed
      expect problem == "the call failed, as the script has it"
      """
    try await play(script).expect(.passed, errors: "")
  }

  @Test func answersAreChosenByArgumentsAndMayBeGivenOnce() async throws {
    let script = """
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
      send asked 9
      expect problem == "closed"
      """
    try await play(script).expect(.passed, errors: "")
  }

  @Test func argumentsAreComparedWithRegularExpressions() async throws {
    let script = """
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
      """
    try await play(script).expect(.passed, errors: "")
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

  @Test func aCallWithoutAnAnswerWaits() async throws {
    let run = try await play("answer library.book never\nsend asked 1\nadvance 1h\nexpect isAsking == true\n")
    run.expect(.passed, errors: "")
    #expect(run.output.contains("Task.never()"))
    let awaited = try await play("answer library.book never\nsend asked 1\nawait answered\n")
    awaited.expect(.failed)
  }

  @Test(arguments: [
    ("answer library.bok fails", "unknown endpoint `library.bok`\n", "did you mean `library.book`?"),
    ("answer shop.price fails", "unknown endpoint `shop.price`", "`help answers` lists them"),
    ("answer library.book", "expected `after`, `fails`, `with`, `never` or `as usual`, found the end of the line", ""),
    ("answer library.book as before", "expected `usual`, found `before`", ""),
    ("answer library.book(id: 1) fails", "`library.book` has no such parameter", "expected `shelf:`"),
    ("answer library.book(1, 2) fails", "`library.book` has no such parameter", "expected `shelf:`"),
    ("answer library.book fails .open", "unknown case `open`", "closed"),
    ("answer library.book with {\"shelf\": 3}", "title", ""),
    ("answer library.putBack with 1", "`library.putBack` returns nothing", "leave out `with` and the value"),
    ("answer library.putBack fails .closed", "the errors of `library.putBack` can't be written in a script", ""),
    ("answer library.find(title: /(/) fails", "this is no regular expression", ""),
    ("answer fails", "expected `after`", ""), ("answer", "expected the name of an endpoint", ""),
  ])
  func mistakesAreReportedBeforeAnythingRuns(_ statement: String, _ message: String, _ note: String) async throws {
    let run = try await play("send asked 1\n\(statement)\n")
    run.expect(.wrongInput, output: "")
    #expect(run.errors.contains("a.script:2:"))
    #expect(run.errors.contains(message) && (note.isEmpty || run.errors.contains(note)), "\(run.errors)")
  }

  @Test func answersAreForMockValues() async throws {
    let run = try await play("answer library.book fails\n", "--live")
    run.expect(.wrongInput)
    #expect(run.errors.contains("answers are for mock values, and this runs on live values"))
  }

  @Test func answersAreInTheTraceSoThatReplaysAndTestsKnowThem() async throws {
    let trace = folder.path("t.jsonl")
    let script = "answer library.book fails .missing(shelf: 7)\nsend asked 1\nawait failed\n"
    try await play(script, "--trace", trace).expect(.passed)
    await program.play(["replay", trace]).expect(.passed)
    let test = await program.play(["generate-test", trace])
    test.expect(.passed)
    #expect(test.output.contains("await store.receive(") && test.output.contains("missing(shelf: 7)"))
  }

  @Test func helpListsWhatCanBeAnswered() async {
    let help = await program.play(["help", "answers"])
    help.expect(.passed)
    let endpoints =
      "The endpoints\n  library.book(shelf:)  fails with LibraryTrouble\n"
      + "  library.find(title:)  fails with LibraryTrouble\n  library.putBack()\n"
    #expect(help.output.hasSuffix(endpoints))
    let other = StoreCommandLine(of: Library(), Library.State(), commands: [.run])
    let none = await other.play(["help", "answers"])
    #expect(none.output.contains("This program has no endpoints that can be answered."))
  }
}
