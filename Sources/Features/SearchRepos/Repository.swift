public import Foundation

/// A repository as GitHub describes it in lists.
public struct Repository: Codable, Hashable, Identifiable, Sendable {
  /// GitHub's own number for it.
  public var id: Int
  /// The name, without the owner's.
  public var name: String
  /// The owner's and the repository's name with a slash between them.
  public var fullName: String
  /// Whose it is.
  public var owner: Owner
  /// What it is for, in the owner's words.
  public var description: String?
  /// The language that most of it is written in.
  public var language: String?
  /// How many people have starred it.
  public var stargazersCount: Int
  /// Its page for people.
  public var htmlURL: URL?

  enum CodingKeys: String, CodingKey {
    case id, name, owner, description, language
    case fullName = "full_name"
    case stargazersCount = "stargazers_count"
    case htmlURL = "html_url"
  }

  /// The user or organization that a repository belongs to.
  public struct Owner: Codable, Hashable, Sendable {
    /// The name that stands in addresses.
    public var login: String
    /// A picture.
    public var avatarURL: URL

    enum CodingKeys: String, CodingKey {
      case login
      case avatarURL = "avatar_url"
    }

    /// Makes an owner.
    public init(login: String, avatarURL: URL) {
      self.login = login
      self.avatarURL = avatarURL
    }
  }

  /// Makes a repository. The full name is that of the owner and the repository.
  public init(
    id: Int,
    name: String,
    owner: Owner,
    description: String? = nil,
    language: String? = nil,
    stargazersCount: Int = 0,
    htmlURL: URL? = nil
  ) {
    self.id = id
    self.name = name
    fullName = "\(owner.login)/\(name)"
    self.owner = owner
    self.description = description
    self.language = language
    self.stargazersCount = stargazersCount
    self.htmlURL = htmlURL
  }
}
