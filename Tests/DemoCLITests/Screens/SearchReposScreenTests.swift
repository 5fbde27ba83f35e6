import Features
import Foundation
import Store
import Testing

@testable import DemoCLI

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
        Repositories
        ────────────────────────────────────────
        Search:

        """
    )
  }

  @Test func results() {
    #expect(
      searchReposScreen(loaded, width: 40).text == """
        Repositories
        ────────────────────────────────────────
        Search: swift            9 requests left
        Found for swift                60 in all

        ada/name-1                         ★ 100
          A compiler for people
        ada/name-2                         ★ 200
        ↓ There are more
        """
    )
  }

  @Test func loadingMore() {
    var state = loaded
    _ = state.results.rowAppeared(id: 2)
    #expect(searchReposScreen(state, width: 40).text.hasSuffix("★ 200\nLoading…"))
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
        Repositories
        ────────────────────────────────────────
        Search: swift            9 requests left
        Found for swift                60 in all

        ada/name-1 was not starred. The request
        was cancelled.

        ada/name-1                         ★ 100
          A compiler for people
        ada/name-2                         ★ 200
        What answered is not a web server. Check
        the address.
        [Try again]
        """
    )
  }

  @Test func nothingStarred() {
    var state = SearchRepos.State()
    let request = state.results.load(.favorites)
    state.results.receive([], next: nil, for: request)
    #expect(
      searchReposScreen(state, width: 40).text == """
        Repositories
        ────────────────────────────────────────
        Search:
        Starred

        There are no repositories.
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
        Swift                              ★ 100
        https://github.com/ada/name-1

        [☆ Star]
        [Open in browser]
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
        Loading…

        […]
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
        Swift                              ★ 100
        https://github.com/ada/name-1
        The request was cancelled.

        [☆ Star]
        What answered is not a web server. Check
        the address.
        [Open in browser]
        The page could not be opened. There is
        no browser.
        [Try again]
        """
    )
    state.isStarred = true
    state.failure = nil
    #expect(repositoryDetailScreen(state, width: 40).text.contains("\n[★ Starred]\n"))
    #expect(!repositoryDetailScreen(state, width: 40).text.contains("[Try again]"))
  }
}
