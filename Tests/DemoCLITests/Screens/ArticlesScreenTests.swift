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

  private func body(_ state: Articles.State, width: Int = 40) -> String {
    let lines = articlesScreen(state, width: width).text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.prefix(2) == ["記事", Substring(String(repeating: "─", count: width))])
    return lines.dropFirst(2).joined(separator: "\n")
  }

  @Test func nothingYetAndLoading() {
    var state = Articles.State(tag: "swift ui")
    #expect(body(state) == "タグ: swift ui\n")
    _ = state.list.load("swift ui")
    #expect(body(state) == "タグ: swift ui\n\n読み込み中…")
  }

  @Test func empty() {
    var state = Articles.State(tag: "未投稿")
    let request = state.list.load("未投稿")
    state.list.receive([], totalCount: 0, next: nil, for: request)
    #expect(body(state) == "タグ: 未投稿\n「未投稿」の記事 0 件 / 全 0 件\n\n記事はありません")
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
    let styles = articlesScreen(try Self.loaded()).lines.map(\.style)
    #expect(styles == [.bold, .dim, .plain, .dim, .plain, .bold, .dim, .dim, .bold, .dim, .dim])
  }

  @Test func refreshingAndTheNextPage() throws {
    var state = try Self.loaded()
    _ = state.list.rowAppeared(id: "2")
    #expect(body(state).hasSuffix("\n続きを読み込み中…"))
    _ = state.list.refresh()
    #expect(body(state).contains("31 件\n\n読み込み中…\nSwift で"))
  }

  @Test func aListThatWaitsForThePerson() throws {
    var state = try Self.loaded()
    var request = state.list.rowAppeared(id: "2")
    while let running = request {
      state.list.receive(try Self.articles(), totalCount: 31, next: running.cursor.map { $0 + 1 }, for: running)
      request = state.list.requestAfterEmptyPage()
    }
    #expect(body(state).hasSuffix("\n直近のページに新しいものはありませんでし\nた。\n[続きを読み込む]"))
  }

  @Test(arguments: [
    APIError.noConnection(reason: "lost"), .timeout(seconds: 5), .cancelled, .notHTTP, .responseTooLarge(limit: 1),
    .status(code: 404, message: "Not found", retryAt: nil),
    .rateLimited(retryAt: Date(timeIntervalSince1970: 0), message: "Rate limit exceeded"),
    .undecodable(path: "[0].id", expected: "a string"), .invalidRequest(reason: "no"), .unexpected(reason: "no"),
  ])
  func failures(_ error: APIError) throws {
    var state = try Self.loaded()
    let next = state.list.rowAppeared(id: "2")
    state.list.fail(error, for: try #require(next))
    let screen = articlesScreen(state, width: 300)
    #expect(screen.lines.suffix(2).map(\.text) == [Texts.japanese.message(of: error), "[再試行]"])
    #expect(screen.lines.suffix(2).map(\.style) == [.failure, .selected])
    // The failure replaces the line about more rows.
    #expect(screen.lines.count == articlesScreen(try Self.loaded()).lines.count + 1, "Rows stay.")
  }

  /// The rows on show are those of another tag.
  @Test func aTagThatFailsIsNamed() throws {
    var state = try Self.loaded()
    let request = state.list.load("日本語 & / ?")
    state.list.fail(.notHTTP, for: request)
    let screen = articlesScreen(state, width: 300)
    let message = "「日本語 & / ?」の記事を読み込めませんでした。" + Texts.japanese.message(of: APIError.notHTTP)
    #expect(screen.lines.filter { $0.style == .failure }.map(\.text) == [message])
  }

  @Test func whatWasLeftOutAndWhatIsBeingOpened() throws {
    var state = Articles.State()
    let request = state.list.load("swift")
    state.list.receive(try Self.articles(), omitted: 3, next: nil, for: request)
    state.openingID = "c6"
    func lines() -> [String] { articlesScreen(state, width: 300).lines[3...].prefix(4).map(\.text) }
    let omitted = ["「swift」の記事 2 件", "読み取れないため、表示していないもの: 3 件"]
    #expect(lines() == omitted + ["記事を開いています…", ""])
    state.articleError = .notHTTP
    let problem = "記事 c6 を読み込めませんでした。応答したのは Web サーバーではありません。アドレスを確認してください。"
    #expect(lines() == omitted + [problem, "[再試行]"])
    // One button repeats both requests. That of the next page may be below what is on show.
    func buttons() -> Int { articlesScreen(state, width: 300).lines.count { $0.text == "[再試行]" } }
    let first = state.list.load("swift")
    state.list.fail(.notHTTP, for: first)
    #expect(buttons() == 1)
    state.list.receive(try Self.articles(), next: 2, for: state.list.load("swift"))
    let next = state.list.rowAppeared(id: "2")
    state.list.fail(.notHTTP, for: try #require(next))
    #expect(buttons() == 2)
  }

  @Test(arguments: [
    OpenURLError.refused(address: "file:///a", reason: "must begin with http:// or https://"),
    .unavailable(reason: "Install it."), .failed(program: "xdg-open", status: 3),
  ])
  func openErrors(_ error: OpenURLError) throws {
    var state = try Self.loaded()
    state.openError = error
    let lines = articlesScreen(state, width: 300).lines
    #expect(lines.filter { $0.style == .failure }.map(\.text) == [Texts.japanese.message(of: error)])
  }
}
