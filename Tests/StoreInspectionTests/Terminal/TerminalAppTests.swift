import Store
import TestSupport
import Testing

@testable import StoreInspection

@Reducer
private struct Shelf {
  struct State: Equatable, Encodable {
    var books = (0..<10_000).map { "book \($0)" }
    var query = "", title = "Shelf"
    /// Not displayed.
    var visits = 0, appeared: [Int] = []
  }

  enum Action: Equatable, Codable {
    case visited, laterRenamed, queryChanged(String), renamed(String), removed(Int), rowAppeared(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .visited: state.visits += 1
      case .queryChanged(let query): state.query = query
      case .renamed(let title): state.title = title
      case .removed(let index): state.books.remove(at: index)
      case .rowAppeared(let row): state.appeared.append(row)
      case .laterRenamed: return .run { await $0(.renamed("Later")) }
      }
      return .none
    }
  }
}

@MainActor
struct TerminalAppTests {
  private let store = Store(initialState: Shelf.State()) { Shelf() }
  private let terminal: Desk<Shelf>
  private var app: TerminalApp<Shelf> { terminal.app }
  private var desk: Paper { terminal.paper }

  init() {
    terminal = Desk(store, columns: 30, rows: 8) { state, context, paper in
      paper.drawCount += 1
      var screen = Screen<Shelf.Action>(width: context.width)
      screen.line(state.title)
      screen.field("find: ", text: state.query, key: "/") { .queryChanged($0) }
      let books = state.books
      screen.list("books", count: books.count, shown: screen.shownRows(of: books.count, context), rowID: { $0 }) {
        .rowAppeared($0)
      } _: { offset, screen in
        paper.rowCount += 1
        screen.line(books[offset])
        screen.command("d", "remove", .removed(offset))
      }
      return screen
    }
  }

  private func type(_ text: String) { terminal.type(text) }

  /// Has the app notice what these actions have changed.
  private func change(_ actions: Shelf.Action...) {
    for action in actions { store.send(action) }
    #expect(app.handle(.changed) == .goOn)
  }

  @Test func whatIsNotOnTheScreenIsNotDrawn() {
    desk.reset()
    change(.visited)
    #expect(desk.drawCount == 0 && desk.written == "", "The screen does not read it.")
    change(.renamed("Shelf"))
    #expect(desk.drawCount == 0, "It is what it was.")
    change(.removed(9_000))
    #expect(desk.drawCount == 1 && desk.written == "", "The books are read, but nothing that shows has changed.")
  }

  @Test func onlyWhatHasChangedIsWritten() {
    desk.reset()
    change(.renamed("Shelves"))
    #expect(desk.drawCount == 1)
    #expect(desk.written == "\u{1B}[1;5Hves")
    desk.reset()
    change(.renamed("1"), .renamed("2"), .renamed("Shelve2"))
    #expect(desk.drawCount == 1, "Changes that come together are drawn together.")
    #expect(desk.written == "\u{1B}[1;7H2")
    desk.reset()
    type("\u{1B}[B")
    #expect(desk.drawCount == 0, "The focus is not the feature's business.")
    #expect(!desk.written.isEmpty)
    desk.reset()
    type("\u{C}")
    #expect(desk.written.hasPrefix("\u{1B}[0m\u{1B}[2J"), "What is asked for is drawn again.")
    #expect(desk.drawCount == 0)
    #expect(app.handle(.overwritten) == .goOn)
    #expect(desk.emulator.lines[0] == "Shelve2")
  }

  @Test func aChangeIsAnnouncedWhoeverMakesIt() async {
    desk.reset()
    store.send(.laterRenamed)
    for await _ in terminal.changes where desk.emulator.lines[0] != "Later" {
      #expect(app.handle(.changed) == .goOn)
      if desk.emulator.lines[0] == "Later" { break }
    }
    #expect(desk.emulator.lines[0] == "Later")
    #expect(desk.drawCount == 1)
  }

  @Test func rowsOutOfViewAreNotLookedAt() {
    #expect(desk.rowCount < 40)
    desk.reset()
    type("\u{1B}[F")
    #expect(desk.emulator.lines.contains("book 9999") && desk.rowCount < 80)
    desk.reset()
    for _ in 0..<50 { type("\u{1B}[A") }
    #expect(desk.emulator.reversed.hasPrefix("book 9949") && desk.rowCount < 400)
  }

  @Test func keysInOneReadSeeWhatThoseBeforeThemHaveDone() {
    type("/ab\u{7F}c\u{1B}[D日")
    #expect(store.query == "a日c")
    #expect(desk.emulator.lines[1] == "find: a日c")
    #expect(desk.emulator.isCursorVisible && desk.emulator.cursor == (9, 1))
    type("\u{1B}[200~ pasted\r\nq\u{1B}[201~")
    #expect(store.query == "a日 pasted qc")
  }

  @Test func anotherSize() {
    func resize(rows: Int) {
      desk.emulator.resize(columns: 40, rows: rows)
      #expect(app.handle(.resized(TerminalSize(columns: 40, rows: rows))) == .goOn)
    }
    #expect(desk.emulator.lines[0...2] == ["Shelf", "find:", "book 0"])
    #expect(store.appeared == [0, 1, 2, 3, 4])
    desk.reset()
    resize(rows: 12)
    #expect(desk.drawCount == 1)
    #expect(desk.emulator.lines[10] == "book 8")
    #expect(store.appeared == Array(0...8))
    resize(rows: 6)
    #expect(desk.emulator.lines[0] == "Shelf")
    #expect(desk.emulator.unknown == [])
  }

  @Test func leaving() {
    #expect(app.handle(.input(Array("q".utf8))) == .quit)
    #expect(app.handle(.input([3])) == .interrupt)
    #expect(app.handle(.input([26])) == .suspend)
    #expect(app.handle(.input(Array("q/x".utf8))) == .quit)
    #expect(store.query == "", "What comes after it is for nobody.")
  }

  @Test func anyBytes() {
    var generator = SeededRandomNumberGenerator(seed: 3)
    let alphabet = Array("\u{1B}[ABCDFHZ~O0123456789;/dq?日\r\t ".utf8)
    for _ in 0..<300 {
      let bytes = (0..<20).map { _ in
        Bool.random(using: &generator)
          ? alphabet.randomElement(using: &generator) ?? 0 : .random(in: 0...255, using: &generator)
      }
      _ = app.handle(.input(bytes))
    }
    #expect(desk.emulator.unknown == [])
  }

  /// A terminal that does not mark pasted text sends it as keys.
  @Test func manyCharactersAtOnceAreOneChange() {
    type("/")
    desk.reset()
    let text = String(repeating: "word ", count: 1_000)
    type(text)
    #expect(store.query == text && desk.drawCount <= 2)
    type("typed")
    #expect(store.query == text + "typed")
    // What is not in a field are keys.
    type("\u{1B}")
    type(String(repeating: "d", count: 20))
    #expect(store.query == text + "typed")
  }
}
