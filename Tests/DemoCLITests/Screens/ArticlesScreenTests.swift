import Features
import Foundation
import Store
import Testing

@testable import DemoCLI
@testable import StoreInspection

struct ArticlesScreenTests {
  private static func articles() throws -> [Article] {
    let url = try #require(URL(string: "https://qiita.example/1"))
    return [
      Article(
        id: "1",
        title: "Swift で無限スクロールを実装する",
        url: url,
        user: .init(id: "sakura", name: "桜", profileImageURL: "https://images.example/sakura.png"),
        likesCount: 12,
        commentsCount: 3,
        createdAt: Date(timeIntervalSince1970: 1_704_380_400),
        tags: [.init(name: "Swift"), .init(name: "SwiftUI")],
        pageViewsCount: 99
      ),
      Article(id: "2", title: "題名がとても長いので幅に入りきらない記事の例", url: url, user: .init(id: "ren")),
    ]
  }

  private static func loaded() throws -> Articles.State {
    var state = Articles.State()
    let request = state.list.load("swift")
    state.list.receive(try articles(), totalCount: 31, next: 2, for: request)
    state.rateLimit = RateLimit(limit: 60, remaining: 59)
    return state
  }

  private func screen(_ state: Articles.State, width: Int = 300) -> Screen<Articles.Action> {
    articlesScreen(ObservedState(state), .japanese(width: width))
  }

  /// The text of the screen below its title.
  private func body(_ state: Articles.State) -> String {
    let lines = screen(state, width: 40).text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.prefix(2) == ["記事", Substring(String(repeating: "─", count: 40))])
    return lines.dropFirst(2).joined(separator: "\n")
  }

  @Test func rows() throws {
    let text = body(try Self.loaded())
    #expect(
      text == """
        タグ: swift           残り 59 リクエスト
        「swift」の記事 2 件 / 全 31 件

        Swift で無限スクロールを実…  ♥ いいね 12
          2024年01月05日  …  コメント 3  閲覧 99
          https://images.example/sakura.png
        題名がとても長いので幅に入り… ♥ いいね 0
          日付不明  @ren              コメント 0
        ↓ 続きがあります
        """
    )
    let styles = screen(try Self.loaded(), width: 80).lines.map(\.style)
    #expect(styles == [.bold, .dim, .plain, .dim, .plain, .bold, .dim, .dim, .bold, .dim, .dim])
    // Pages without new rows.
    var state = try Self.loaded()
    var request = state.list.rowAppeared(id: "2")
    #expect(body(state).hasSuffix("\n続きを読み込み中…"))
    while let running = request {
      state.list.receive(try Self.articles(), totalCount: 31, next: running.cursor.map { $0 + 1 }, for: running)
      request = state.list.requestAfterEmptyPage()
    }
    #expect(body(state).hasSuffix("\n直近のページに新しいものはありませんでし\nた。\n[続きを読み込む]"))
    // A failure of a tag names it: the rows on show are those of another one.
    let other = state.list.load("日本語 & / ?")
    state.list.fail(.notHTTP, for: other)
    let message = "「日本語 & / ?」の記事を読み込めませんでした。" + Texts.japanese.message(of: APIError.notHTTP)
    #expect(screen(state).lines.filter { $0.style == .failure }.map(\.text) == [message])
  }

  @Test func whatWasLeftOutAndWhatIsBeingOpened() throws {
    var state = Articles.State()
    let request = state.list.load("swift")
    state.list.receive(try Self.articles(), omitted: 3, next: nil, for: request)
    state.openingID = "c6"
    func lines() -> [String] { screen(state).lines[3...].prefix(4).map(\.text) }
    let omitted = ["「swift」の記事 2 件", "読み取れないため、表示していないもの: 3 件"]
    #expect(lines() == omitted + ["記事を開いています…", ""])
    state.articleError = .notHTTP
    let problem = "記事 c6 を読み込めませんでした。応答したのは Web サーバーではありません。アドレスを確認してください。"
    #expect(lines() == omitted + [problem, "[再試行]"])
    // One button repeats both requests. That of the next page may be below what is on show.
    func buttons() -> Int { screen(state).lines.count { $0.text == "[再試行]" } }
    let first = state.list.load("swift")
    state.list.fail(.notHTTP, for: first)
    #expect(buttons() == 1)
    state.list.receive(try Self.articles(), next: 2, for: state.list.load("swift"))
    let next = state.list.rowAppeared(id: "2")
    state.list.fail(.notHTTP, for: try #require(next))
    #expect(buttons() == 2)
  }
}
