@testable import RepoSearch

extension RepositoryPage {
  /// A page with one repository. There are two pages.
  static func sample(_ query: String, _ page: Int) -> RepositoryPage {
    RepositoryPage(items: [.sample(query, page)], nextPage: page == 1 ? 2 : nil)
  }
}

extension Repository {
  static func sample(_ query: String, _ id: Int) -> Repository {
    Repository(id: id, fullName: "\(query)/\(id)", stargazersCount: 10)
  }
}
