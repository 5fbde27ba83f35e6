import Dependencies
import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection

@Reducer
private struct Shelf {
  struct State: Equatable, Encodable {
    var books = (0..<10_000).map { "book \($0)" }
    var query = ""
    var title = "Shelf"
    /// Not displayed.
    var visits = 0
    var appeared: [Int] = []
  }

  enum Action: Equatable, Codable {
    case visited, laterRenamed
    case queryChanged(String), renamed(String)
    case removed(Int), rowAppeared(Int)
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

/// The content of a terminal that shows an app, with counts of what was drawn and written.
@MainActor
private final class Desk {
  var emulator: TerminalEmulator
  var written = ""
  var drawCount = 0
  var rowCount = 0

  init(_ size: TerminalSize) { emulator = TerminalEmulator(columns: size.columns, rows: size.rows) }

  func draw(_ state: ObservedState<Shelf.State>, _ context: ScreenContext) -> Screen<Shelf.Action> {
    drawCount += 1
    var screen = Screen<Shelf.Action>(width: context.width)
    screen.line(state.title)
    screen.field("find: ", text: state.query, key: "/") { .queryChanged($0) }
    let books = state.books
    screen.list("books", count: books.count, shown: screen.shownRows(of: books.count, context), rowID: { $0 }) {
      .rowAppeared($0)
    } _: { offset, screen in
      rowCount += 1
      screen.line(books[offset])
      screen.command("d", "remove", .removed(offset))
    }
    return screen
  }

  func write(_ text: String) {
    written += text
    emulator.feed(text.utf8)
  }

  /// Resets the counts.
  func reset() { (written, drawCount, rowCount) = ("", 0, 0) }
}

@MainActor
struct TerminalAppTests {
  private let store: StoreOf<Shelf>
  private let desk: Desk
  private let app: TerminalApp<Shelf>
  private let changes: AsyncStream<Void>

  init() {
    let size = TerminalSize(columns: 30, rows: 8)
    let desk = Desk(size)
    let (changes, onChange) = AsyncStream.makeStream(of: Void.self)
    store = Store(initialState: Shelf.State()) { Shelf() }
    self.desk = desk
    self.changes = changes
    app = TerminalApp<Shelf>(
      store: store,
      size: size,
      isColored: true,
      dependencies: withDependencies {
        $0.calendar = Calendar(identifier: .gregorian)
        $0.date = .constant(.distantPast)
        $0.locale = Locale(identifier: "en_US_POSIX")
      } operation: {
        DependencyValues.current
      },
      screen: { desk.draw($0, $1) },
      onChange: { onChange.yield() },
      write: { desk.write($0) }
    )
    app.start()
  }

  private func type(_ text: String) { #expect(app.handle(.input(Array(text.utf8))) == .goOn) }

  /// Has the app notice what these actions have changed.
  private func change(_ actions: Shelf.Action...) {
    for action in actions { store.send(action) }
    #expect(app.handle(.changed) == .goOn)
  }

  @Test func whatIsNotOnTheScreenIsNotDrawn() {
    desk.reset()
    change(.visited)
    #expect(desk.drawCount == 0, "The screen does not read it.")
    #expect(desk.written == "")
    change(.renamed("Shelf"))
    #expect(desk.drawCount == 0, "It is what it was.")
    change(.removed(9_000))
    #expect(desk.drawCount == 1, "The books are read,")
    #expect(desk.written == "", "but nothing that shows has changed.")
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
    for await _ in changes where desk.emulator.lines[0] != "Later" {
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
    #expect(desk.emulator.lines.contains("book 9999"))
    #expect(desk.rowCount < 80)
    desk.reset()
    for _ in 0..<50 { type("\u{1B}[A") }
    #expect(desk.emulator.reversed.hasPrefix("book 9949"))
    #expect(desk.rowCount < 400)
  }

  @Test func keysInOneReadSeeWhatThoseBeforeThemHaveDone() {
    type("/ab\u{7F}c\u{1B}[D日")
    #expect(store.withState { $0.query } == "a日c")
    #expect(desk.emulator.lines[1] == "find: a日c")
    #expect(desk.emulator.isCursorVisible)
    #expect(desk.emulator.cursor == (9, 1))
    type("\u{1B}[200~ pasted\r\nq\u{1B}[201~")
    #expect(store.withState { $0.query } == "a日 pasted qc")
  }

  @Test func anotherSize() {
    func resize(rows: Int) {
      desk.emulator.resize(columns: 40, rows: rows)
      #expect(app.handle(.resized(TerminalSize(columns: 40, rows: rows))) == .goOn)
    }
    #expect(desk.emulator.lines[0...2] == ["Shelf", "find:", "book 0"])
    #expect(store.withState { $0.appeared } == [0, 1, 2, 3, 4])
    desk.reset()
    resize(rows: 12)
    #expect(desk.drawCount == 1)
    #expect(desk.emulator.lines[10] == "book 8")
    #expect(store.withState { $0.appeared } == Array(0...8))
    resize(rows: 6)
    #expect(desk.emulator.lines[0] == "Shelf")
    #expect(desk.emulator.unknown == [])
  }

  @Test func leaving() {
    #expect(app.handle(.input(Array("q".utf8))) == .quit)
    #expect(app.handle(.input([3])) == .interrupt)
    #expect(app.handle(.input([26])) == .suspend)
    #expect(app.handle(.input(Array("q/x".utf8))) == .quit)
    #expect(store.withState { $0.query } == "", "What comes after it is for nobody.")
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
    #expect(store.query == text)
    #expect(desk.drawCount <= 2)
    type("typed")
    #expect(store.query == text + "typed")
    // What is not in a field are keys.
    type("\u{1B}")
    type(String(repeating: "d", count: 20))
    #expect(store.query == text + "typed")
  }
}
