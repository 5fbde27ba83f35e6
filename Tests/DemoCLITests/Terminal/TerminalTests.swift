import DemoServer
import Foundation
import TestSupport
import Testing

@testable import DemoCLI
@testable import Features
@testable import StoreInspection

@Suite(.ownThreads) struct UITests {
  private let folder = TemporaryFolder()

  private func start(_ arguments: String..., environment: [String: String] = [:]) throws -> TerminalProcess {
    let app = try TerminalProcess(["ui", "--locale", "ja"] + arguments, environment: environment)
    try app.wait(for: "検索:")
    return app
  }

  private func quit(_ app: TerminalProcess) throws {
    app.type("q")
    #expect(try app.end() == .exited(0))
    #expect(app.isRestored)
    #expect(app.emulator.unknown == [], "The program has written what terminals may not understand.")
  }

  @Test func everyTabIsUsedAndWhatWasDoneIsRecorded() throws {
    let trace = folder.path("trace.jsonl")
    let app = try start("--trace", trace)
    #expect(app.emulator.lines[0] == "[リポジトリ]  記事   レシピ   ToDo   カタログ   ブックマーク")
    try app.type("/swif", until: "検索: swif")
    app.type("t")
    // No key is pressed: the query is searched for when typing pauses.
    try app.wait(for: "「swift」の検索結果")
    #expect(app.emulator.isCursorVisible)
    #expect(app.emulator.cursor == (11, 4))
    try app.wait(for: "apple/swift")
    app.type("\u{1B}[B")
    try app.wait(for: "the focus on the first row") { $0.reversed.hasPrefix("apple/swift") }
    try app.type("\r", until: "[☆ スターを付ける]")
    try app.type("s", until: "[★ スター付き]")
    app.type("\u{1B}")
    try app.wait(for: "the list with the focus where it was") {
      $0.contains("「swift」の検索結果") && $0.reversed.hasPrefix("apple/swift")
    }
    #expect(try app.type("2", until: "「swift」の記事 15 件").lines[0] == " リポジトリ  [記事]  レシピ   ToDo   カタログ   ブックマーク")
    // The next page is loaded when its time has come.
    app.type("\u{1B}[F")
    try app.wait(for: "the focus on a row further down") { !$0.contains("「swift」の記事") }
    try app.type("\u{1B}[H", until: "「swift」の記事 30 件")
    let recipes = try app.type("3", until: "肉じゃが")
    let row = try #require(recipes.row(of: "肉じゃが"))
    #expect(recipes.column(of: "ada さん", row: row) == 72, "What stands at the end of a line stands at its end.")
    try app.type("\r", until: "作り方")
    try app.type("#", until: "ハッシュタグを追加")
    try app.type("#夜食", until: "#夜食")
    let alert = try app.type("\t\r", until: "ハッシュタグを追加しました")
    let line = try #require(alert.row(of: "ハッシュタグを追加しました"))
    let corner = alert.column(of: "┌", row: line - 1)
    #expect(alert.column(of: "│", row: line) == corner, "The box is straight, whatever stands in it.")
    #expect(alert.reversed == "  1. OK")
    app.type("\r")
    try app.wait(for: "the recipe with its hashtag") { $0.contains("材料") && $0.contains("#夜食") }
    try app.type("\u{1B}", until: "レシピ一覧")
    try app.type("4", until: "☐ 年賀状を書く")
    try app.type("5", until: "ユーザー 2,000 件")
    try quit(app)
    try run(["replay", trace]).expect()
    let text = try folder.text("trace.jsonl")
    #expect(text.contains(#""name":"searchRepos.rowTapped""#))
    #expect(text.split(separator: "\n").last?.contains(#""kind":"end""#) == true)
  }

  @Test func aToDoFromItsFirstDayToItsLast() throws {
    let app = try start()
    try app.type("4", until: "☐ 年賀状を書く")
    try app.type("n", until: "ToDo を作成")
    app.type("本を読む")
    try app.wait(for: "the title and a button that saves it") { $0.contains("本を読む") && $0.contains("[保存]") }
    try app.type("\t\r", until: "期日: 2026/01/01")
    // Nine tabs lead from the first of nine buttons, which have replaced one, to the next field, where Tab edits.
    app.type("\(String(repeating: "\t", count: 9))二冊\r三冊")
    try app.wait(for: "三冊")
    let list = try app.type("\u{13}", until: "☐ 本を読む")
    #expect(list.contains("5 件"))
    app.type("\u{1B}[B\u{1B}[B\u{1B}[H")
    app.type("\u{1B}[B\u{1B}[B\u{1B}[B\u{1B}[B")
    try app.wait(for: "the focus on a row") { $0.reversed.contains("本を読む") || $0.reversed.contains("年賀状") }
    while !app.emulator.reversed.contains("本を読む") {
      let focus = app.emulator.reversed
      app.type("\u{1B}[A")
      try app.wait(for: "the focus on another row") { $0.reversed != focus }
    }
    try app.type(" ", until: "☑ 本を読む")
    app.type("\r")
    try app.wait(for: "the to-do") { $0.contains("作成: 2026/01/01") && $0.contains("三冊") }
    try app.type("e", until: "ToDo を編集")
    app.type("\u{15}本を返す\u{13}")
    try app.wait(for: "the to-do as it is now") { $0.contains("☑ 本を返す") && $0.contains("詳細") }
    app.type("\u{1B}")
    try app.wait(for: "the list") { $0.contains("☑ 本を返す") && $0.contains("5 件") }
    try app.type("d", until: "1 件を削除しました")
    #expect(app.emulator.contains("4 件"))
    app.type("u")
    try app.wait(for: "the to-do again") { $0.contains("☑ 本を返す") && $0.contains("5 件") }
    for columns in [40, 100] {
      app.resize(columns: columns, rows: 16)
      try app.wait(for: "a frame of the new size") {
        $0.lines.contains(String(repeating: "─", count: columns)) && $0.contains("☐ 年賀状を書く")
      }
    }
    app.resize(columns: 3, rows: 1)
    try app.wait(for: "a frame that has hardly any place") { !$0.lines[0].isEmpty }
    app.resize(columns: 80, rows: 24)
    try app.wait(for: "☐ 年賀状を書く")
    try quit(app)
  }

  @Test(arguments: [(["NO_COLOR": "1"], false), ([:], true)])
  func colours(_ environment: [String: String], _ isColored: Bool) throws {
    let app = try start(environment: environment)
    try app.type("4", until: "☐ 年賀状を書く")
    try app.type("na", until: "[保存]")
    let codes = String(decoding: app.written, as: UTF8.self).matches(of: /\u{1B}\[([0-9;]*)m/)
      .flatMap { $0.output.1.split(separator: ";").compactMap { Int($0) } }
    #expect(codes.contains { (30...49).contains($0) } == isColored)
    #expect(codes.contains(7), "What has the focus shows without colours.")
    app.type("\u{1B}")
    try app.wait(for: "an end of typing") { !$0.isCursorVisible }
    try quit(app)
  }

  @Test func theDeveloperToolsAreInTheLanguageOfTheScreen() throws {
    let app = try start()
    try app.type("/swift", until: "apple/swift")
    app.type("\u{1B}\u{1B}[24~")
    try app.wait(for: "the list of actions") { $0.lines[0] == "[アクション]  差分   状態" && $0.reversed.hasPrefix("> ") }
    app.type("\u{1B}[H\t")
    try app.wait(for: "the difference at the start") { $0.lines[..<2] == [" アクション  [差分]  状態   0 開始", "変更なし"] }
    try app.type("\r", until: "ステップ 0 に移動。キャンセルしたエフェクト: ")
    app.type("\u{1B}")
    try app.wait(for: "the screen at the start") { $0.contains("検索:") && !$0.contains("apple/swift") }
    try quit(app)
  }

  @Test func spinnersMoveWhileSomethingIsUnderWay() throws {
    let server = try DemoServer(latency: .seconds(4))
    defer { server.stop() }
    let app = try start("--live", "--db", folder.path("db.sqlite"), environment: server.environment)
    app.type("5")
    try app.wait(for: "an end of it") { $0.contains("ユーザー 2,000 件") && !$0.contains("読み込み中") }
    // The test does not see every frame while it is displayed, but all have been written.
    let written = String(decoding: app.written, as: UTF8.self)
    #expect("⠋⠙⠹⠸⠼".allSatisfy { written.contains($0) })
    #expect(written.contains("読み込み中…"))
    try quit(app)
  }
}

/// What was saved in the moment before the program is left is not lost.
@Suite(.ownThreads) struct LeavingTests {
  private let folder = TemporaryFolder()
  private static let title = "本を読む"
  private static let word = "終了前に保存しています …  Ctrl-C: すぐに終了"
  private static let refusal: StaticString =
    "CREATE TRIGGER refusal BEFORE INSERT ON todos BEGIN SELECT RAISE(ABORT, 'refused'); END"
  private var database: String { folder.path("database.sqlite") }

  private func connection() throws -> DatabaseConnection {
    try DatabaseConnection(path: database, schema: .features, busyTimeout: 60_000)
  }

  private func titles(_ connection: DatabaseConnection) throws -> [String] {
    try connection.read { try $0.rows("SELECT title FROM todos") { try $0.read(0) } }
  }

  /// Has a to-do saved and the app left while another program holds the database, and looks at the titles in it.
  private func save(
    leave: (TerminalProcess, DatabaseConnection) throws -> Void,
    look: (TerminalProcess, TerminalProcess.End, [String]) throws -> Void
  ) throws {
    let app = try TerminalProcess(["ui", "--locale", "ja", "--live", "--db", database])
    try app.wait(for: "検索:")
    try app.type("4", until: "ToDo はありません")
    try app.type("n", until: "ToDo を作成")
    app.type("\(Self.title)\u{1B}")
    try app.wait(for: "keys that are not typed") { $0.contains(Self.title) && $0.contains("q: 終了") }
    let other = try connection()
    try other.write { other in
      try app.type("\u{13}", until: "保存中…")
      try leave(app, other)
    }
    try look(app, app.end(), titles(other))
  }

  /// By a key, or a signal.
  @Test(arguments: [("q", 0), ("\u{3}", 130), (nil, SIGTERM), (nil, SIGHUP)] as [(String?, Int32)])
  func whatIsBeingSavedIsSavedBeforeItEnds(_ key: String?, _ status: Int32) throws {
    try save { app, _ in
      // A window that is closed shows nothing more.
      if status == SIGHUP { return app.hangUp() }
      if let key { app.type(key) } else { app.send(status) }
      try app.wait(for: Self.word)
    } look: { app, end, titles in
      #expect(end == (key == nil ? .signaled(status) : .exited(status)))
      #expect(titles == [Self.title])
      #expect(status == SIGHUP || app.isRestored)
      #expect(!app.emulator.contains("DemoCLI:"))
    }
  }

  @Test(arguments: [nil, SIGTERM] as [Int32?])
  func whatWasSavedIsInTheFileItselfWhenItHasEnded(_ signal: Int32?) throws {
    let app = try TerminalProcess(["ui", "--locale", "ja", "--live", "--db", database])
    try app.wait(for: "検索:")
    try app.type("4", until: "ToDo はありません")
    #expect(FileManager.default.fileExists(atPath: database + "-wal"))
    if let signal { app.send(signal) } else { app.type("q") }
    #expect(try app.end() == (signal.map { .signaled($0) } ?? .exited(0)))
    expectTheDatabaseToBeClosed()
  }

  private func expectTheDatabaseToBeClosed() {
    for suffix in ["-wal", "-shm"] { #expect(!FileManager.default.fileExists(atPath: database + suffix), "\(suffix)") }
  }

  /// Scripts and prompts close the database, too, while a statement runs as while nothing does.
  @Test(arguments: [
    ("run day.script --live", SIGTERM), ("run day.script --live", SIGHUP), ("repl --live < day.script", SIGTERM),
    ("repl --live < input", SIGTERM), ("repl --live < input", SIGINT),
  ])
  func aScriptThatASignalEndsClosesTheDatabase(_ command: String, _ signal: Int32) throws {
    let waits = !command.contains("input")
    let lines = "send tabSelected \"toDos\"\nawait toDos.changed within 1m\n\(waits ? "advance 24h" : "wrong")\n"
    try folder.write(lines, to: "day.script")
    let input = folder.path("input")
    #expect(mkfifo(input, 0o600) == 0)
    // Opened for reading as well, so that opening does not wait for the program to open its end.
    let pipe = open(input, O_RDWR)
    defer { close(pipe) }
    let demo = try executable("DemoCLI").path
    let program = try TerminalProcess(
      ["-c", "cd '\(folder.url.path)' && exec '\(demo)' \(command) --db database.sqlite"],
      program: "/bin/sh"
    )
    if !waits { _ = write(pipe, lines, lines.utf8.count) }
    try program.wait(for: waits ? "have to pass" : "unknown statement")
    #expect(FileManager.default.fileExists(atPath: database + "-wal"))
    program.send(signal)
    #expect(try program.end() == .signaled(signal))
    expectTheDatabaseToBeClosed()
  }

  @Test func theSecondInterruptionEndsItAtOnceAndItIsSaidWhatWasNotFinished() throws {
    try save { app, _ in
      try app.type("\u{3}", until: Self.word)
      app.type("\u{3}")
      // Otherwise it could still write when the other program no longer does.
      _ = try app.end()
    } look: { app, end, titles in
      #expect(end == .exited(130))
      let written = String(decoding: app.written, as: UTF8.self)
      let warning = try #require(written.firstMatch(of: #/DemoCLI: it has ended before this was finished: (.*)/#))
      // On a busy machine what was typed is still being kept, too.
      #expect(warning.1.contains("Save the to-do"), "\(written)")
      #expect(written.contains("What was to be saved may be lost. Look at it in the next run."))
      #expect(titles == [])
      #expect(app.isRestored)
    }
  }

  /// The screen that would say it is gone.
  @Test(arguments: [("q", 1), ("\u{3}", 130)] as [(String, Int32)])
  func itIsSaidWhatCouldNotBeSaved(_ key: String, _ status: Int32) throws {
    try save { app, other in
      try other.run(Self.refusal)
      try app.type(key, until: Self.word)
    } look: { app, end, titles in
      #expect(end == .exited(status))
      let written = String(decoding: app.written, as: UTF8.self)
      let warning = "DemoCLI: this could not be saved: Save the to-do\r\n  The database has a problem: refused ("
      #expect(written.contains(warning), "\(written)")
      #expect(titles == [])
      #expect(app.isRestored)
    }
  }

  /// A script that ends waits for its last statement, too.
  @Test func theLastStatementOfAScriptIsSavedOrAFailure() throws {
    let script = """
      send toDos.createButtonTapped
      await "Draft of a to-do read" within 1m
      send toDos.destination.presented.create.titleChanged "牛乳"
      send toDos.destination.presented.create.saveButtonTapped

      """
    func play(_ script: String) throws -> Run { try run(["run", "-", "--live", "--db", database], input: script) }
    for _ in 0..<10 { try play(script).expect() }
    let connection = try connection()
    #expect(try titles(connection) == Array(repeating: "牛乳", count: 10))
    _ = try connection.write { try $0.run(Self.refusal) }
    let failed = try play(script)
    failed.expect(1)
    let word =
      "The script did not await it, but this could not be saved: Save the to-do\n  The database has a problem: refused ("
    #expect(failed.errors.hasPrefix(word), "\(failed.errors)")
    // What failed before is in the transcript, and the script goes on.
    try play(script + "await toDos.destination.presented.create.savingFailed within 1m\n").expect()
  }

  /// The names of effects are those that the features give them.
  @Test func eachEffectThatWritesIsWaitedFor() throws {
    let writing =
      ["create", "insert", "setDone", "edit", "delete", "saveDraft", "add", "addHashtags", "remove", "clear"]
      + ["saveTab", "addSearch", "removeSearch", "clearSearches", "setStarred"]
    var calling: Set<String> = []
    for script in ["todos", "recipes", "repositories", "links", "offline", "articles"] {
      let trace = folder.path("session.jsonl")
      let source = Repository.root.appending(path: "Examples/\(script).script").path
      #expect(try run(["run", source, "--trace", trace]).status == 0)
      var names: [Int: String] = [:]
      for line in try folder.text("session.jsonl").split(separator: "\n") {
        let record = try JSONDecoder().decode(Record.self, from: Data(line.utf8))
        guard let effect = record.effect else { continue }
        if record.kind == "started" { names[effect] = record.name }
        guard let endpoint = record.dependency?.prefix(while: { $0 != "(" }).split(separator: ".").last,
          writing.contains(String(endpoint))
        else { continue }
        calling.insert(names[effect] ?? "an effect without a name that calls \(endpoint)")
      }
    }
    #expect(calling.subtracting(DemoCLI.commandLine.savingEffects) == [])
    #expect(calling.isSuperset(of: ["Save the to-do", "Write to-dos", "Write bookmarks", "Star", "Add hashtags"]))
  }

  private struct Record: Decodable { var kind: String?, effect: Int?, name: String?, dependency: String? }
}
