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
    state.list.receive(try articles(), totalCount: 31, next: 2, for: state.list.load("swift"))
    state.rateLimit = RateLimit(limit: 60, remaining: 59)
    return state
  }

  private func screen(_ state: Articles.State, width: Int = 300) -> Screen<Articles.Action> {
    articlesScreen(ObservedState(state), .japanese(width: width))
  }

  private func body(_ state: Articles.State) -> String {
    let lines = screen(state, width: 40).text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.prefix(2) == ["記事", Substring(String(repeating: "─", count: 40))])
    return lines.dropFirst(2).joined(separator: "\n")
  }

  @Test func rows() throws {
    let text = body(try Self.loaded())
    let expected = """
      タグ: swift           残り 59 リクエスト
      「swift」の記事 2 件 / 全 31 件

      Swift で無限スクロールを実…  ♥ いいね 12
        2024年01月05日  …  コメント 3  閲覧 99
        https://images.example/sakura.png
      題名がとても長いので幅に入り… ♥ いいね 0
        日付不明  @ren              コメント 0
      ↓ 続きがあります
      """
    #expect(text == expected)
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
    state.list.fail(.notHTTP, for: state.list.load("日本語 & / ?"))
    let message = "「日本語 & / ?」の記事を読み込めませんでした。" + Texts.japanese.message(of: APIError.notHTTP)
    #expect(screen(state).lines.filter { $0.style == .failure }.map(\.text) == [message])
  }

  @Test func whatWasLeftOutAndWhatIsBeingOpened() throws {
    var state = Articles.State()
    state.list.receive(try Self.articles(), omitted: 3, next: nil, for: state.list.load("swift"))
    state.openingID = "c6"
    func lines() -> [String] { screen(state).lines[3...].prefix(4).map(\.text) }
    let omitted = ["「swift」の記事 2 件", "読み取れないため、表示していないもの: 3 件"]
    #expect(lines() == omitted + ["記事を開いています…", ""])
    state.articleError = .notHTTP
    #expect(lines() == omitted + ["記事 c6 を読み込めませんでした。応答したのは Web サーバーではありません。アドレスを確認してください。", "[再試行]"])
    // One button repeats both requests. That of the next page may be below what is on show.
    func buttons() -> Int { screen(state).lines.count { $0.text == "[再試行]" } }
    state.list.fail(.notHTTP, for: state.list.load("swift"))
    #expect(buttons() == 1)
    state.list.receive(try Self.articles(), next: 2, for: state.list.load("swift"))
    let next = state.list.rowAppeared(id: "2")
    state.list.fail(.notHTTP, for: try #require(next))
    #expect(buttons() == 2)
  }
}

struct CatalogScreenTests {
  private static let users = [
    User(id: 1, firstName: "葵", lastName: "佐藤"), User(id: 2, firstName: "Ada", lastName: "Lovelace"),
  ]
  private static let songs = [
    Song(id: 1, title: "夜明けの海", artist: "Nagori", seconds: 187), Song(id: 2, title: "夏のうた", artist: "青い電車"),
  ]

  private func body(_ state: Catalog.State) -> String {
    catalogScreen(ObservedState(state), .japanese(width: 40)).text
      .split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2).joined(separator: "\n")
  }

  @Test func rows() {
    var state = Catalog.State()
    state.users = .success(Self.users)
    state.songs = .success(Self.songs)
    let expected = """
      ユーザー 2 件
        佐藤 葵                             #1
        Ada Lovelace                        #2

      曲 2 件
        夜明けの海 — Nagori               3:07
        夏のうた — 青い電車
      """
    #expect(body(state) == expected)
    state.users = .success([])
    state.songs = .success((1...25).map { Song(id: $0, title: "曲\($0)", artist: "A", seconds: 60) })
    #expect(body(state).hasPrefix("ユーザー 0 件\nありません\n"))
    #expect(body(state).hasSuffix("\n  曲10 — A                          1:00\n  ほか 15 件"))
    // What is loading has placeholders; what is loaded again, or has failed to, keeps its rows.
    #expect(body(Catalog.State()).hasPrefix("ユーザー                     読み込み中…\n  ――― ―――\n"))
    state.users = .loading(placeholder: [], previous: Self.users)
    #expect(body(state).hasPrefix("ユーザー 2 件                読み込み中…\n  佐藤 葵"))
    state.users = .failure(.cancelled, previous: Self.users)
    #expect(body(state).contains("リクエストはキャンセルされました。\n") && body(state).contains("\n  佐藤 葵"))
  }
}

struct SearchReposScreenTests {
  private func repository(_ id: Int, description: String? = "A compiler\nfor people") -> Repository {
    Repository(
      id: id,
      name: "name-\(id)",
      owner: .init(login: "ada", avatarURL: URL(filePath: "/a")),
      description: description,
      language: "Swift",
      stargazersCount: id * 100,
      htmlURL: URL(string: "https://github.com/ada/name-\(id)")
    )
  }

  private var loaded: SearchRepos.State {
    var state = SearchRepos.State(query: "swift")
    state.results.query = .search(query: "swift")
    state.results.rows = [repository(1), repository(2, description: nil)]
    (state.results.totalCount, state.results.nextCursor) = (60, 2)
    state.rateLimit = RateLimit(remaining: 9)
    return state
  }

  private func text(_ state: SearchRepos.State, width: Int = 40) -> String {
    searchReposScreen(ObservedState(state), .japanese(width: width)).text
  }

  @Test func results() {
    let start = "リポジトリ\n────────────────────────────────────────\n検索:"
    #expect(text(SearchRepos.State()) == start + "\n")
    var state = loaded
    let rows = """
      ada/name-1                  ★ スター 100
        A compiler for people
      ada/name-2                  ★ スター 200

      """
    let title = " swift            残り 9 リクエスト\n「swift」の検索結果             全 60 件\n\n"
    #expect(text(state) == start + title + rows + "↓ 続きがあります")
    _ = state.results.rowAppeared(id: 2)
    #expect(text(state) == start + title + rows + "続きを読み込み中…")
    let favorites = changed(SearchRepos.State()) { $0.results.receive([], next: nil, for: $0.results.load(.favorites)) }
    #expect(text(favorites) == start + "\nスター付き\n\nリポジトリはありません")
    state.results.fail(.notHTTP, for: state.results.load(.favorites))
    let star = SearchRepos.Star(owner: "ada", name: "name-1", id: 1, isStarred: true)
    state.starFailure = SearchRepos.StarFailure(star: star, error: .cancelled)
    let failures = """
      ada/name-1 にスターを付けられませんでし
      た。リクエストはキャンセルされました。

      応答したのは Web サーバーではありませ
      ん。アドレスを確認してください。
      [再試行]

      """
    #expect(text(state) == start + title + failures + String(rows.dropLast()))
  }

  @Test func optionsAndHeaders() {
    var state = loaded
    state.query = "language:Swift parser"
    state.sort = RepositorySort(.forks)
    state.results.query = .search(query: "language:Swift parser", sort: RepositorySort(.forks))
    state.results.rows = []
    (state.isIncomplete, state.isShowingOptions, state.isShowingHeaders) = (true, true, true)
    state.headers = ["X-RateLimit-Remaining": "9", "Set-Cookie": "secret"]
    let expected = """
      リポジトリ
      ────────────────────────────────────────────────────────────
      検索: language:Swift parser                残り 9 リクエスト
      言語: Swift
      並び順:  関連度順   スターの多い順  [フォークの多い順]
       更新の新しい順   協力募集の多い順
      [ヘッダーを隠す]
      「language:Swift parser」の検索結果  フォークの多…  全 60 件
      GitHub の検索が途中で打ち切られました。条件を絞ると、すべて
      表示できます。
      Set-Cookie: <redacted>
      X-RateLimit-Remaining: 9

      リポジトリはありません
      """
    #expect(text(state, width: 60) == expected)
  }

  @Test func aRepositoryThatIsOpen() {
    var known = loaded
    known.detail = RepositoryDetail.State(repository(1))
    let expected = """
      ada/name-1
      ────────────────────────────────────────
      A compiler
      for people
      Swift                       ★ スター 100
      https://github.com/ada/name-1

      [☆ スターは不明]
      [ブラウザーで開く]
      """
    #expect(text(known) == expected)
    known.detail?.isStarred = true
    #expect(text(known).contains("\n[★ スター付き]\n"))
  }
}
