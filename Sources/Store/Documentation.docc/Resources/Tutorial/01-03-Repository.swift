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
