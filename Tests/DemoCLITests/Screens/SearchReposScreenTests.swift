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

  @Test func atFirst() {
    #expect(
      searchReposScreen(SearchRepos.State(), width: 40).text == """
        リポジトリ
        ────────────────────────────────────────
        検索:

        """
    )
  }

  @Test func results() {
    #expect(
      searchReposScreen(loaded, width: 40).text == """
        リポジトリ
        ────────────────────────────────────────
        検索: swift            残り 9 リクエスト
        「swift」の検索結果             全 60 件

        ada/name-1                  ★ スター 100
          A compiler for people
        ada/name-2                  ★ スター 200
        ↓ 続きがあります
        """
    )
  }

  @Test func loadingMore() {
    var state = loaded
    _ = state.results.rowAppeared(id: 2)
    #expect(searchReposScreen(state, width: 40).text.hasSuffix("★ スター 200\n続きを読み込み中…"))
  }

  @Test func failures() {
    var state = loaded
    let request = state.results.load(.favorites)
    state.results.fail(.notHTTP, for: request)
    state.starFailure = SearchRepos.StarFailure(
      star: SearchRepos.Star(owner: "ada", name: "name-1", id: 1, isStarred: true),
      error: .cancelled
    )
    #expect(
      searchReposScreen(state, width: 40).text == """
        リポジトリ
        ────────────────────────────────────────
        検索: swift            残り 9 リクエスト
        「swift」の検索結果             全 60 件

        ada/name-1 にスターを付けられませんでし
        た。リクエストはキャンセルされました。

        応答したのは Web サーバーではありませ
        ん。アドレスを確認してください。
        [再試行]
        ada/name-1                  ★ スター 100
          A compiler for people
        ada/name-2                  ★ スター 200
        """
    )
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
      searchReposScreen(state, width: 60).text == """
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

  @Test func nothingStarred() {
    var state = SearchRepos.State()
    let request = state.results.load(.favorites)
    state.results.receive([], next: nil, for: request)
    #expect(
      searchReposScreen(state, width: 40).text == """
        リポジトリ
        ────────────────────────────────────────
        検索:
        スター付き

        リポジトリはありません
        """
    )
  }

  @Test func aRepositoryThatIsOpen() {
    var state = loaded
    state.detail = RepositoryDetail.State(repository(1))
    #expect(
      searchReposScreen(state, width: 40).text == """
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
  }

  @Test func aRepositoryByItsNameAlone() {
    var state = RepositoryDetail.State(owner: "ada", name: "name\u{1B}[2J")
    state.isLoading = true
    state.isLoadingStar = true
    #expect(
      repositoryDetailScreen(state, width: 40).text == """
        ada/name\u{FFFD}[2J
        ────────────────────────────────────────
        読み込み中…

        [読み込み中…]
        """
    )
  }

  @Test func aRepositoryWithFailures() {
    var state = RepositoryDetail.State(repository(1, description: nil))
    state.failure = .cancelled
    state.starFailure = .notHTTP
    state.openFailure = .unavailable(reason: "There is no browser.")
    #expect(
      repositoryDetailScreen(state, width: 40).text == """
        ada/name-1
        ────────────────────────────────────────
        Swift                       ★ スター 100
        https://github.com/ada/name-1
        リクエストはキャンセルされました。

        [☆ スターは不明]
        応答したのは Web サーバーではありませ
        ん。アドレスを確認してください。
        [ブラウザーで開く]
        ページを開けませんでした。There is no
        browser.
        [再試行]
        """
    )
    state.isStarred = true
    state.failure = nil
    #expect(repositoryDetailScreen(state, width: 40).text.contains("\n[★ スター付き]\n"))
    #expect(!repositoryDetailScreen(state, width: 40).text.contains("[再試行]"))
  }
}
