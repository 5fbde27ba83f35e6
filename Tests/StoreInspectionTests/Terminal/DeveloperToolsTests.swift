import Dependencies
import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection

/// The developer tools in an app: who receives keys and actions, and what going back does.
@MainActor
struct DeveloperToolsTests {
  private static let key = "\u{1B}[24~"
  private let store: StoreOf<Diary>
  private let steps: SessionSteps<Diary.State>
  private let listen: AsyncStream<String>.Continuation
  private let changes: AsyncStream<Void>
  private let emulator: LockIsolated<TerminalEmulator>
  private let app: TerminalApp<Diary>

  init() throws {
    (store, steps, listen) = try Diary.recorded()
    let (changes, onChange) = AsyncStream.makeStream(of: Void.self)
    let emulator = LockIsolated(TerminalEmulator(columns: 60, rows: 8))
    (self.changes, self.emulator) = (changes, emulator)
    app = TerminalApp<Diary>(
      store: store,
      size: TerminalSize(columns: 60, rows: 8),
      isColored: true,
      dependencies: Self.dependencies,
      steps: steps
    ) { state, context in
      var screen = Screen<Diary.Action>(width: context.width)
      let entries = state.entries
      screen.line("Diary: \(entries.joined(separator: " "))")
      screen.command("w", "write", .wrote("w"))
      screen.field("password: ", text: state.password, key: "/") { .passwordChanged($0) }
      screen.list("entries", count: entries.count, shown: 0..<entries.count, rowID: { $0 }) {
        .shown($0)
      } _: { offset, screen in
        screen.line(entries[offset])
      }
      return screen
    } onChange: {
      onChange.yield()
    } write: { text in
      emulator.withValue { $0.feed(text.utf8) }
    }
    app.start()
  }

  private static var dependencies: DependencyValues {
    withDependencies {
      $0.locale = Locale(identifier: "en_US_POSIX")
      $0.calendar = Calendar(identifier: .gregorian)
      $0.date = .constant(.distantPast)
    } operation: {
      DependencyValues.current
    }
  }

  private var screen: TerminalEmulator { emulator.value }

  private func type(_ text: String) { #expect(app.handle(.input(Array(text.utf8))) == .goOn) }

  @Test func theKeyOpensAndClosesThem() {
    type("ww")
    #expect(screen.lines[0] == "Diary: w w")
    type(Self.key)
    #expect(screen.lines[0].hasPrefix("[Actions]"))
    #expect(screen.contains(#"3 wrote "w""#), "\(screen.lines)")
    type("\u{1B}")
    #expect(screen.lines[0] == "Diary: w w")
    type(Self.key + Self.key)
    #expect(screen.lines[0] == "Diary: w w")
    type("?\u{1B}[F")
    #expect(screen.contains("F12        developer tools"), "\(screen.lines)")
    #expect(screen.unknown == [])
  }

  @Test func theFeatureReceivesNoKeysWhileTheyAreOpen() {
    type("/" + Self.key)
    let count = steps.last
    type("w?q\u{1B}[200~pasted\u{1B}[201~\(String(repeating: "x", count: 40))")
    #expect(app.handle(.resized(TerminalSize(columns: 40, rows: 5))) == .goOn)
    #expect(steps.last == count)
    #expect(app.handle(.input([3])) == .interrupt)
    #expect(app.handle(.input([26])) == .suspend)
    type(Self.key + "abc")
    #expect(store.password == "abc", "The field still has the focus.")
  }

  @Test func goingBackAndForward() {
    type("ww")
    let count = steps.last
    type(Self.key + "\u{1B}[H\r")
    #expect(store.entries == [])
    #expect(steps.position == 0)
    #expect(steps.last == count, "Nothing appears behind the tools.")
    #expect(screen.lines.last == "At step 0. Effects that were cancelled: 0")
    type("u")
    #expect(screen.lines.last == "There is no step to undo.")
    type("\u{1B}[F\r")
    #expect(store.entries == ["w", "w"])
    type("uu")
    #expect(store.entries == ["w"])
    #expect(steps.position == count - 2)
    type("\u{1B}")
    type("w")
    #expect(store.entries == ["w", "w"])
    #expect(screen.lines[0] == "Diary: w w")
  }

  @Test func effectsGoOnUntilTheSessionGoesBack() async {
    type(Self.key)
    store.send(.listened)
    listen.yield("heard")
    for await _ in changes {
      #expect(app.handle(.changed) == .goOn)
      if screen.contains("heard") { break }
    }
    #expect(screen.lines[1...3] == ["  0 start", "  1 listened", #"> 2 ↳ wrote "heard""#])
    type("u")
    #expect(screen.lines[2] == "> 1 listened")
    #expect(screen.lines.last == "At step 1. Effects that were cancelled: 1")
    #expect(store.entries == [])
    type("\u{1B}")
    #expect(screen.lines[0] == "Diary:")
  }

  @Test func savingIsSaidInTheirPlace() {
    type(Self.key)
    #expect(app.handle(.leaving) == .goOn)
    #expect(screen.contains("Saving before it ends"))
  }

  @Test func aSessionThatIsNotRecordedHasNone() {
    let emulator = emulator
    let app = TerminalApp<Diary>(
      store: store,
      size: TerminalSize(columns: 60, rows: 24),
      isColored: true,
      dependencies: Self.dependencies,
      screen: { _, context in Screen(width: context.width) },
      onChange: {},
      write: { text in emulator.withValue { $0.feed(text.utf8) } }
    )
    emulator.withValue { $0.resize(columns: 60, rows: 24) }
    app.start()
    #expect(app.handle(.input(Array((Self.key + "?").utf8))) == .goOn)
    #expect(screen.contains("Ctrl-L"))
    #expect(!screen.contains("F12"))
  }
}

/// The developer tools of a program on a terminal.
@Suite(.ownThreads)
struct DeveloperToolsOnATerminalTests {
  private let folder = TemporaryFolder()

  @Test func aSessionGoesBackAndForward() throws {
    let trace = folder.path("trace.jsonl")
    let program = try TerminalProcess(["ui", "--trace", trace], program: "Counter", columns: 60, rows: 12)
    try program.wait(for: "q: quit")
    try program.type("++", until: "[-] 2 [+]")
    let list = try program.type("\u{1B}[24~", until: "> 2 incrementButtonTapped")
    #expect(list.lines[..<3] == ["[Actions]  Difference   State", "  0 start", "  1 incrementButtonTapped"])
    program.type("\u{1B}[A")
    try program.wait(for: "the choice of the step before") { $0.reversed.hasPrefix("  1 incrementButtonTapped") }
    try program.type("\t", until: "~ count: 0 → 1")
    try program.type("\t", until: #""count": 1"#)
    try program.type("\r", until: "At step 1. Effects that were cancelled: 0")
    // `+` is a key of the feature.
    try program.type("+\t", until: "> 1 incrementButtonTapped")
    try program.type("\u{1B}[24;2~", until: "[-] 1 [+]")
    try program.type("t", until: "[stop the timer]")
    program.type("\u{1B}[24~")
    try program.wait(for: "the timer") { $0.contains("3 timerButtonTapped") }
    program.resize(columns: 30, rows: 5)
    try program.wait(for: "another size") { $0.contains("timer") && $0.lines[0].hasPrefix("[Actions]") }
    program.resize(columns: 60, rows: 12)
    try program.type("\u{1B}[H\u{1B}[B\u{1B}[B\r", until: "At step 2. Effects that were cancelled: 1")
    try program.type("u", until: "At step 1. Effects that were cancelled: 0")
    program.type("\u{1B}")
    try program.wait(for: "the screen after the first step") {
      $0.contains("[-] 1 [+]") && $0.contains("[start the timer]") && $0.contains("q: quit")
    }
    program.type("q")
    #expect(try program.end() == .exited(0))
    #expect(program.isRestored)
    #expect(program.emulator.unknown == [])
    try run(["replay", trace], program: "Counter").expect()
  }
}
