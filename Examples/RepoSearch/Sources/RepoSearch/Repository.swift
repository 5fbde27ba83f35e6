/// A repository, as GitHub's search describes it.
struct Repository: Codable, Equatable, Identifiable {
  var id: Int
  var fullName: String
  var stargazersCount: Int

  enum CodingKeys: String, CodingKey {
    case id
    case fullName = "full_name"
    case stargazersCount = "stargazers_count"
  }
}

/// A page of the repositories that match a query.
struct RepositoryPage: Codable, Equatable {
  var items: [Repository]
  /// The number of the next page; `nil` after the last one.
  var nextPage: Int?
}

/// The reason why a search failed.
struct SearchError: Error, Codable, Equatable {
  var message: String
}
