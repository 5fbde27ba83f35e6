/// A search that was made, to be offered again.
public struct RecentSearch: Codable, Hashable, Sendable {
  /// What was searched.
  public enum Subject: String, Codable, Hashable, Sendable {
    /// Repositories, with a query.
    case repositories
    /// Articles, by a tag.
    case articles
  }

  /// What was searched.
  public var subject: Subject
  /// What was searched for.
  public var query: String

  /// Makes a search.
  public init(_ subject: Subject, _ query: String) {
    self.subject = subject
    self.query = query
  }

  /// Where its results are.
  public var link: DeepLink {
    switch subject {
    case .repositories: .repositories(query: query)
    case .articles: .articles(tag: query)
    }
  }

  /// How many searches are remembered.
  public static let limit = 20
}

extension [RecentSearch] {
  /// Puts a search first. It is here once, and the oldest ones go.
  mutating func remember(_ search: RecentSearch) {
    removeAll { $0 == search }
    self = [search] + prefix(RecentSearch.limit - 1)
  }
}
