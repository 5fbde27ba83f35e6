import Store
import TestSupport
import Testing

@testable import StoreInspection

@MainActor
struct DeveloperToolsTests {
  private static let key = "\u{1B}[24~"
  private let store: StoreOf<Diary>
  private let steps: SessionSteps<Diary.State>
  private let listen: AsyncStream<String>.Continuation
  private let terminal: Desk<Diary>
  private var app: TerminalApp<Diary> { terminal.app }
  private var screen: TerminalEmulator { terminal.paper.emulator }

  init() throws {
    (store, steps, listen) = try Diary.recorded()
    terminal = Desk(store, columns: 60, rows: 8, steps: steps) { state, context, _ in
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
    }
  }

  private func type(_ text: String) { terminal.type(text) }

  @Test func theKeyOpensAndClosesThem() {
    type("ww" + Self.key)
    #expect(screen.lines[0].hasPrefix("[Actions]") && screen.contains(#"3 wrote "w""#), "\(screen.lines)")
    for keys in ["\u{1B}", Self.key + Self.key] {
      type(keys)
      #expect(screen.lines[0] == "Diary: w w")
    }
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
    #expect(app.handle(.input([3])) == .interrupt && app.handle(.input([26])) == .suspend)
    type(Self.key + "abc")
    #expect(store.password == "abc", "The field still has the focus.")
  }

  @Test func goingBackAndForward() {
    type("ww")
    let count = steps.last
    type(Self.key + "\u{1B}[H\r")
    #expect(store.entries == [] && steps.position == 0)
    #expect(steps.last == count, "Nothing appears behind the tools.")
    #expect(screen.lines.last == "At step 0. Effects that were cancelled: 0")
    type("u")
    #expect(screen.lines.last == "There is no step to undo.")
    type("\u{1B}[F\r")
    #expect(store.entries == ["w", "w"])
    type("uu")
    #expect(store.entries == ["w"] && steps.position == count - 2)
    type("\u{1B}")
    type("w")
    #expect(screen.lines[0] == "Diary: w w")
  }

  @Test func effectsGoOnUntilTheSessionGoesBack() async {
    type(Self.key)
    store.send(.listened)
    listen.yield("heard")
    for await _ in terminal.changes {
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
    #expect(app.handle(.leaving) == .goOn && screen.contains("Saving before it ends"))
  }

  @Test func aSessionThatIsNotRecordedHasNone() {
    let desk = Desk<Diary>(store, columns: 60, rows: 24) { _, context, _ in Screen(width: context.width) }
    desk.type(Self.key + "?")
    #expect(desk.paper.emulator.contains("Ctrl-L") && !desk.paper.emulator.contains("F12"))
  }
}

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
    try program.type("\u{1B}[24~", until: "3 timerButtonTapped")
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
    #expect(try program.end() == .exited(0) && program.isRestored && program.emulator.unknown == [])
    try run(["replay", trace], program: "Counter").expect()
  }
}
