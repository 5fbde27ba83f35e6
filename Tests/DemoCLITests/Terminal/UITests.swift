import Foundation
import TestSupport
import Testing

@testable import DemoCLI

/// Uses the app on a terminal as a person does, and checks the frames.
@Suite(.ownThreads)
struct UITests {
  private let folder = TemporaryFolder()

  /// Starts the app in Japanese and waits for its first frame.
  private func start(_ arguments: String..., environment: [String: String] = [:]) throws -> TerminalProcess {
    let app = try TerminalProcess(["ui", "--locale", "ja"] + arguments, environment: environment)
    try app.wait(for: "検索:")
    return app
  }

  /// Quits the app, and checks its exit status and what it leaves on the terminal.
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
    let articles = try app.type("2", until: "「swift」の記事 15 件")
    #expect(articles.lines[0] == " リポジトリ  [記事]  レシピ   ToDo   カタログ   ブックマーク")
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
    // Nine buttons have replaced the button. Nine tabs lead from the first of them to the next field, where Tab starts
    // to edit.
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
    let server = try RunningProgram(["serve", "--port", "0", "--latency", "4s"])
    defer { server.kill() }
    try server.wait(for: "\n\n")
    var environment: [String: String] = [:]
    for match in server.printed.matches(of: /([A-Z_]+)=(\S+)/) {
      environment[String(match.output.1)] = String(match.output.2)
    }
    let app = try start("--live", "--db", folder.path("db.sqlite"), environment: environment)
    app.type("5")
    try app.wait(for: "an end of it") { $0.contains("ユーザー 2,000 件") && !$0.contains("読み込み中") }
    // The test does not see every frame while it is displayed, but all have been written.
    let written = String(decoding: app.written, as: UTF8.self)
    #expect("⠋⠙⠹⠸⠼".allSatisfy { written.contains($0) })
    #expect(written.contains("読み込み中…"))
    try quit(app)
  }
}
