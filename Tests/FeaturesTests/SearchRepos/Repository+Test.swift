import Foundation

@testable import Features

extension Repository {
  /// A repository of which only the arguments matter.
  static func test(_ id: Int, stars: Int = 0) -> Repository {
    Repository(
      id: id,
      name: "repository-\(id)",
      owner: Owner(login: "ada", avatarURL: URL(filePath: "/ada")),
      stargazersCount: stars,
      htmlURL: URL(string: "https://github.com/ada/repository-\(id)")
    )
  }
}

// What tests expect of a repository, without the functions that are tested.

extension RepositoryDetail.State {
  /// Both requests run.
  mutating func beginLoading() {
    isLoading = true
    isLoadingStar = true
  }

  mutating func loaded(_ repository: Repository) {
    isLoading = false
    self.repository = repository
  }

  mutating func starLoaded(_ isStarred: Bool) {
    isLoadingStar = false
    self.isStarred = isStarred
    savedStar = isStarred
  }

  mutating func starLoadFailed(_ error: APIError) {
    isLoadingStar = false
    starFailure = error
  }

  /// A tap has set the star, which is being saved.
  mutating func starTapped(_ isStarred: Bool, stars: Int) {
    self.isStarred = isStarred
    savingStar = isStarred
    repository?.stargazersCount = stars
  }

  mutating func starSaved(_ isStarred: Bool) {
    savingStar = nil
    savedStar = isStarred
  }

  /// The star is again what it was before it was tapped.
  mutating func starTakenBack(_ isStarred: Bool, stars: Int, _ error: APIError) {
    self.isStarred = isStarred
    savingStar = nil
    starFailure = error
    repository?.stargazersCount = stars
  }
}
