import Features
import Foundation
import Store
import Testing

@testable import DemoCLI
@testable import StoreInspection

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
    state.results.totalCount = 60
    state.results.nextCursor = 2
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
    var favorites = SearchRepos.State()
    let empty = favorites.results.load(.favorites)
    favorites.results.receive([], next: nil, for: empty)
    #expect(text(favorites) == start + "\nスター付き\n\nリポジトリはありません")

    let request = state.results.load(.favorites)
    state.results.fail(.notHTTP, for: request)
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
    state.isIncomplete = true
    state.isShowingOptions = true
    state.isShowingHeaders = true
    state.headers = ["X-RateLimit-Remaining": "9", "Set-Cookie": "secret"]
    #expect(
      text(state, width: 60) == """
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
    )
  }

  @Test func aRepositoryThatIsOpen() {
    var known = loaded
    known.detail = RepositoryDetail.State(repository(1))
    #expect(
      text(known) == """
        ada/name-1
        ────────────────────────────────────────
        A compiler
        for people
        Swift                       ★ スター 100
        https://github.com/ada/name-1

        [☆ スターは不明]
        [ブラウザーで開く]
        """
    )
    known.detail?.isStarred = true
    #expect(text(known).contains("\n[★ スター付き]\n"))
  }
}
