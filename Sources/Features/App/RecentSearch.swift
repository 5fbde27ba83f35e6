/// A search that the user can repeat.
public struct RecentSearch: Codable, Hashable, Sendable {
  /// The kinds of searches.
  public enum Subject: String, Codable, Hashable, Sendable {
    /// A search for repositories with a query.
    case repositories
    /// A search for articles with a tag.
    case articles
  }

  /// The kind of the search.
  public var subject: Subject
  /// The query or the tag.
  public var query: String

  /// Makes a search.
  public init(_ subject: Subject, _ query: String) {
    self.subject = subject
    self.query = query
  }

  /// The link to the search results.
  public var link: DeepLink {
    switch subject {
    case .repositories: .repositories(query: query)
    case .articles: .articles(tag: query)
    }
  }

  /// The maximum number of saved searches.
  public static let limit = 20
}

extension [RecentSearch] {
  /// Moves or inserts a search at the front, and removes the oldest ones.
  mutating func remember(_ search: RecentSearch) {
    removeAll { $0 == search }
    self = [search] + prefix(RecentSearch.limit - 1)
  }
}
