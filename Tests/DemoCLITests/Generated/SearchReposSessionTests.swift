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
    await store.send(.rowAppeared(id: 1_019_264)) {
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
      $0.results.rows = IdentifiedArray(uniqueElements: seventhRepositoryPage.items)
      $0.results.totalCount = 449
      $0.results.request = nil
      $0.isIncomplete = true
      $0.headers = seventhRepositoryPage.headers
    }
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.send(.searchSubmitted) { $0.results.request = request }
    await store.receive(.pageLoaded(request: request, page: eighthRepositoryPage)) {
      $0.results.query = request.query
      $0.results.rows = IdentifiedArray(uniqueElements: eighthRepositoryPage.items)
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
    Repository(
      id: 1_013_664,
      name: "swift-router",
      owner: Repository.Owner(login: "hedy", avatarURL: URL(string: "https://avatars.githubusercontent.com/hedy")!),
      description: "Examples of Swift",
      language: "Swift",
      stargazersCount: 66064,
      htmlURL: URL(string: "https://github.com/hedy/swift-router")
    ),
    Repository(
      id: 1_020_496,
      name: "swift-bindings",
      owner: Repository.Owner(login: "karen", avatarURL: URL(string: "https://avatars.githubusercontent.com/karen")!),
      language: "Swift",
      stargazersCount: 65545,
      htmlURL: URL(string: "https://github.com/karen/swift-bindings")
    ),
    Repository(
      id: 1_027_328,
      name: "swift-parser",
      owner: Repository.Owner(login: "annie", avatarURL: URL(string: "https://avatars.githubusercontent.com/annie")!),
      description: "A gentle introduction to Swift",
      language: "Swift",
      stargazersCount: 65028,
      htmlURL: URL(string: "https://github.com/annie/swift-parser")
    ),
    Repository(
      id: 1_005_488,
      name: "swift-tools",
      owner: Repository.Owner(
        login: "barbara",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/barbara")!
      ),
      description: "A small library for Swift",
      language: "Swift",
      stargazersCount: 64513,
      htmlURL: URL(string: "https://github.com/barbara/swift-tools")
    ),
    Repository(
      id: 1_012_320,
      name: "swift-charts",
      owner: Repository.Owner(login: "shafi", avatarURL: URL(string: "https://avatars.githubusercontent.com/shafi")!),
      description: "Everything about Swift",
      language: "Swift",
      stargazersCount: 64000,
      htmlURL: URL(string: "https://github.com/shafi/swift-charts")
    ),
    Repository(
      id: 1_019_152,
      name: "swift-cache",
      owner: Repository.Owner(login: "lynn", avatarURL: URL(string: "https://avatars.githubusercontent.com/lynn")!),
      description: "Examples of Swift",
      language: "Swift",
      stargazersCount: 63489,
      htmlURL: URL(string: "https://github.com/lynn/swift-cache")
    ),
    Repository(
      id: 1_025_984,
      name: "swift-playground",
      owner: Repository.Owner(login: "betty", avatarURL: URL(string: "https://avatars.githubusercontent.com/betty")!),
      description: "Fast and safe Swift",
      language: "Swift",
      stargazersCount: 62980,
      htmlURL: URL(string: "https://github.com/betty/swift-playground")
    ),
    Repository(
      id: 1_004_144,
      name: "swift-cli",
      owner: Repository.Owner(
        login: "kathleen",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/kathleen")!
      ),
      description: "A gentle introduction to Swift",
      language: "Swift",
      stargazersCount: 62473,
      htmlURL: URL(string: "https://github.com/kathleen/swift-cli")
    ),
    Repository(
      id: 1_010_976,
      name: "swift-examples",
      owner: Repository.Owner(login: "shafi", avatarURL: URL(string: "https://avatars.githubusercontent.com/shafi")!),
      language: "Swift",
      stargazersCount: 61968,
      htmlURL: URL(string: "https://github.com/shafi/swift-examples")
    ),
    Repository(
      id: 1_017_808,
      name: "swift-queue",
      owner: Repository.Owner(login: "jean", avatarURL: URL(string: "https://avatars.githubusercontent.com/jean")!),
      description: "Everything about Swift",
      language: "Swift",
      stargazersCount: 61465,
      htmlURL: URL(string: "https://github.com/jean/swift-queue")
    ),
    Repository(
      id: 1_024_640,
      name: "swift-logger",
      owner: Repository.Owner(login: "sophie", avatarURL: URL(string: "https://avatars.githubusercontent.com/sophie")!),
      description: "Examples of Swift",
      language: "Swift",
      stargazersCount: 60964,
      htmlURL: URL(string: "https://github.com/sophie/swift-logger")
    ),
    Repository(
      id: 1_002_800,
      name: "swift-testing",
      owner: Repository.Owner(login: "grace", avatarURL: URL(string: "https://avatars.githubusercontent.com/grace")!),
      description: "Fast and safe Swift",
      language: "Swift",
      stargazersCount: 60466,
      htmlURL: URL(string: "https://github.com/grace/swift-testing")
    ),
    Repository(
      id: 1_009_632,
      name: "swift-book",
      owner: Repository.Owner(
        login: "frances",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/frances")!
      ),
      description: "A gentle introduction to Swift",
      language: "Swift",
      stargazersCount: 59969,
      htmlURL: URL(string: "https://github.com/frances/swift-book")
    ),
    Repository(
      id: 1_016_464,
      name: "swift-server",
      owner: Repository.Owner(login: "jean", avatarURL: URL(string: "https://avatars.githubusercontent.com/jean")!),
      description: "A small library for Swift",
      language: "Swift",
      stargazersCount: 59474,
      htmlURL: URL(string: "https://github.com/jean/swift-server")
    ),
    Repository(
      id: 1_023_296,
      name: "swift-kit",
      owner: Repository.Owner(login: "sophie", avatarURL: URL(string: "https://avatars.githubusercontent.com/sophie")!),
      description: "Everything about Swift",
      language: "Swift",
      stargazersCount: 58982,
      htmlURL: URL(string: "https://github.com/sophie/swift-kit")
    ),
    Repository(
      id: 1_001_456,
      name: "swift-editor",
      owner: Repository.Owner(login: "ada", avatarURL: URL(string: "https://avatars.githubusercontent.com/ada")!),
      language: "Swift",
      stargazersCount: 58491,
      htmlURL: URL(string: "https://github.com/ada/swift-editor")
    ),
    Repository(
      id: 1_008_288,
      name: "swift-router",
      owner: Repository.Owner(login: "radia", avatarURL: URL(string: "https://avatars.githubusercontent.com/radia")!),
      description: "Fast and safe Swift",
      language: "Swift",
      stargazersCount: 58003,
      htmlURL: URL(string: "https://github.com/radia/swift-router")
    ),
    Repository(
      id: 1_015_120,
      name: "swift-bindings",
      owner: Repository.Owner(
        login: "margaret",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/margaret")!
      ),
      description: "A gentle introduction to Swift",
      language: "Swift",
      stargazersCount: 57517,
      htmlURL: URL(string: "https://github.com/margaret/swift-bindings")
    ),
    Repository(
      id: 1_021_952,
      name: "swift-parser",
      owner: Repository.Owner(login: "adele", avatarURL: URL(string: "https://avatars.githubusercontent.com/adele")!),
      description: "A small library for Swift",
      language: "Swift",
      stargazersCount: 57032,
      htmlURL: URL(string: "https://github.com/adele/swift-parser")
    ),
    Repository(
      id: 1_000_112,
      name: "swift-tools",
      owner: Repository.Owner(login: "ada", avatarURL: URL(string: "https://avatars.githubusercontent.com/ada")!),
      description: "Everything about Swift",
      language: "Swift",
      stargazersCount: 56550,
      htmlURL: URL(string: "https://github.com/ada/swift-tools")
    ),
    Repository(
      id: 1_006_944,
      name: "swift-charts",
      owner: Repository.Owner(
        login: "barbara",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/barbara")!
      ),
      description: "Examples of Swift",
      language: "Swift",
      stargazersCount: 56070,
      htmlURL: URL(string: "https://github.com/barbara/swift-charts")
    ),
    Repository(
      id: 1_013_776,
      name: "swift-cache",
      owner: Repository.Owner(login: "hedy", avatarURL: URL(string: "https://avatars.githubusercontent.com/hedy")!),
      description: "Fast and safe Swift",
      language: "Swift",
      stargazersCount: 55591,
      htmlURL: URL(string: "https://github.com/hedy/swift-cache")
    ),
    Repository(
      id: 1_020_608,
      name: "swift-playground",
      owner: Repository.Owner(login: "karen", avatarURL: URL(string: "https://avatars.githubusercontent.com/karen")!),
      language: "Swift",
      stargazersCount: 55115,
      htmlURL: URL(string: "https://github.com/karen/swift-playground")
    ),
    Repository(
      id: 1_027_440,
      name: "swift-cli",
      owner: Repository.Owner(login: "annie", avatarURL: URL(string: "https://avatars.githubusercontent.com/annie")!),
      description: "A small library for Swift",
      language: "Swift",
      stargazersCount: 54641,
      htmlURL: URL(string: "https://github.com/annie/swift-cli")
    ),
    Repository(
      id: 1_005_600,
      name: "swift-examples",
      owner: Repository.Owner(
        login: "barbara",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/barbara")!
      ),
      description: "Everything about Swift",
      language: "Swift",
      stargazersCount: 54169,
      htmlURL: URL(string: "https://github.com/barbara/swift-examples")
    ),
    Repository(
      id: 1_012_432,
      name: "swift-queue",
      owner: Repository.Owner(login: "shafi", avatarURL: URL(string: "https://avatars.githubusercontent.com/shafi")!),
      description: "Examples of Swift",
      language: "Swift",
      stargazersCount: 53699,
      htmlURL: URL(string: "https://github.com/shafi/swift-queue")
    ),
    Repository(
      id: 1_019_264,
      name: "swift-logger",
      owner: Repository.Owner(login: "lynn", avatarURL: URL(string: "https://avatars.githubusercontent.com/lynn")!),
      description: "Fast and safe Swift",
      language: "Swift",
      stargazersCount: 53231,
      htmlURL: URL(string: "https://github.com/lynn/swift-logger")
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
    Repository(
      id: 1_017_920,
      name: "swift-kit",
      owner: Repository.Owner(login: "lynn", avatarURL: URL(string: "https://avatars.githubusercontent.com/lynn")!),
      description: "Examples of Swift",
      language: "Swift",
      stargazersCount: 51380,
      htmlURL: URL(string: "https://github.com/lynn/swift-kit")
    ),
    Repository(
      id: 1_024_752,
      name: "swift-editor",
      owner: Repository.Owner(login: "sophie", avatarURL: URL(string: "https://avatars.githubusercontent.com/sophie")!),
      description: "Fast and safe Swift",
      language: "Swift",
      stargazersCount: 50922,
      htmlURL: URL(string: "https://github.com/sophie/swift-editor")
    ),
    Repository(
      id: 1_002_912,
      name: "swift-router",
      owner: Repository.Owner(login: "grace", avatarURL: URL(string: "https://avatars.githubusercontent.com/grace")!),
      description: "A gentle introduction to Swift",
      language: "Swift",
      stargazersCount: 50466,
      htmlURL: URL(string: "https://github.com/grace/swift-router")
    ),
    Repository(
      id: 1_009_744,
      name: "swift-bindings",
      owner: Repository.Owner(
        login: "frances",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/frances")!
      ),
      description: "A small library for Swift",
      language: "Swift",
      stargazersCount: 50013,
      htmlURL: URL(string: "https://github.com/frances/swift-bindings")
    ),
    Repository(
      id: 1_016_576,
      name: "swift-parser",
      owner: Repository.Owner(login: "jean", avatarURL: URL(string: "https://avatars.githubusercontent.com/jean")!),
      description: "Everything about Swift",
      language: "Swift",
      stargazersCount: 49561,
      htmlURL: URL(string: "https://github.com/jean/swift-parser")
    ),
    Repository(
      id: 1_023_408,
      name: "swift-tools",
      owner: Repository.Owner(login: "sophie", avatarURL: URL(string: "https://avatars.githubusercontent.com/sophie")!),
      description: "Examples of Swift",
      language: "Swift",
      stargazersCount: 49112,
      htmlURL: URL(string: "https://github.com/sophie/swift-tools")
    ),
    Repository(
      id: 1_001_568,
      name: "swift-charts",
      owner: Repository.Owner(login: "ada", avatarURL: URL(string: "https://avatars.githubusercontent.com/ada")!),
      language: "Swift",
      stargazersCount: 48664,
      htmlURL: URL(string: "https://github.com/ada/swift-charts")
    ),
    Repository(
      id: 1_008_400,
      name: "swift-cache",
      owner: Repository.Owner(login: "radia", avatarURL: URL(string: "https://avatars.githubusercontent.com/radia")!),
      description: "A gentle introduction to Swift",
      language: "Swift",
      stargazersCount: 48219,
      htmlURL: URL(string: "https://github.com/radia/swift-cache")
    ),
    Repository(
      id: 1_015_232,
      name: "swift-playground",
      owner: Repository.Owner(
        login: "margaret",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/margaret")!
      ),
      description: "A small library for Swift",
      language: "Swift",
      stargazersCount: 47775,
      htmlURL: URL(string: "https://github.com/margaret/swift-playground")
    ),
    Repository(
      id: 1_022_064,
      name: "swift-cli",
      owner: Repository.Owner(login: "adele", avatarURL: URL(string: "https://avatars.githubusercontent.com/adele")!),
      description: "Everything about Swift",
      language: "Swift",
      stargazersCount: 47334,
      htmlURL: URL(string: "https://github.com/adele/swift-cli")
    ),
    Repository(
      id: 1_000_224,
      name: "swift-examples",
      owner: Repository.Owner(login: "ada", avatarURL: URL(string: "https://avatars.githubusercontent.com/ada")!),
      description: "Examples of Swift",
      language: "Swift",
      stargazersCount: 46895,
      htmlURL: URL(string: "https://github.com/ada/swift-examples")
    ),
    Repository(
      id: 1_007_056,
      name: "swift-queue",
      owner: Repository.Owner(
        login: "barbara",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/barbara")!
      ),
      description: "Fast and safe Swift",
      language: "Swift",
      stargazersCount: 46457,
      htmlURL: URL(string: "https://github.com/barbara/swift-queue")
    ),
    Repository(
      id: 1_013_888,
      name: "swift-logger",
      owner: Repository.Owner(login: "hedy", avatarURL: URL(string: "https://avatars.githubusercontent.com/hedy")!),
      description: "A gentle introduction to Swift",
      language: "Swift",
      stargazersCount: 46022,
      htmlURL: URL(string: "https://github.com/hedy/swift-logger")
    ),
    Repository(
      id: 1_020_720,
      name: "swift-testing",
      owner: Repository.Owner(login: "karen", avatarURL: URL(string: "https://avatars.githubusercontent.com/karen")!),
      language: "Swift",
      stargazersCount: 45589,
      htmlURL: URL(string: "https://github.com/karen/swift-testing")
    ),
    Repository(
      id: 1_027_552,
      name: "swift-book",
      owner: Repository.Owner(login: "annie", avatarURL: URL(string: "https://avatars.githubusercontent.com/annie")!),
      description: "Everything about Swift",
      language: "Swift",
      stargazersCount: 45158,
      htmlURL: URL(string: "https://github.com/annie/swift-book")
    ),
    Repository(
      id: 1_005_712,
      name: "swift-server",
      owner: Repository.Owner(
        login: "barbara",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/barbara")!
      ),
      description: "Examples of Swift",
      language: "Swift",
      stargazersCount: 44729,
      htmlURL: URL(string: "https://github.com/barbara/swift-server")
    ),
    Repository(
      id: 1_012_544,
      name: "swift-kit",
      owner: Repository.Owner(login: "hedy", avatarURL: URL(string: "https://avatars.githubusercontent.com/hedy")!),
      description: "Fast and safe Swift",
      language: "Swift",
      stargazersCount: 44302,
      htmlURL: URL(string: "https://github.com/hedy/swift-kit")
    ),
    Repository(
      id: 1_019_376,
      name: "swift-editor",
      owner: Repository.Owner(login: "lynn", avatarURL: URL(string: "https://avatars.githubusercontent.com/lynn")!),
      description: "A gentle introduction to Swift",
      language: "Swift",
      stargazersCount: 43877,
      htmlURL: URL(string: "https://github.com/lynn/swift-editor")
    ),
    Repository(
      id: 1_026_208,
      name: "swift-router",
      owner: Repository.Owner(login: "betty", avatarURL: URL(string: "https://avatars.githubusercontent.com/betty")!),
      description: "A small library for Swift",
      language: "Swift",
      stargazersCount: 43454,
      htmlURL: URL(string: "https://github.com/betty/swift-router")
    ),
    Repository(
      id: 1_004_368,
      name: "swift-bindings",
      owner: Repository.Owner(
        login: "kathleen",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/kathleen")!
      ),
      description: "Everything about Swift",
      language: "Swift",
      stargazersCount: 43033,
      htmlURL: URL(string: "https://github.com/kathleen/swift-bindings")
    ),
    Repository(
      id: 1_011_200,
      name: "swift-parser",
      owner: Repository.Owner(login: "shafi", avatarURL: URL(string: "https://avatars.githubusercontent.com/shafi")!),
      language: "Swift",
      stargazersCount: 42614,
      htmlURL: URL(string: "https://github.com/shafi/swift-parser")
    ),
    Repository(
      id: 1_018_032,
      name: "swift-tools",
      owner: Repository.Owner(login: "lynn", avatarURL: URL(string: "https://avatars.githubusercontent.com/lynn")!),
      description: "Fast and safe Swift",
      language: "Swift",
      stargazersCount: 42198,
      htmlURL: URL(string: "https://github.com/lynn/swift-tools")
    ),
    Repository(
      id: 1_024_864,
      name: "swift-charts",
      owner: Repository.Owner(login: "sophie", avatarURL: URL(string: "https://avatars.githubusercontent.com/sophie")!),
      description: "A gentle introduction to Swift",
      language: "Swift",
      stargazersCount: 41783,
      htmlURL: URL(string: "https://github.com/sophie/swift-charts")
    ),
    Repository(
      id: 1_003_024,
      name: "swift-cache",
      owner: Repository.Owner(login: "grace", avatarURL: URL(string: "https://avatars.githubusercontent.com/grace")!),
      description: "A small library for Swift",
      language: "Swift",
      stargazersCount: 41370,
      htmlURL: URL(string: "https://github.com/grace/swift-cache")
    ),
    Repository(
      id: 1_009_856,
      name: "swift-playground",
      owner: Repository.Owner(
        login: "frances",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/frances")!
      ),
      description: "Everything about Swift",
      language: "Swift",
      stargazersCount: 40960,
      htmlURL: URL(string: "https://github.com/frances/swift-playground")
    ),
    Repository(
      id: 1_016_688,
      name: "swift-cli",
      owner: Repository.Owner(login: "jean", avatarURL: URL(string: "https://avatars.githubusercontent.com/jean")!),
      description: "Examples of Swift",
      language: "Swift",
      stargazersCount: 40551,
      htmlURL: URL(string: "https://github.com/jean/swift-cli")
    ),
    Repository(
      id: 1_023_520,
      name: "swift-examples",
      owner: Repository.Owner(login: "sophie", avatarURL: URL(string: "https://avatars.githubusercontent.com/sophie")!),
      description: "Fast and safe Swift",
      language: "Swift",
      stargazersCount: 40144,
      htmlURL: URL(string: "https://github.com/sophie/swift-examples")
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
    Repository(
      id: 1_013_664,
      name: "swift-router",
      owner: Repository.Owner(login: "hedy", avatarURL: URL(string: "https://avatars.githubusercontent.com/hedy")!),
      description: "Examples of Swift",
      language: "Swift",
      stargazersCount: 66064,
      htmlURL: URL(string: "https://github.com/hedy/swift-router")
    ),
    Repository(
      id: 1_020_496,
      name: "swift-bindings",
      owner: Repository.Owner(login: "karen", avatarURL: URL(string: "https://avatars.githubusercontent.com/karen")!),
      language: "Swift",
      stargazersCount: 65545,
      htmlURL: URL(string: "https://github.com/karen/swift-bindings")
    ),
    Repository(
      id: 1_027_328,
      name: "swift-parser",
      owner: Repository.Owner(login: "annie", avatarURL: URL(string: "https://avatars.githubusercontent.com/annie")!),
      description: "A gentle introduction to Swift",
      language: "Swift",
      stargazersCount: 65028,
      htmlURL: URL(string: "https://github.com/annie/swift-parser")
    ),
    Repository(
      id: 1_005_488,
      name: "swift-tools",
      owner: Repository.Owner(
        login: "barbara",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/barbara")!
      ),
      description: "A small library for Swift",
      language: "Swift",
      stargazersCount: 64513,
      htmlURL: URL(string: "https://github.com/barbara/swift-tools")
    ),
    Repository(
      id: 1_012_320,
      name: "swift-charts",
      owner: Repository.Owner(login: "shafi", avatarURL: URL(string: "https://avatars.githubusercontent.com/shafi")!),
      description: "Everything about Swift",
      language: "Swift",
      stargazersCount: 64000,
      htmlURL: URL(string: "https://github.com/shafi/swift-charts")
    ),
    Repository(
      id: 1_019_152,
      name: "swift-cache",
      owner: Repository.Owner(login: "lynn", avatarURL: URL(string: "https://avatars.githubusercontent.com/lynn")!),
      description: "Examples of Swift",
      language: "Swift",
      stargazersCount: 63489,
      htmlURL: URL(string: "https://github.com/lynn/swift-cache")
    ),
    Repository(
      id: 1_025_984,
      name: "swift-playground",
      owner: Repository.Owner(login: "betty", avatarURL: URL(string: "https://avatars.githubusercontent.com/betty")!),
      description: "Fast and safe Swift",
      language: "Swift",
      stargazersCount: 62980,
      htmlURL: URL(string: "https://github.com/betty/swift-playground")
    ),
    Repository(
      id: 1_004_144,
      name: "swift-cli",
      owner: Repository.Owner(
        login: "kathleen",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/kathleen")!
      ),
      description: "A gentle introduction to Swift",
      language: "Swift",
      stargazersCount: 62473,
      htmlURL: URL(string: "https://github.com/kathleen/swift-cli")
    ),
    Repository(
      id: 1_010_976,
      name: "swift-examples",
      owner: Repository.Owner(login: "shafi", avatarURL: URL(string: "https://avatars.githubusercontent.com/shafi")!),
      language: "Swift",
      stargazersCount: 61968,
      htmlURL: URL(string: "https://github.com/shafi/swift-examples")
    ),
    Repository(
      id: 1_017_808,
      name: "swift-queue",
      owner: Repository.Owner(login: "jean", avatarURL: URL(string: "https://avatars.githubusercontent.com/jean")!),
      description: "Everything about Swift",
      language: "Swift",
      stargazersCount: 61465,
      htmlURL: URL(string: "https://github.com/jean/swift-queue")
    ),
    Repository(
      id: 1_024_640,
      name: "swift-logger",
      owner: Repository.Owner(login: "sophie", avatarURL: URL(string: "https://avatars.githubusercontent.com/sophie")!),
      description: "Examples of Swift",
      language: "Swift",
      stargazersCount: 60964,
      htmlURL: URL(string: "https://github.com/sophie/swift-logger")
    ),
    Repository(
      id: 1_002_800,
      name: "swift-testing",
      owner: Repository.Owner(login: "grace", avatarURL: URL(string: "https://avatars.githubusercontent.com/grace")!),
      description: "Fast and safe Swift",
      language: "Swift",
      stargazersCount: 60466,
      htmlURL: URL(string: "https://github.com/grace/swift-testing")
    ),
    Repository(
      id: 1_009_632,
      name: "swift-book",
      owner: Repository.Owner(
        login: "frances",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/frances")!
      ),
      description: "A gentle introduction to Swift",
      language: "Swift",
      stargazersCount: 59969,
      htmlURL: URL(string: "https://github.com/frances/swift-book")
    ),
    Repository(
      id: 1_016_464,
      name: "swift-server",
      owner: Repository.Owner(login: "jean", avatarURL: URL(string: "https://avatars.githubusercontent.com/jean")!),
      description: "A small library for Swift",
      language: "Swift",
      stargazersCount: 59474,
      htmlURL: URL(string: "https://github.com/jean/swift-server")
    ),
    Repository(
      id: 1_023_296,
      name: "swift-kit",
      owner: Repository.Owner(login: "sophie", avatarURL: URL(string: "https://avatars.githubusercontent.com/sophie")!),
      description: "Everything about Swift",
      language: "Swift",
      stargazersCount: 58982,
      htmlURL: URL(string: "https://github.com/sophie/swift-kit")
    ),
    Repository(
      id: 1_001_456,
      name: "swift-editor",
      owner: Repository.Owner(login: "ada", avatarURL: URL(string: "https://avatars.githubusercontent.com/ada")!),
      language: "Swift",
      stargazersCount: 58491,
      htmlURL: URL(string: "https://github.com/ada/swift-editor")
    ),
    Repository(
      id: 1_008_288,
      name: "swift-router",
      owner: Repository.Owner(login: "radia", avatarURL: URL(string: "https://avatars.githubusercontent.com/radia")!),
      description: "Fast and safe Swift",
      language: "Swift",
      stargazersCount: 58003,
      htmlURL: URL(string: "https://github.com/radia/swift-router")
    ),
    Repository(
      id: 1_015_120,
      name: "swift-bindings",
      owner: Repository.Owner(
        login: "margaret",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/margaret")!
      ),
      description: "A gentle introduction to Swift",
      language: "Swift",
      stargazersCount: 57517,
      htmlURL: URL(string: "https://github.com/margaret/swift-bindings")
    ),
    Repository(
      id: 1_021_952,
      name: "swift-parser",
      owner: Repository.Owner(login: "adele", avatarURL: URL(string: "https://avatars.githubusercontent.com/adele")!),
      description: "A small library for Swift",
      language: "Swift",
      stargazersCount: 57032,
      htmlURL: URL(string: "https://github.com/adele/swift-parser")
    ),
    Repository(
      id: 1_000_112,
      name: "swift-tools",
      owner: Repository.Owner(login: "ada", avatarURL: URL(string: "https://avatars.githubusercontent.com/ada")!),
      description: "Everything about Swift",
      language: "Swift",
      stargazersCount: 56550,
      htmlURL: URL(string: "https://github.com/ada/swift-tools")
    ),
    Repository(
      id: 1_006_944,
      name: "swift-charts",
      owner: Repository.Owner(
        login: "barbara",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/barbara")!
      ),
      description: "Examples of Swift",
      language: "Swift",
      stargazersCount: 56070,
      htmlURL: URL(string: "https://github.com/barbara/swift-charts")
    ),
    Repository(
      id: 1_013_776,
      name: "swift-cache",
      owner: Repository.Owner(login: "hedy", avatarURL: URL(string: "https://avatars.githubusercontent.com/hedy")!),
      description: "Fast and safe Swift",
      language: "Swift",
      stargazersCount: 55591,
      htmlURL: URL(string: "https://github.com/hedy/swift-cache")
    ),
    Repository(
      id: 1_020_608,
      name: "swift-playground",
      owner: Repository.Owner(login: "karen", avatarURL: URL(string: "https://avatars.githubusercontent.com/karen")!),
      language: "Swift",
      stargazersCount: 55115,
      htmlURL: URL(string: "https://github.com/karen/swift-playground")
    ),
    Repository(
      id: 1_027_440,
      name: "swift-cli",
      owner: Repository.Owner(login: "annie", avatarURL: URL(string: "https://avatars.githubusercontent.com/annie")!),
      description: "A small library for Swift",
      language: "Swift",
      stargazersCount: 54641,
      htmlURL: URL(string: "https://github.com/annie/swift-cli")
    ),
    Repository(
      id: 1_005_600,
      name: "swift-examples",
      owner: Repository.Owner(
        login: "barbara",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/barbara")!
      ),
      description: "Everything about Swift",
      language: "Swift",
      stargazersCount: 54169,
      htmlURL: URL(string: "https://github.com/barbara/swift-examples")
    ),
    Repository(
      id: 1_012_432,
      name: "swift-queue",
      owner: Repository.Owner(login: "shafi", avatarURL: URL(string: "https://avatars.githubusercontent.com/shafi")!),
      description: "Examples of Swift",
      language: "Swift",
      stargazersCount: 53699,
      htmlURL: URL(string: "https://github.com/shafi/swift-queue")
    ),
    Repository(
      id: 1_019_264,
      name: "swift-logger",
      owner: Repository.Owner(login: "lynn", avatarURL: URL(string: "https://avatars.githubusercontent.com/lynn")!),
      description: "Fast and safe Swift",
      language: "Swift",
      stargazersCount: 53231,
      htmlURL: URL(string: "https://github.com/lynn/swift-logger")
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
    Repository(
      id: 1_017_696,
      name: "swift-charts",
      owner: Repository.Owner(login: "jean", avatarURL: URL(string: "https://avatars.githubusercontent.com/jean")!),
      description: "Everything about Swift",
      language: "Swift",
      stargazersCount: 102,
      htmlURL: URL(string: "https://github.com/jean/swift-charts")
    ),
    Repository(
      id: 1_024_528,
      name: "swift-cache",
      owner: Repository.Owner(login: "sophie", avatarURL: URL(string: "https://avatars.githubusercontent.com/sophie")!),
      description: "Examples of Swift",
      language: "Swift",
      stargazersCount: 82,
      htmlURL: URL(string: "https://github.com/sophie/swift-cache")
    ),
    Repository(
      id: 1_001_344,
      name: "swift-logger",
      owner: Repository.Owner(login: "ada", avatarURL: URL(string: "https://avatars.githubusercontent.com/ada")!),
      description: "Examples of Swift",
      language: "Swift",
      stargazersCount: 16,
      htmlURL: URL(string: "https://github.com/ada/swift-logger")
    ),
    Repository(
      id: 1_001_232,
      name: "swift-cache",
      owner: Repository.Owner(login: "ada", avatarURL: URL(string: "https://avatars.githubusercontent.com/ada")!),
      description: "Everything about Swift",
      language: "Swift",
      stargazersCount: 640,
      htmlURL: URL(string: "https://github.com/ada/swift-cache")
    ),
    Repository(
      id: 1_008_176,
      name: "swift-testing",
      owner: Repository.Owner(login: "radia", avatarURL: URL(string: "https://avatars.githubusercontent.com/radia")!),
      description: "Fast and safe Swift",
      language: "Swift",
      stargazersCount: 9,
      htmlURL: URL(string: "https://github.com/radia/swift-testing")
    ),
    Repository(
      id: 1_008_064,
      name: "swift-playground",
      owner: Repository.Owner(login: "radia", avatarURL: URL(string: "https://avatars.githubusercontent.com/radia")!),
      description: "Examples of Swift",
      language: "Swift",
      stargazersCount: 589,
      htmlURL: URL(string: "https://github.com/radia/swift-playground")
    ),
    Repository(
      id: 1_024_416,
      name: "swift-router",
      owner: Repository.Owner(login: "sophie", avatarURL: URL(string: "https://avatars.githubusercontent.com/sophie")!),
      description: "Everything about Swift",
      language: "Swift",
      stargazersCount: 921,
      htmlURL: URL(string: "https://github.com/sophie/swift-router")
    ),
    Repository(
      id: 1_014_896,
      name: "swift-cli",
      owner: Repository.Owner(
        login: "margaret",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/margaret")!
      ),
      description: "Fast and safe Swift",
      language: "Swift",
      stargazersCount: 541,
      htmlURL: URL(string: "https://github.com/margaret/swift-cli")
    ),
    Repository(
      id: 1_015_008,
      name: "swift-book",
      owner: Repository.Owner(
        login: "margaret",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/margaret")!
      ),
      description: "A gentle introduction to Swift",
      language: "Swift",
      stargazersCount: 4,
      htmlURL: URL(string: "https://github.com/margaret/swift-book")
    ),
    Repository(
      id: 1_021_728,
      name: "swift-examples",
      owner: Repository.Owner(login: "adele", avatarURL: URL(string: "https://avatars.githubusercontent.com/adele")!),
      language: "Swift",
      stargazersCount: 495,
      htmlURL: URL(string: "https://github.com/adele/swift-examples")
    ),
    Repository(
      id: 1_005_376,
      name: "swift-kit",
      owner: Repository.Owner(
        login: "barbara",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/barbara")!
      ),
      description: "A small library for Swift",
      language: "Swift",
      stargazersCount: 262,
      htmlURL: URL(string: "https://github.com/barbara/swift-kit")
    ),
    Repository(
      id: 1_021_840,
      name: "swift-server",
      owner: Repository.Owner(login: "adele", avatarURL: URL(string: "https://avatars.githubusercontent.com/adele")!),
      language: "Swift",
      stargazersCount: 1,
      htmlURL: URL(string: "https://github.com/adele/swift-server")
    ),
    Repository(
      id: 1_028_560,
      name: "swift-queue",
      owner: Repository.Owner(login: "annie", avatarURL: URL(string: "https://avatars.githubusercontent.com/annie")!),
      description: "A small library for Swift",
      language: "Swift",
      stargazersCount: 451,
      htmlURL: URL(string: "https://github.com/annie/swift-queue")
    ),
    Repository(
      id: 1_012_208,
      name: "swift-editor",
      owner: Repository.Owner(login: "shafi", avatarURL: URL(string: "https://avatars.githubusercontent.com/shafi")!),
      language: "Swift",
      stargazersCount: 230,
      htmlURL: URL(string: "https://github.com/shafi/swift-editor")
    ),
    Repository(
      id: 1_019_040,
      name: "swift-router",
      owner: Repository.Owner(login: "lynn", avatarURL: URL(string: "https://avatars.githubusercontent.com/lynn")!),
      description: "Examples of Swift",
      language: "Swift",
      stargazersCount: 200,
      htmlURL: URL(string: "https://github.com/lynn/swift-router")
    ),
    Repository(
      id: 1_002_688,
      name: "swift-playground",
      owner: Repository.Owner(login: "grace", avatarURL: URL(string: "https://avatars.githubusercontent.com/grace")!),
      language: "Swift",
      stargazersCount: 65,
      htmlURL: URL(string: "https://github.com/grace/swift-playground")
    ),
    Repository(
      id: 1_025_872,
      name: "swift-bindings",
      owner: Repository.Owner(login: "betty", avatarURL: URL(string: "https://avatars.githubusercontent.com/betty")!),
      description: "Fast and safe Swift",
      language: "Swift",
      stargazersCount: 173,
      htmlURL: URL(string: "https://github.com/betty/swift-bindings")
    ),
    Repository(
      id: 1_009_520,
      name: "swift-cli",
      owner: Repository.Owner(
        login: "frances",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/frances")!
      ),
      description: "A gentle introduction to Swift",
      language: "Swift",
      stargazersCount: 50,
      htmlURL: URL(string: "https://github.com/frances/swift-cli")
    ),
    Repository(
      id: 1_005_264,
      name: "swift-queue",
      owner: Repository.Owner(
        login: "kathleen",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/kathleen")!
      ),
      description: "A gentle introduction to Swift",
      language: "Swift",
      stargazersCount: 1401,
      htmlURL: URL(string: "https://github.com/kathleen/swift-queue")
    ),
    Repository(
      id: 1_002_576,
      name: "swift-bindings",
      owner: Repository.Owner(login: "grace", avatarURL: URL(string: "https://avatars.githubusercontent.com/grace")!),
      language: "Swift",
      stargazersCount: 861,
      htmlURL: URL(string: "https://github.com/grace/swift-bindings")
    ),
    Repository(
      id: 1_016_352,
      name: "swift-examples",
      owner: Repository.Owner(login: "jean", avatarURL: URL(string: "https://avatars.githubusercontent.com/jean")!),
      description: "A small library for Swift",
      language: "Swift",
      stargazersCount: 36,
      htmlURL: URL(string: "https://github.com/jean/swift-examples")
    ),
    Repository(
      id: 1_012_096,
      name: "swift-logger",
      owner: Repository.Owner(login: "shafi", avatarURL: URL(string: "https://avatars.githubusercontent.com/shafi")!),
      language: "Swift",
      stargazersCount: 1327,
      htmlURL: URL(string: "https://github.com/shafi/swift-logger")
    ),
    Repository(
      id: 1_009_408,
      name: "swift-parser",
      owner: Repository.Owner(
        login: "frances",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/frances")!
      ),
      description: "Fast and safe Swift",
      language: "Swift",
      stargazersCount: 802,
      htmlURL: URL(string: "https://github.com/frances/swift-parser")
    ),
    Repository(
      id: 1_018_928,
      name: "swift-testing",
      owner: Repository.Owner(login: "lynn", avatarURL: URL(string: "https://avatars.githubusercontent.com/lynn")!),
      description: "Everything about Swift",
      language: "Swift",
      stargazersCount: 1254,
      htmlURL: URL(string: "https://github.com/lynn/swift-testing")
    ),
    Repository(
      id: 1_016_240,
      name: "swift-tools",
      owner: Repository.Owner(login: "jean", avatarURL: URL(string: "https://avatars.githubusercontent.com/jean")!),
      description: "A gentle introduction to Swift",
      language: "Swift",
      stargazersCount: 746,
      htmlURL: URL(string: "https://github.com/jean/swift-tools")
    ),
    Repository(
      id: 1_023_184,
      name: "swift-queue",
      owner: Repository.Owner(login: "adele", avatarURL: URL(string: "https://avatars.githubusercontent.com/adele")!),
      description: "Everything about Swift",
      language: "Swift",
      stargazersCount: 25,
      htmlURL: URL(string: "https://github.com/adele/swift-queue")
    ),
    Repository(
      id: 1_021_616,
      name: "swift-tools",
      owner: Repository.Owner(login: "adele", avatarURL: URL(string: "https://avatars.githubusercontent.com/adele")!),
      language: "Swift",
      stargazersCount: 1893,
      htmlURL: URL(string: "https://github.com/adele/swift-tools")
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
    Repository(
      id: 1_016_044,
      name: "ruby-queue",
      owner: Repository.Owner(
        login: "margaret",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/margaret")!
      ),
      description: "A gentle introduction to Ruby",
      language: "Ruby",
      stargazersCount: 66977,
      htmlURL: URL(string: "https://github.com/margaret/ruby-queue")
    ),
    Repository(
      id: 1_027_223,
      name: "rust-server",
      owner: Repository.Owner(login: "annie", avatarURL: URL(string: "https://avatars.githubusercontent.com/annie")!),
      description: "A small library for Rust",
      language: "Rust",
      stargazersCount: 66945,
      htmlURL: URL(string: "https://github.com/annie/rust-server")
    ),
    Repository(
      id: 1_014_595,
      name: "elixir-examples",
      owner: Repository.Owner(
        login: "margaret",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/margaret")!
      ),
      description: "A gentle introduction to Elixir",
      language: "Elixir",
      stargazersCount: 66814,
      htmlURL: URL(string: "https://github.com/margaret/elixir-examples")
    ),
    Repository(
      id: 1_008_281,
      name: "dart-testing",
      owner: Repository.Owner(login: "radia", avatarURL: URL(string: "https://avatars.githubusercontent.com/radia")!),
      description: "Everything about Dart",
      language: "Dart",
      stargazersCount: 66748,
      htmlURL: URL(string: "https://github.com/radia/dart-testing")
    ),
    Repository(
      id: 1_019_460,
      name: "clojure-editor",
      owner: Repository.Owner(login: "lynn", avatarURL: URL(string: "https://avatars.githubusercontent.com/lynn")!),
      description: "Examples of Clojure",
      language: "Clojure",
      stargazersCount: 66716,
      htmlURL: URL(string: "https://github.com/lynn/clojure-editor")
    ),
    Repository(
      id: 1_013_146,
      name: "haskell-cli",
      owner: Repository.Owner(login: "hedy", avatarURL: URL(string: "https://avatars.githubusercontent.com/hedy")!),
      description: "A gentle introduction to Haskell",
      language: "Haskell",
      stargazersCount: 66650,
      htmlURL: URL(string: "https://github.com/hedy/haskell-cli")
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
    Repository(
      id: 1_018_011,
      name: "lua-kit",
      owner: Repository.Owner(login: "lynn", avatarURL: URL(string: "https://avatars.githubusercontent.com/lynn")!),
      description: "Examples of Lua",
      language: "Lua",
      stargazersCount: 66552,
      htmlURL: URL(string: "https://github.com/lynn/lua-kit")
    ),
    Repository(
      id: 1_011_697,
      name: "scala-playground",
      owner: Repository.Owner(login: "shafi", avatarURL: URL(string: "https://avatars.githubusercontent.com/shafi")!),
      description: "A gentle introduction to Scala",
      language: "Scala",
      stargazersCount: 66487,
      htmlURL: URL(string: "https://github.com/shafi/scala-playground")
    ),
    Repository(
      id: 1_005_383,
      name: "rust-kit",
      owner: Repository.Owner(
        login: "barbara",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/barbara")!
      ),
      description: "Everything about Rust",
      language: "Rust",
      stargazersCount: 66422,
      htmlURL: URL(string: "https://github.com/barbara/rust-kit")
    ),
    Repository(
      id: 1_010_248,
      name: "ocaml-cache",
      owner: Repository.Owner(
        login: "frances",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/frances")!
      ),
      description: "A gentle introduction to OCaml",
      language: "OCaml",
      stargazersCount: 66324,
      htmlURL: URL(string: "https://github.com/frances/ocaml-cache")
    ),
    Repository(
      id: 1_021_427,
      name: "elixir-queue",
      owner: Repository.Owner(login: "karen", avatarURL: URL(string: "https://avatars.githubusercontent.com/karen")!),
      description: "A small library for Elixir",
      language: "Elixir",
      stargazersCount: 66292,
      htmlURL: URL(string: "https://github.com/karen/elixir-queue")
    ),
    Repository(
      id: 1_003_934,
      name: "kotlin-server",
      owner: Repository.Owner(
        login: "kathleen",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/kathleen")!
      ),
      description: "Everything about Kotlin",
      language: "Kotlin",
      stargazersCount: 66259,
      htmlURL: URL(string: "https://github.com/kathleen/kotlin-server")
    ),
    Repository(
      id: 1_008_799,
      name: "zig-charts",
      owner: Repository.Owner(login: "radia", avatarURL: URL(string: "https://avatars.githubusercontent.com/radia")!),
      description: "A gentle introduction to Zig",
      language: "Zig",
      stargazersCount: 66161,
      htmlURL: URL(string: "https://github.com/radia/zig-charts")
    ),
    Repository(
      id: 1_002_485,
      name: "python-book",
      owner: Repository.Owner(login: "grace", avatarURL: URL(string: "https://avatars.githubusercontent.com/grace")!),
      description: "Everything about Python",
      language: "Python",
      stargazersCount: 66096,
      htmlURL: URL(string: "https://github.com/grace/python-book")
    ),
    Repository(
      id: 1_013_664,
      name: "swift-router",
      owner: Repository.Owner(login: "hedy", avatarURL: URL(string: "https://avatars.githubusercontent.com/hedy")!),
      description: "Examples of Swift",
      language: "Swift",
      stargazersCount: 66064,
      htmlURL: URL(string: "https://github.com/hedy/swift-router")
    ),
    Repository(
      id: 1_024_843,
      name: "lua-editor",
      owner: Repository.Owner(login: "sophie", avatarURL: URL(string: "https://avatars.githubusercontent.com/sophie")!),
      description: "Fast and safe Lua",
      language: "Lua",
      stargazersCount: 66031,
      htmlURL: URL(string: "https://github.com/sophie/lua-editor")
    ),
    Repository(
      id: 1_001_036,
      name: "ruby-testing",
      owner: Repository.Owner(login: "ada", avatarURL: URL(string: "https://avatars.githubusercontent.com/ada")!),
      description: "Everything about Ruby",
      language: "Ruby",
      stargazersCount: 65934,
      htmlURL: URL(string: "https://github.com/ada/ruby-testing")
    ),
    Repository(
      id: 1_012_215,
      name: "rust-editor",
      owner: Repository.Owner(login: "shafi", avatarURL: URL(string: "https://avatars.githubusercontent.com/shafi")!),
      description: "Examples of Rust",
      language: "Rust",
      stargazersCount: 65901,
      htmlURL: URL(string: "https://github.com/shafi/rust-editor")
    ),
    Repository(
      id: 1_005_901,
      name: "go-parser",
      owner: Repository.Owner(
        login: "barbara",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/barbara")!
      ),
      description: "A gentle introduction to Go",
      language: "Go",
      stargazersCount: 65836,
      htmlURL: URL(string: "https://github.com/barbara/go-parser")
    ),
    Repository(
      id: 1_004_452,
      name: "clojure-bindings",
      owner: Repository.Owner(
        login: "kathleen",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/kathleen")!
      ),
      description: "A gentle introduction to Clojure",
      language: "Clojure",
      stargazersCount: 65674,
      htmlURL: URL(string: "https://github.com/kathleen/clojure-bindings")
    ),
    Repository(
      id: 1_026_810,
      name: "haskell-queue",
      owner: Repository.Owner(login: "betty", avatarURL: URL(string: "https://avatars.githubusercontent.com/betty")!),
      description: "Everything about Haskell",
      language: "Haskell",
      stargazersCount: 65610,
      htmlURL: URL(string: "https://github.com/betty/haskell-queue")
    ),
    Repository(
      id: 1_003_003,
      name: "lua-router",
      owner: Repository.Owner(login: "grace", avatarURL: URL(string: "https://avatars.githubusercontent.com/grace")!),
      description: "A gentle introduction to Lua",
      language: "Lua",
      stargazersCount: 65512,
      htmlURL: URL(string: "https://github.com/grace/lua-router")
    ),
    Repository(
      id: 1_025_361,
      name: "scala-examples",
      owner: Repository.Owner(login: "betty", avatarURL: URL(string: "https://avatars.githubusercontent.com/betty")!),
      description: "Everything about Scala",
      language: "Scala",
      stargazersCount: 65448,
      htmlURL: URL(string: "https://github.com/betty/scala-examples")
    ),
    Repository(
      id: 1_001_554,
      name: "erlang-editor",
      owner: Repository.Owner(login: "ada", avatarURL: URL(string: "https://avatars.githubusercontent.com/ada")!),
      description: "A gentle introduction to Erlang",
      language: "Erlang",
      stargazersCount: 65351,
      htmlURL: URL(string: "https://github.com/ada/erlang-editor")
    ),
    Repository(
      id: 1_023_912,
      name: "ocaml-cli",
      owner: Repository.Owner(login: "sophie", avatarURL: URL(string: "https://avatars.githubusercontent.com/sophie")!),
      description: "Everything about OCaml",
      language: "OCaml",
      stargazersCount: 65286,
      htmlURL: URL(string: "https://github.com/sophie/ocaml-cli")
    ),
    Repository(
      id: 1_000_105,
      name: "dart-kit",
      owner: Repository.Owner(login: "ada", avatarURL: URL(string: "https://avatars.githubusercontent.com/ada")!),
      description: "A gentle introduction to Dart",
      language: "Dart",
      stargazersCount: 65189,
      htmlURL: URL(string: "https://github.com/ada/dart-kit")
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
    Repository(
      id: 1_013_664,
      name: "swift-router",
      owner: Repository.Owner(login: "hedy", avatarURL: URL(string: "https://avatars.githubusercontent.com/hedy")!),
      description: "Examples of Swift",
      language: "Swift",
      stargazersCount: 66064,
      htmlURL: URL(string: "https://github.com/hedy/swift-router")
    ),
    Repository(
      id: 1_020_496,
      name: "swift-bindings",
      owner: Repository.Owner(login: "karen", avatarURL: URL(string: "https://avatars.githubusercontent.com/karen")!),
      language: "Swift",
      stargazersCount: 65545,
      htmlURL: URL(string: "https://github.com/karen/swift-bindings")
    ),
    Repository(
      id: 1_027_328,
      name: "swift-parser",
      owner: Repository.Owner(login: "annie", avatarURL: URL(string: "https://avatars.githubusercontent.com/annie")!),
      description: "A gentle introduction to Swift",
      language: "Swift",
      stargazersCount: 65028,
      htmlURL: URL(string: "https://github.com/annie/swift-parser")
    ),
    Repository(
      id: 1_005_488,
      name: "swift-tools",
      owner: Repository.Owner(
        login: "barbara",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/barbara")!
      ),
      description: "A small library for Swift",
      language: "Swift",
      stargazersCount: 64513,
      htmlURL: URL(string: "https://github.com/barbara/swift-tools")
    ),
    Repository(
      id: 1_012_320,
      name: "swift-charts",
      owner: Repository.Owner(login: "shafi", avatarURL: URL(string: "https://avatars.githubusercontent.com/shafi")!),
      description: "Everything about Swift",
      language: "Swift",
      stargazersCount: 64000,
      htmlURL: URL(string: "https://github.com/shafi/swift-charts")
    ),
    Repository(
      id: 1_019_152,
      name: "swift-cache",
      owner: Repository.Owner(login: "lynn", avatarURL: URL(string: "https://avatars.githubusercontent.com/lynn")!),
      description: "Examples of Swift",
      language: "Swift",
      stargazersCount: 63489,
      htmlURL: URL(string: "https://github.com/lynn/swift-cache")
    ),
    Repository(
      id: 1_025_984,
      name: "swift-playground",
      owner: Repository.Owner(login: "betty", avatarURL: URL(string: "https://avatars.githubusercontent.com/betty")!),
      description: "Fast and safe Swift",
      language: "Swift",
      stargazersCount: 62980,
      htmlURL: URL(string: "https://github.com/betty/swift-playground")
    ),
    Repository(
      id: 1_004_144,
      name: "swift-cli",
      owner: Repository.Owner(
        login: "kathleen",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/kathleen")!
      ),
      description: "A gentle introduction to Swift",
      language: "Swift",
      stargazersCount: 62473,
      htmlURL: URL(string: "https://github.com/kathleen/swift-cli")
    ),
    Repository(
      id: 1_010_976,
      name: "swift-examples",
      owner: Repository.Owner(login: "shafi", avatarURL: URL(string: "https://avatars.githubusercontent.com/shafi")!),
      language: "Swift",
      stargazersCount: 61968,
      htmlURL: URL(string: "https://github.com/shafi/swift-examples")
    ),
    Repository(
      id: 1_017_808,
      name: "swift-queue",
      owner: Repository.Owner(login: "jean", avatarURL: URL(string: "https://avatars.githubusercontent.com/jean")!),
      description: "Everything about Swift",
      language: "Swift",
      stargazersCount: 61465,
      htmlURL: URL(string: "https://github.com/jean/swift-queue")
    ),
    Repository(
      id: 1_024_640,
      name: "swift-logger",
      owner: Repository.Owner(login: "sophie", avatarURL: URL(string: "https://avatars.githubusercontent.com/sophie")!),
      description: "Examples of Swift",
      language: "Swift",
      stargazersCount: 60964,
      htmlURL: URL(string: "https://github.com/sophie/swift-logger")
    ),
    Repository(
      id: 1_002_800,
      name: "swift-testing",
      owner: Repository.Owner(login: "grace", avatarURL: URL(string: "https://avatars.githubusercontent.com/grace")!),
      description: "Fast and safe Swift",
      language: "Swift",
      stargazersCount: 60466,
      htmlURL: URL(string: "https://github.com/grace/swift-testing")
    ),
    Repository(
      id: 1_009_632,
      name: "swift-book",
      owner: Repository.Owner(
        login: "frances",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/frances")!
      ),
      description: "A gentle introduction to Swift",
      language: "Swift",
      stargazersCount: 59969,
      htmlURL: URL(string: "https://github.com/frances/swift-book")
    ),
    Repository(
      id: 1_016_464,
      name: "swift-server",
      owner: Repository.Owner(login: "jean", avatarURL: URL(string: "https://avatars.githubusercontent.com/jean")!),
      description: "A small library for Swift",
      language: "Swift",
      stargazersCount: 59474,
      htmlURL: URL(string: "https://github.com/jean/swift-server")
    ),
    Repository(
      id: 1_023_296,
      name: "swift-kit",
      owner: Repository.Owner(login: "sophie", avatarURL: URL(string: "https://avatars.githubusercontent.com/sophie")!),
      description: "Everything about Swift",
      language: "Swift",
      stargazersCount: 58982,
      htmlURL: URL(string: "https://github.com/sophie/swift-kit")
    ),
    Repository(
      id: 1_001_456,
      name: "swift-editor",
      owner: Repository.Owner(login: "ada", avatarURL: URL(string: "https://avatars.githubusercontent.com/ada")!),
      language: "Swift",
      stargazersCount: 58491,
      htmlURL: URL(string: "https://github.com/ada/swift-editor")
    ),
    Repository(
      id: 1_008_288,
      name: "swift-router",
      owner: Repository.Owner(login: "radia", avatarURL: URL(string: "https://avatars.githubusercontent.com/radia")!),
      description: "Fast and safe Swift",
      language: "Swift",
      stargazersCount: 58003,
      htmlURL: URL(string: "https://github.com/radia/swift-router")
    ),
    Repository(
      id: 1_015_120,
      name: "swift-bindings",
      owner: Repository.Owner(
        login: "margaret",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/margaret")!
      ),
      description: "A gentle introduction to Swift",
      language: "Swift",
      stargazersCount: 57517,
      htmlURL: URL(string: "https://github.com/margaret/swift-bindings")
    ),
    Repository(
      id: 1_021_952,
      name: "swift-parser",
      owner: Repository.Owner(login: "adele", avatarURL: URL(string: "https://avatars.githubusercontent.com/adele")!),
      description: "A small library for Swift",
      language: "Swift",
      stargazersCount: 57032,
      htmlURL: URL(string: "https://github.com/adele/swift-parser")
    ),
    Repository(
      id: 1_000_112,
      name: "swift-tools",
      owner: Repository.Owner(login: "ada", avatarURL: URL(string: "https://avatars.githubusercontent.com/ada")!),
      description: "Everything about Swift",
      language: "Swift",
      stargazersCount: 56550,
      htmlURL: URL(string: "https://github.com/ada/swift-tools")
    ),
    Repository(
      id: 1_006_944,
      name: "swift-charts",
      owner: Repository.Owner(
        login: "barbara",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/barbara")!
      ),
      description: "Examples of Swift",
      language: "Swift",
      stargazersCount: 56070,
      htmlURL: URL(string: "https://github.com/barbara/swift-charts")
    ),
    Repository(
      id: 1_013_776,
      name: "swift-cache",
      owner: Repository.Owner(login: "hedy", avatarURL: URL(string: "https://avatars.githubusercontent.com/hedy")!),
      description: "Fast and safe Swift",
      language: "Swift",
      stargazersCount: 55591,
      htmlURL: URL(string: "https://github.com/hedy/swift-cache")
    ),
    Repository(
      id: 1_020_608,
      name: "swift-playground",
      owner: Repository.Owner(login: "karen", avatarURL: URL(string: "https://avatars.githubusercontent.com/karen")!),
      language: "Swift",
      stargazersCount: 55115,
      htmlURL: URL(string: "https://github.com/karen/swift-playground")
    ),
    Repository(
      id: 1_027_440,
      name: "swift-cli",
      owner: Repository.Owner(login: "annie", avatarURL: URL(string: "https://avatars.githubusercontent.com/annie")!),
      description: "A small library for Swift",
      language: "Swift",
      stargazersCount: 54641,
      htmlURL: URL(string: "https://github.com/annie/swift-cli")
    ),
    Repository(
      id: 1_005_600,
      name: "swift-examples",
      owner: Repository.Owner(
        login: "barbara",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/barbara")!
      ),
      description: "Everything about Swift",
      language: "Swift",
      stargazersCount: 54169,
      htmlURL: URL(string: "https://github.com/barbara/swift-examples")
    ),
    Repository(
      id: 1_012_432,
      name: "swift-queue",
      owner: Repository.Owner(login: "shafi", avatarURL: URL(string: "https://avatars.githubusercontent.com/shafi")!),
      description: "Examples of Swift",
      language: "Swift",
      stargazersCount: 53699,
      htmlURL: URL(string: "https://github.com/shafi/swift-queue")
    ),
    Repository(
      id: 1_019_264,
      name: "swift-logger",
      owner: Repository.Owner(login: "lynn", avatarURL: URL(string: "https://avatars.githubusercontent.com/lynn")!),
      description: "Fast and safe Swift",
      language: "Swift",
      stargazersCount: 53231,
      htmlURL: URL(string: "https://github.com/lynn/swift-logger")
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
