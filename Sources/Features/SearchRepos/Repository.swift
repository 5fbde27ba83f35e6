public import Foundation

/// A repository of GitHub, as its lists describe it.
public struct Repository: Codable, Hashable, Identifiable, Sendable {
  /// The repository's number at GitHub.
  public var id: Int
  /// The name, without the owner's.
  public var name: String
  /// The names of the owner and the repository, separated by a slash.
  public var fullName: String
  /// The owner.
  public var owner: Owner
  /// The owner's description.
  public var description: String?
  /// The main programming language.
  public var language: String?
  /// The number of stars.
  public var stargazersCount: Int
  /// The address of the repository's web page.
  public var htmlURL: URL?
  /// The time of the kept response that the repository comes from; `nil` if the server has just sent it. The
  /// repositories of a list have no time, because their page has it.
  public var asOf: Date?

  enum CodingKeys: String, CodingKey {
    case id, name, owner, description, language
    case fullName = "full_name"
    case stargazersCount = "stargazers_count"
    case htmlURL = "html_url"
    case asOf = "as_of"
  }

  /// Decodes GitHub's representation. The number of stars may have its former name, and is zero if it is missing. An
  /// optional value that can't be read is `nil`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Int.self, forKey: .id)
    name = try container.decode(String.self, forKey: .name)
    fullName = try container.decode(String.self, forKey: .fullName)
    owner = try container.decode(Owner.self, forKey: .owner)
    description = container.decodeIfReadable(String.self, forKey: .description)
    language = container.decodeIfReadable(String.self, forKey: .language)
    let former = try decoder.container(keyedBy: FormerCodingKeys.self)
    stargazersCount =
      container.decodeIfReadable(Int.self, forKey: .stargazersCount)
      ?? former.decodeIfReadable(Int.self, forKey: .watchers) ?? 0
    htmlURL = container.decodeIfReadable(URL.self, forKey: .htmlURL)
    // Only this program writes this field. A server's field of the same name may be unreadable.
    asOf = container.decodeIfReadable(Date.self, forKey: .asOf)
  }

  private enum FormerCodingKeys: String, CodingKey {
    case watchers
  }

  /// The user or organization that a repository belongs to.
  public struct Owner: Codable, Hashable, Sendable {
    /// The owner's name in addresses.
    public var login: String
    /// The address of the owner's picture.
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

  /// Adds or subtracts a star. Does nothing on overflow, because the server's number may have any value.
  mutating func count(isStarred: Bool) {
    let (count, hasOverflown) = stargazersCount.addingReportingOverflow(isStarred ? 1 : -1)
    if !hasOverflown { stargazersCount = count }
  }

  /// Makes a repository. Its full name consists of the owner's name and its own.
  public init(
    id: Int,
    name: String,
    owner: Owner,
    description: String? = nil,
    language: String? = nil,
    stargazersCount: Int = 0,
    htmlURL: URL? = nil,
    asOf: Date? = nil
  ) {
    self.id = id
    self.name = name
    fullName = "\(owner.login)/\(name)"
    self.owner = owner
    self.description = description
    self.language = language
    self.stargazersCount = stargazersCount
    self.htmlURL = htmlURL
    self.asOf = asOf
  }
}

extension Repository: KeptValue {}
