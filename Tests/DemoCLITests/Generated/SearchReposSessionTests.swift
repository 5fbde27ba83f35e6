import Foundation
import Store
import StoreTesting
import Synchronization
import Testing

@testable import Features

/// A session of DemoCLI on mock values, made a test by `DemoCLI generate-test --feature searchRepos`.
/// It calls memberwise initializers of `Repository.Owner`. Where a type has another one, the command line's
/// `swiftSpellings` have to say so.
struct SearchReposSessionTests {
  @Test func session() async {
    let clock = TestClock()
    let searchReposCalls = Atomic(0)
    let repositoryCalls = Atomic(0)
    let isStarredCalls = Atomic(0)
    let store = TestStore(initialState: SearchRepos.State()) {
      SearchRepos()
    } withDependencies: {
      $0.continuousClock = clock
      $0.githubClient.searchRepos = { _, _, _ in
        switch searchReposCalls.wrappingAdd(1, ordering: .relaxed).oldValue {
        case 0: return firstRepositoryPage
        case 1: return secondRepositoryPage
        case 2: return fourthRepositoryPage
        case 3: return firstRepositoryPage
        case 4: return fifthRepositoryPage
        case 5: return sixthRepositoryPage
        case 6: return fourthRepositoryPage
        case 7: return firstRepositoryPage
        case 8: return seventhRepositoryPage
        case 9: return eighthRepositoryPage
        default: return firstRepositoryPage
        }
      }
      $0.githubClient.searchFavorites = { page in
        #expect(page == 1)
        return thirdRepositoryPage
      }
      $0.githubClient.repository = { _, _ in
        switch repositoryCalls.wrappingAdd(1, ordering: .relaxed).oldValue {
        case 0: return firstRepositoryPage.items[0]
        default: return thirdRepositoryPage.items[0]
        }
      }
      $0.githubClient.isStarred = { _, _ in
        switch isStarredCalls.wrappingAdd(1, ordering: .relaxed).oldValue {
        case 0: return false
        default: return true
        }
      }
      $0.githubClient.setStarred = { _, _, _ in }
    }

    await store.send(.appeared)

    // Search
    await store.send(.queryChanged("swif")) { $0.query = "swif" }
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.queryRested) { $0.results.request = request }
    await store.receive(.pageLoaded(request: request, page: firstRepositoryPage)) {
      $0.results.query = request.query
      $0.results.rows = IdentifiedArray(uniqueElements: firstRepositoryPage.items)
      $0.results.totalCount = 257
      $0.results.nextCursor = 2
      $0.results.request = nil
      $0.headers = firstRepositoryPage.headers
      $0.rateLimit = firstRepositoryPage.rateLimit
    }
    await store.send(.rowAppeared(id: 1_006_832)) {
      $0.results.request = SearchRepos.Results.Request(query: request.query, cursor: 2)
    }
    await store.receive(\.pageLoaded) {
      $0.results.rows.append(contentsOf: secondRepositoryPage.items)
      $0.results.nextCursor = 3
      $0.results.request = nil
      $0.headers = secondRepositoryPage.headers
      $0.rateLimit?.remaining = 58
    }

    // A repository and its star
    await store.send(.rowTapped(id: 44_838_949)) {
      $0.detail = RepositoryDetail.State(owner: "apple", name: "swift")
      $0.detail?.repository = firstRepositoryPage.items[0]
    }
    await store.send(.detail(.presented(.appeared))) {
      $0.detail?.isLoading = true
      $0.detail?.isLoadingStar = true
    }
    await store.receive(.detail(.presented(.repositoryLoaded(firstRepositoryPage.items[0])))) {
      $0.detail?.isLoading = false
    }
    await store.receive(.detail(.presented(.starLoaded(false)))) {
      $0.detail?.isStarred = false
      $0.detail?.isLoadingStar = false
      $0.detail?.savedStar = false
    }
    await store.send(.detail(.presented(.starButtonTapped))) {
      $0.results.rows[id: 44_838_949]?.stargazersCount = 67109
      $0.detail?.repository?.stargazersCount = 67109
      $0.detail?.isStarred = true
      $0.detail?.savingStar = true
    }
    await store.receive(.detail(.presented(.starSaved(true)))) {
      $0.detail?.savingStar = nil
      $0.detail?.savedStar = true
    }
    await store.send(.detail(.dismiss)) { $0.detail = nil }

    // Favorites
    await store.send(.favoritesButtonTapped) { $0.results.request = SearchRepos.Results.Request(query: .favorites) }
    await store.receive(\.pageLoaded) {
      $0.results.query = .favorites
      $0.results.rows = IdentifiedArray(uniqueElements: thirdRepositoryPage.items)
      $0.results.totalCount = nil
      $0.results.nextCursor = 2
      $0.results.request = nil
      $0.headers = thirdRepositoryPage.headers
      $0.rateLimit?.remaining = 59
    }
    await store.send(.rowTapped(id: 44_838_949)) {
      $0.detail = RepositoryDetail.State(owner: "apple", name: "swift")
      $0.detail?.repository = thirdRepositoryPage.items[0]
    }
    await store.send(.detail(.presented(.appeared))) {
      $0.detail?.isLoading = true
      $0.detail?.isLoadingStar = true
    }
    await store.receive(.detail(.presented(.repositoryLoaded(thirdRepositoryPage.items[0])))) {
      $0.detail?.isLoading = false
    }
    await store.receive(.detail(.presented(.starLoaded(true)))) {
      $0.detail?.isStarred = true
      $0.detail?.isLoadingStar = false
      $0.detail?.savedStar = true
    }
    await store.send(.detail(.presented(.starButtonTapped))) {
      $0.results.rows[id: 44_838_949]?.stargazersCount = 67108
      $0.detail?.repository?.stargazersCount = 67108
      $0.detail?.isStarred = false
      $0.detail?.savingStar = false
    }
    await store.receive(.detail(.presented(.starSaved(false)))) {
      $0.detail?.savingStar = nil
      $0.detail?.savedStar = false
    }
    await store.send(.detail(.dismiss)) { $0.detail = nil }

    // Language and sort
    await store.send(.searchSubmitted) { $0.results.request = request }
    await store.receive(.pageLoaded(request: request, page: fourthRepositoryPage)) {
      $0.results.query = request.query
      $0.results.rows = IdentifiedArray(uniqueElements: fourthRepositoryPage.items)
      $0.results.totalCount = 257
      $0.results.nextCursor = nil
      $0.results.asOf = Date(timeIntervalSince1970: 1767225600.3)
    }
    await store.receive(.pageLoaded(request: request, page: firstRepositoryPage)) {
      $0.results.nextCursor = 2
      $0.results.asOf = nil
      $0.results.request = nil
      $0.headers = firstRepositoryPage.headers
    }
    await store.send(.optionsButtonTapped) { $0.isShowingOptions = true }
    await store.send(.sortSelected(RepositorySort(.forks, .ascending))) {
      $0.results.request = SearchRepos.Results.Request(
        query: .search(query: "swift", sort: RepositorySort(.forks, .ascending))
      )
      $0.sort = RepositorySort(.forks, .ascending)
    }
    await store.receive(\.pageLoaded) {
      $0.results.query = .search(query: "swift", sort: RepositorySort(.forks, .ascending))
      $0.results.rows = IdentifiedArray(uniqueElements: fifthRepositoryPage.items)
      $0.results.request = nil
    }
    await store.send(.languageChanged("Rust")) { $0.query = "language:Rust swift" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.queryRested) {
      $0.results.request = SearchRepos.Results.Request(
        query: .search(query: "language:Rust swift", sort: RepositorySort(.forks, .ascending))
      )
    }
    await store.receive(\.pageLoaded) {
      $0.results.query = .search(query: "language:Rust swift", sort: RepositorySort(.forks, .ascending))
      $0.results.rows = []
      $0.results.totalCount = 0
      $0.results.nextCursor = nil
      $0.results.request = nil
      $0.headers = sixthRepositoryPage.headers
    }
    await store.send(.headersButtonTapped) { $0.isShowingHeaders = true }
    await store.send(.languageChanged("")) { $0.query = "swift" }
    await store.send(.headersButtonTapped) { $0.isShowingHeaders = false }
    await store.send(.sortSelected(nil)) {
      $0.results.request = request
      $0.sort = nil
    }
    await store.receive(.pageLoaded(request: request, page: fourthRepositoryPage)) {
      $0.results.query = request.query
      $0.results.rows = IdentifiedArray(uniqueElements: fourthRepositoryPage.items)
      $0.results.totalCount = 257
      $0.results.asOf = Date(timeIntervalSince1970: 1767225600.3)
    }
    await store.receive(.pageLoaded(request: request, page: firstRepositoryPage)) {
      $0.results.nextCursor = 2
      $0.results.asOf = nil
      $0.results.request = nil
      $0.headers = firstRepositoryPage.headers
    }
    await store.send(.queryChanged("a e i o u")) { $0.query = "a e i o u" }
    await store.send(.searchSubmitted) {
      $0.results.request = SearchRepos.Results.Request(query: .search(query: "a e i o u", sort: nil))
    }
    await store.receive(\.pageLoaded) {
      $0.results.query = .search(query: "a e i o u", sort: nil)
      $0.results.rows.remove(id: 1_000_000)
      $0.results.rows.remove(id: 1_006_832)
      $0.results.rows.append(contentsOf: [seventhRepositoryPage.items[1], seventhRepositoryPage.items[2]])
      $0.results.totalCount = 449
      $0.results.request = nil
      $0.isIncomplete = true
      $0.headers = seventhRepositoryPage.headers
    }
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.send(.searchSubmitted) { $0.results.request = request }
    await store.receive(.pageLoaded(request: request, page: eighthRepositoryPage)) {
      $0.results.query = request.query
      $0.results.rows.remove(id: 1_011_179)
      $0.results.rows.remove(id: 1_022_358)
      $0.results.rows.append(contentsOf: [eighthRepositoryPage.items[1], eighthRepositoryPage.items[2]])
      $0.results.totalCount = 257
      $0.results.nextCursor = nil
      $0.results.asOf = Date(timeIntervalSinceReferenceDate: 788918400.6)
      $0.isIncomplete = false
    }
    await store.receive(.pageLoaded(request: request, page: firstRepositoryPage)) {
      $0.results.nextCursor = 2
      $0.results.asOf = nil
      $0.results.request = nil
      $0.headers = firstRepositoryPage.headers
    }

    // The end
    await store.send(.queryChanged("")) {
      $0.query = ""
      $0.results.query = nil
      $0.results.rows = []
      $0.results.totalCount = nil
      $0.results.nextCursor = nil
      $0.headers = [:]
      $0.rateLimit = nil
    }
  }
}

// swift-format-ignore: NeverForceUnwrap
private let firstRepositoryPage = RepositoryPage(
  items: [
    Repository(
      id: 44_838_949,
      name: "swift",
      owner: Repository.Owner(login: "apple", avatarURL: URL(string: "https://avatars.githubusercontent.com/apple")!),
      description: "The Swift programming language",
      language: "C++",
      stargazersCount: 67108,
      htmlURL: URL(string: "https://github.com/apple/swift")
    ),
    Repository(
      id: 1_000_000,
      name: "swift-kit",
      owner: Repository.Owner(login: "ada", avatarURL: URL(string: "https://avatars.githubusercontent.com/ada")!),
      description: "A small library for Swift",
      language: "Swift",
      stargazersCount: 67108,
      htmlURL: URL(string: "https://github.com/ada/swift-kit")
    ),
    Repository(
      id: 1_006_832,
      name: "swift-editor",
      owner: Repository.Owner(
        login: "barbara",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/barbara")!
      ),
      description: "Everything about Swift",
      language: "Swift",
      stargazersCount: 66585,
      htmlURL: URL(string: "https://github.com/barbara/swift-editor")
    ),
  ],
  totalCount: 257,
  nextPage: 2,
  rateLimit: RateLimit(limit: 60, remaining: 59, resetsAt: Date(timeIntervalSince1970: 1_767_225_600)),
  headers: [
    "Content-Type": "application/json; charset=utf-8",
    "Link": """
    <https://api.github.com/search/repositories?page=2>; rel=\"next\", <https://api.github.com/search/repositories?page\
    =9>; rel=\"last\"
    """,
    "X-RateLimit-Limit": "60",
    "X-RateLimit-Remaining": "59",
    "X-RateLimit-Reset": "1767225600",
  ]
)

// swift-format-ignore: NeverForceUnwrap
private let secondRepositoryPage = RepositoryPage(
  items: [
    Repository(
      id: 1_026_096,
      name: "swift-testing",
      owner: Repository.Owner(login: "betty", avatarURL: URL(string: "https://avatars.githubusercontent.com/betty")!),
      description: "A gentle introduction to Swift",
      language: "Swift",
      stargazersCount: 52765,
      htmlURL: URL(string: "https://github.com/betty/swift-testing")
    ),
    Repository(
      id: 1_004_256,
      name: "swift-book",
      owner: Repository.Owner(
        login: "kathleen",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/kathleen")!
      ),
      description: "A small library for Swift",
      language: "Swift",
      stargazersCount: 52301,
      htmlURL: URL(string: "https://github.com/kathleen/swift-book")
    ),
    Repository(
      id: 1_011_088,
      name: "swift-server",
      owner: Repository.Owner(login: "shafi", avatarURL: URL(string: "https://avatars.githubusercontent.com/shafi")!),
      language: "Swift",
      stargazersCount: 51840,
      htmlURL: URL(string: "https://github.com/shafi/swift-server")
    ),
  ],
  totalCount: 257,
  nextPage: 3,
  rateLimit: RateLimit(limit: 60, remaining: 58, resetsAt: Date(timeIntervalSince1970: 1_767_225_600)),
  headers: [
    "Content-Type": "application/json; charset=utf-8",
    "Link": """
    <https://api.github.com/search/repositories?page=3>; rel=\"next\", <https://api.github.com/search/repositories?page\
    =9>; rel=\"last\"
    """,
    "X-RateLimit-Limit": "60",
    "X-RateLimit-Remaining": "58",
    "X-RateLimit-Reset": "1767225600",
  ]
)

// swift-format-ignore: NeverForceUnwrap
private let firstRepository = Repository(
  id: 44_838_949,
  name: "swift",
  owner: Repository.Owner(login: "apple", avatarURL: URL(string: "https://avatars.githubusercontent.com/apple")!),
  description: "The Swift programming language",
  language: "C++",
  stargazersCount: 67108,
  htmlURL: URL(string: "https://github.com/apple/swift")
)

// swift-format-ignore: NeverForceUnwrap
private let thirdRepositoryPage = RepositoryPage(
  items: [
    Repository(
      id: 44_838_949,
      name: "swift",
      owner: Repository.Owner(login: "apple", avatarURL: URL(string: "https://avatars.githubusercontent.com/apple")!),
      description: "The Swift programming language",
      language: "C++",
      stargazersCount: 67109,
      htmlURL: URL(string: "https://github.com/apple/swift")
    ),
    Repository(
      id: 1_000_000,
      name: "swift-kit",
      owner: Repository.Owner(login: "ada", avatarURL: URL(string: "https://avatars.githubusercontent.com/ada")!),
      description: "A small library for Swift",
      language: "Swift",
      stargazersCount: 67108,
      htmlURL: URL(string: "https://github.com/ada/swift-kit")
    ),
    Repository(
      id: 1_020_083,
      name: "elixir-server",
      owner: Repository.Owner(login: "karen", avatarURL: URL(string: "https://avatars.githubusercontent.com/karen")!),
      description: "A gentle introduction to Elixir",
      language: "Elixir",
      stargazersCount: 64224,
      htmlURL: URL(string: "https://github.com/karen/elixir-server")
    ),
    Repository(
      id: 1_011_494,
      name: "julia-book",
      owner: Repository.Owner(login: "shafi", avatarURL: URL(string: "https://avatars.githubusercontent.com/shafi")!),
      description: "Fast and safe Julia",
      language: "Julia",
      stargazersCount: 61402,
      htmlURL: URL(string: "https://github.com/shafi/julia-book")
    ),
    Repository(
      id: 1_002_905,
      name: "dart-testing",
      owner: Repository.Owner(login: "grace", avatarURL: URL(string: "https://avatars.githubusercontent.com/grace")!),
      description: "Examples of Dart",
      language: "Dart",
      stargazersCount: 58644,
      htmlURL: URL(string: "https://github.com/grace/dart-testing")
    ),
    Repository(
      id: 1_022_988,
      name: "ruby-editor",
      owner: Repository.Owner(login: "adele", avatarURL: URL(string: "https://avatars.githubusercontent.com/adele")!),
      language: "Ruby",
      stargazersCount: 55950,
      htmlURL: URL(string: "https://github.com/adele/ruby-editor")
    ),
    Repository(
      id: 1_014_399,
      name: "zig-kit",
      owner: Repository.Owner(
        login: "margaret",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/margaret")!
      ),
      description: "A small library for Zig",
      language: "Zig",
      stargazersCount: 53319,
      htmlURL: URL(string: "https://github.com/margaret/zig-kit")
    ),
    Repository(
      id: 1_005_810,
      name: "erlang-server",
      owner: Repository.Owner(
        login: "barbara",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/barbara")!
      ),
      description: "A gentle introduction to Erlang",
      language: "Erlang",
      stargazersCount: 50751,
      htmlURL: URL(string: "https://github.com/barbara/erlang-server")
    ),
    Repository(
      id: 1_025_893,
      name: "python-bindings",
      owner: Repository.Owner(login: "betty", avatarURL: URL(string: "https://avatars.githubusercontent.com/betty")!),
      description: "Fast and safe Python",
      language: "Python",
      stargazersCount: 48246,
      htmlURL: URL(string: "https://github.com/betty/python-bindings")
    ),
    Repository(
      id: 1_017_304,
      name: "ocaml-router",
      owner: Repository.Owner(login: "jean", avatarURL: URL(string: "https://avatars.githubusercontent.com/jean")!),
      description: "Examples of OCaml",
      language: "OCaml",
      stargazersCount: 45805,
      htmlURL: URL(string: "https://github.com/jean/ocaml-router")
    ),
    Repository(
      id: 1_008_715,
      name: "lua-editor",
      owner: Repository.Owner(login: "radia", avatarURL: URL(string: "https://avatars.githubusercontent.com/radia")!),
      description: "Everything about Lua",
      language: "Lua",
      stargazersCount: 43428,
      htmlURL: URL(string: "https://github.com/radia/lua-editor")
    ),
    Repository(
      id: 1_000_126,
      name: "kotlin-tools",
      owner: Repository.Owner(login: "ada", avatarURL: URL(string: "https://avatars.githubusercontent.com/ada")!),
      description: "A small library for Kotlin",
      language: "Kotlin",
      stargazersCount: 41113,
      htmlURL: URL(string: "https://github.com/ada/kotlin-tools")
    ),
    Repository(
      id: 1_020_209,
      name: "scala-parser",
      owner: Repository.Owner(login: "karen", avatarURL: URL(string: "https://avatars.githubusercontent.com/karen")!),
      language: "Scala",
      stargazersCount: 38862,
      htmlURL: URL(string: "https://github.com/karen/scala-parser")
    ),
    Repository(
      id: 1_011_620,
      name: "clojure-bindings",
      owner: Repository.Owner(login: "shafi", avatarURL: URL(string: "https://avatars.githubusercontent.com/shafi")!),
      description: "Fast and safe Clojure",
      language: "Clojure",
      stargazersCount: 36675,
      htmlURL: URL(string: "https://github.com/shafi/clojure-bindings")
    ),
    Repository(
      id: 1_003_031,
      name: "rust-cache",
      owner: Repository.Owner(login: "grace", avatarURL: URL(string: "https://avatars.githubusercontent.com/grace")!),
      description: "Examples of Rust",
      language: "Rust",
      stargazersCount: 34550,
      htmlURL: URL(string: "https://github.com/grace/rust-cache")
    ),
    Repository(
      id: 1_023_114,
      name: "haskell-charts",
      owner: Repository.Owner(login: "adele", avatarURL: URL(string: "https://avatars.githubusercontent.com/adele")!),
      description: "Everything about Haskell",
      language: "Haskell",
      stargazersCount: 32490,
      htmlURL: URL(string: "https://github.com/adele/haskell-charts")
    ),
    Repository(
      id: 1_014_525,
      name: "go-tools",
      owner: Repository.Owner(
        login: "margaret",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/margaret")!
      ),
      description: "A small library for Go",
      language: "Go",
      stargazersCount: 30492,
      htmlURL: URL(string: "https://github.com/margaret/go-tools")
    ),
    Repository(
      id: 1_005_936,
      name: "swift-cli",
      owner: Repository.Owner(
        login: "barbara",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/barbara")!
      ),
      description: "A gentle introduction to Swift",
      language: "Swift",
      stargazersCount: 28558,
      htmlURL: URL(string: "https://github.com/barbara/swift-cli")
    ),
    Repository(
      id: 1_026_019,
      name: "elixir-playground",
      owner: Repository.Owner(login: "betty", avatarURL: URL(string: "https://avatars.githubusercontent.com/betty")!),
      description: "Fast and safe Elixir",
      language: "Elixir",
      stargazersCount: 26687,
      htmlURL: URL(string: "https://github.com/betty/elixir-playground")
    ),
    Repository(
      id: 1_017_430,
      name: "julia-cache",
      owner: Repository.Owner(login: "jean", avatarURL: URL(string: "https://avatars.githubusercontent.com/jean")!),
      language: "Julia",
      stargazersCount: 24880,
      htmlURL: URL(string: "https://github.com/jean/julia-cache")
    ),
    Repository(
      id: 1_008_841,
      name: "dart-charts",
      owner: Repository.Owner(login: "radia", avatarURL: URL(string: "https://avatars.githubusercontent.com/radia")!),
      description: "Everything about Dart",
      language: "Dart",
      stargazersCount: 23136,
      htmlURL: URL(string: "https://github.com/radia/dart-charts")
    ),
    Repository(
      id: 1_000_252,
      name: "ruby-examples",
      owner: Repository.Owner(login: "ada", avatarURL: URL(string: "https://avatars.githubusercontent.com/ada")!),
      description: "A small library for Ruby",
      language: "Ruby",
      stargazersCount: 21455,
      htmlURL: URL(string: "https://github.com/ada/ruby-examples")
    ),
    Repository(
      id: 1_020_335,
      name: "zig-cli",
      owner: Repository.Owner(login: "karen", avatarURL: URL(string: "https://avatars.githubusercontent.com/karen")!),
      description: "A gentle introduction to Zig",
      language: "Zig",
      stargazersCount: 19838,
      htmlURL: URL(string: "https://github.com/karen/zig-cli")
    ),
    Repository(
      id: 1_011_746,
      name: "erlang-playground",
      owner: Repository.Owner(login: "shafi", avatarURL: URL(string: "https://avatars.githubusercontent.com/shafi")!),
      description: "Fast and safe Erlang",
      language: "Erlang",
      stargazersCount: 18284,
      htmlURL: URL(string: "https://github.com/shafi/erlang-playground")
    ),
    Repository(
      id: 1_003_157,
      name: "python-logger",
      owner: Repository.Owner(login: "grace", avatarURL: URL(string: "https://avatars.githubusercontent.com/grace")!),
      description: "Examples of Python",
      language: "Python",
      stargazersCount: 16793,
      htmlURL: URL(string: "https://github.com/grace/python-logger")
    ),
    Repository(
      id: 1_023_240,
      name: "ocaml-queue",
      owner: Repository.Owner(login: "adele", avatarURL: URL(string: "https://avatars.githubusercontent.com/adele")!),
      description: "Everything about OCaml",
      language: "OCaml",
      stargazersCount: 15366,
      htmlURL: URL(string: "https://github.com/adele/ocaml-queue")
    ),
    Repository(
      id: 1_014_651,
      name: "lua-examples",
      owner: Repository.Owner(
        login: "margaret",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/margaret")!
      ),
      language: "Lua",
      stargazersCount: 14002,
      htmlURL: URL(string: "https://github.com/margaret/lua-examples")
    ),
    Repository(
      id: 1_006_062,
      name: "kotlin-book",
      owner: Repository.Owner(
        login: "barbara",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/barbara")!
      ),
      description: "A gentle introduction to Kotlin",
      language: "Kotlin",
      stargazersCount: 12702,
      htmlURL: URL(string: "https://github.com/barbara/kotlin-book")
    ),
    Repository(
      id: 1_026_145,
      name: "scala-testing",
      owner: Repository.Owner(login: "betty", avatarURL: URL(string: "https://avatars.githubusercontent.com/betty")!),
      description: "Fast and safe Scala",
      language: "Scala",
      stargazersCount: 11464,
      htmlURL: URL(string: "https://github.com/betty/scala-testing")
    ),
    Repository(
      id: 1_017_556,
      name: "clojure-logger",
      owner: Repository.Owner(login: "jean", avatarURL: URL(string: "https://avatars.githubusercontent.com/jean")!),
      description: "Examples of Clojure",
      language: "Clojure",
      stargazersCount: 10291,
      htmlURL: URL(string: "https://github.com/jean/clojure-logger")
    ),
  ],
  nextPage: 2,
  rateLimit: RateLimit(limit: 60, remaining: 59, resetsAt: Date(timeIntervalSince1970: 1_767_225_600)),
  headers: [
    "Content-Type": "application/json; charset=utf-8",
    "Link": """
    <https://api.github.com/user/starred?page=2>; rel=\"next\", <https://api.github.com/user/starred?page=2>; rel=\"las\
    t\"
    """,
    "X-RateLimit-Limit": "60",
    "X-RateLimit-Remaining": "59",
    "X-RateLimit-Reset": "1767225600",
  ]
)

// swift-format-ignore: NeverForceUnwrap
private let secondRepository = Repository(
  id: 44_838_949,
  name: "swift",
  owner: Repository.Owner(login: "apple", avatarURL: URL(string: "https://avatars.githubusercontent.com/apple")!),
  description: "The Swift programming language",
  language: "C++",
  stargazersCount: 67109,
  htmlURL: URL(string: "https://github.com/apple/swift")
)

// swift-format-ignore: NeverForceUnwrap
private let fourthRepositoryPage = RepositoryPage(
  items: [
    Repository(
      id: 44_838_949,
      name: "swift",
      owner: Repository.Owner(login: "apple", avatarURL: URL(string: "https://avatars.githubusercontent.com/apple")!),
      description: "The Swift programming language",
      language: "C++",
      stargazersCount: 67108,
      htmlURL: URL(string: "https://github.com/apple/swift")
    ),
    Repository(
      id: 1_000_000,
      name: "swift-kit",
      owner: Repository.Owner(login: "ada", avatarURL: URL(string: "https://avatars.githubusercontent.com/ada")!),
      description: "A small library for Swift",
      language: "Swift",
      stargazersCount: 67108,
      htmlURL: URL(string: "https://github.com/ada/swift-kit")
    ),
    Repository(
      id: 1_006_832,
      name: "swift-editor",
      owner: Repository.Owner(
        login: "barbara",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/barbara")!
      ),
      description: "Everything about Swift",
      language: "Swift",
      stargazersCount: 66585,
      htmlURL: URL(string: "https://github.com/barbara/swift-editor")
    ),
  ],
  totalCount: 257,
  nextPage: 2,
  rateLimit: RateLimit(limit: 60, remaining: 59, resetsAt: Date(timeIntervalSince1970: 1_767_225_600)),
  headers: [
    "Content-Type": "application/json; charset=utf-8",
    "Link": """
    <https://api.github.com/search/repositories?page=2>; rel=\"next\", <https://api.github.com/search/repositories?page\
    =9>; rel=\"last\"
    """,
    "X-RateLimit-Limit": "60",
    "X-RateLimit-Remaining": "59",
    "X-RateLimit-Reset": "1767225600",
  ],
  asOf: Date(timeIntervalSince1970: 1767225600.3)
)

// swift-format-ignore: NeverForceUnwrap
private let fifthRepositoryPage = RepositoryPage(
  items: [
    Repository(
      id: 1_004_032,
      name: "swift-parser",
      owner: Repository.Owner(
        login: "kathleen",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/kathleen")!
      ),
      description: "A gentle introduction to Swift",
      language: "Swift",
      stargazersCount: 147,
      htmlURL: URL(string: "https://github.com/kathleen/swift-parser")
    ),
    Repository(
      id: 1_027_216,
      name: "swift-server",
      owner: Repository.Owner(login: "annie", avatarURL: URL(string: "https://avatars.githubusercontent.com/annie")!),
      description: "A gentle introduction to Swift",
      language: "Swift",
      stargazersCount: 295,
      htmlURL: URL(string: "https://github.com/annie/swift-server")
    ),
    Repository(
      id: 1_010_864,
      name: "swift-tools",
      owner: Repository.Owner(login: "shafi", avatarURL: URL(string: "https://avatars.githubusercontent.com/shafi")!),
      description: "A small library for Swift",
      language: "Swift",
      stargazersCount: 123,
      htmlURL: URL(string: "https://github.com/shafi/swift-tools")
    ),
  ],
  totalCount: 257,
  nextPage: 2,
  rateLimit: RateLimit(limit: 60, remaining: 59, resetsAt: Date(timeIntervalSince1970: 1_767_225_600)),
  headers: [
    "Content-Type": "application/json; charset=utf-8",
    "Link": """
    <https://api.github.com/search/repositories?page=2>; rel=\"next\", <https://api.github.com/search/repositories?page\
    =9>; rel=\"last\"
    """,
    "X-RateLimit-Limit": "60",
    "X-RateLimit-Remaining": "59",
    "X-RateLimit-Reset": "1767225600",
  ]
)

private let sixthRepositoryPage = RepositoryPage(
  items: [],
  totalCount: 0,
  rateLimit: RateLimit(limit: 60, remaining: 59, resetsAt: Date(timeIntervalSince1970: 1_767_225_600)),
  headers: [
    "Content-Type": "application/json; charset=utf-8",
    "X-RateLimit-Limit": "60",
    "X-RateLimit-Remaining": "59",
    "X-RateLimit-Reset": "1767225600",
  ]
)

// swift-format-ignore: NeverForceUnwrap
private let seventhRepositoryPage = RepositoryPage(
  items: [
    Repository(
      id: 44_838_949,
      name: "swift",
      owner: Repository.Owner(login: "apple", avatarURL: URL(string: "https://avatars.githubusercontent.com/apple")!),
      description: "The Swift programming language",
      language: "C++",
      stargazersCount: 67108,
      htmlURL: URL(string: "https://github.com/apple/swift")
    ),
    Repository(
      id: 1_011_179,
      name: "lua-server",
      owner: Repository.Owner(login: "shafi", avatarURL: URL(string: "https://avatars.githubusercontent.com/shafi")!),
      description: "Everything about Lua",
      language: "Lua",
      stargazersCount: 67076,
      htmlURL: URL(string: "https://github.com/shafi/lua-server")
    ),
    Repository(
      id: 1_022_358,
      name: "julia-bindings",
      owner: Repository.Owner(login: "adele", avatarURL: URL(string: "https://avatars.githubusercontent.com/adele")!),
      description: "Examples of Julia",
      language: "Julia",
      stargazersCount: 67043,
      htmlURL: URL(string: "https://github.com/adele/julia-bindings")
    ),
  ],
  totalCount: 449,
  isIncomplete: true,
  nextPage: 2,
  rateLimit: RateLimit(limit: 60, remaining: 59, resetsAt: Date(timeIntervalSince1970: 1_767_225_600)),
  headers: [
    "Content-Type": "application/json; charset=utf-8",
    "Link": """
    <https://api.github.com/search/repositories?page=2>; rel=\"next\", <https://api.github.com/search/repositories?page\
    =15>; rel=\"last\"
    """,
    "X-RateLimit-Limit": "60",
    "X-RateLimit-Remaining": "59",
    "X-RateLimit-Reset": "1767225600",
  ]
)

// swift-format-ignore: NeverForceUnwrap
private let eighthRepositoryPage = RepositoryPage(
  items: [
    Repository(
      id: 44_838_949,
      name: "swift",
      owner: Repository.Owner(login: "apple", avatarURL: URL(string: "https://avatars.githubusercontent.com/apple")!),
      description: "The Swift programming language",
      language: "C++",
      stargazersCount: 67108,
      htmlURL: URL(string: "https://github.com/apple/swift")
    ),
    Repository(
      id: 1_000_000,
      name: "swift-kit",
      owner: Repository.Owner(login: "ada", avatarURL: URL(string: "https://avatars.githubusercontent.com/ada")!),
      description: "A small library for Swift",
      language: "Swift",
      stargazersCount: 67108,
      htmlURL: URL(string: "https://github.com/ada/swift-kit")
    ),
    Repository(
      id: 1_006_832,
      name: "swift-editor",
      owner: Repository.Owner(
        login: "barbara",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/barbara")!
      ),
      description: "Everything about Swift",
      language: "Swift",
      stargazersCount: 66585,
      htmlURL: URL(string: "https://github.com/barbara/swift-editor")
    ),
  ],
  totalCount: 257,
  nextPage: 2,
  rateLimit: RateLimit(limit: 60, remaining: 59, resetsAt: Date(timeIntervalSince1970: 1_767_225_600)),
  headers: [
    "Content-Type": "application/json; charset=utf-8",
    "Link": """
    <https://api.github.com/search/repositories?page=2>; rel=\"next\", <https://api.github.com/search/repositories?page\
    =9>; rel=\"last\"
    """,
    "X-RateLimit-Limit": "60",
    "X-RateLimit-Remaining": "59",
    "X-RateLimit-Reset": "1767225600",
  ],
  asOf: Date(timeIntervalSinceReferenceDate: 788918400.6)
)

private let request = SearchRepos.Results.Request(query: .search(query: "swift", sort: nil))
