public import Foundation

/// An article of Qiita, as its lists describe it.
public struct Article: Codable, Hashable, Identifiable, Sendable {
  /// The article's identifier at Qiita: twenty hexadecimal digits.
  public var id: String
  /// The title.
  public var title: String
  /// The address of the article's web page.
  public var url: URL
  /// The author.
  public var user: User
  /// The number of likes.
  public var likesCount: Int
  /// The number of comments.
  public var commentsCount: Int
  /// The date of creation, or `nil` if the server sends no valid date.
  public var createdAt: Date?
  /// The tags.
  public var tags: [Tag]
  /// The number of page views. Qiita sends it only for the user's own articles.
  public var pageViewsCount: Int?

  enum CodingKeys: String, CodingKey {
    case id, title, url, user, tags
    case likesCount = "likes_count"
    case commentsCount = "comments_count"
    case createdAt = "created_at"
    case pageViewsCount = "page_views_count"
  }

  /// The author of an article.
  public struct User: Codable, Hashable, Sendable {
    /// The author's name in addresses.
    public var id: String
    /// The full name of the author, which may be empty, or `nil` if the server does not send it.
    public var name: String?
    /// The address of the author's picture, as the server sends it.
    public var profileImageURL: String?

    enum CodingKeys: String, CodingKey {
      case id, name
      case profileImageURL = "profile_image_url"
    }

    /// Makes an author.
    public init(id: String, name: String? = nil, profileImageURL: String? = nil) {
      self.id = id
      self.name = name
      self.profileImageURL = profileImageURL
    }

    /// Decodes Qiita's representation. An optional value that can't be read is `nil`.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(String.self, forKey: .id)
      name = container.decodeIfReadable(String.self, forKey: .name)
      profileImageURL = container.decodeIfReadable(String.self, forKey: .profileImageURL)
    }
  }

  /// A tag of an article.
  public struct Tag: Codable, Hashable, Sendable {
    /// The name of the tag.
    public var name: String

    /// Makes a tag.
    public init(name: String) { self.name = name }
  }

  /// Makes an article.
  public init(
    id: String,
    title: String,
    url: URL,
    user: User,
    likesCount: Int = 0,
    commentsCount: Int = 0,
    createdAt: Date? = nil,
    tags: [Tag] = [],
    pageViewsCount: Int? = nil
  ) {
    self.id = id
    self.title = title
    self.url = url
    self.user = user
    self.likesCount = likesCount
    self.commentsCount = commentsCount
    self.createdAt = createdAt
    self.tags = tags
    self.pageViewsCount = pageViewsCount
  }

  /// Decodes Qiita's representation. Counts that are missing or can't be read are zero, and an invalid
  /// date is `nil`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(String.self, forKey: .id)
    title = try container.decode(String.self, forKey: .title)
    url = try container.decode(URL.self, forKey: .url)
    user = try container.decode(User.self, forKey: .user)
    likesCount = container.decodeIfReadable(Int.self, forKey: .likesCount) ?? 0
    commentsCount = container.decodeIfReadable(Int.self, forKey: .commentsCount) ?? 0
    createdAt = (try? container.decode(String.self, forKey: .createdAt)).flatMap(ArticleDate.read)
    tags = try container.decode([Tag].self, forKey: .tags)
    pageViewsCount = container.decodeIfReadable(Int.self, forKey: .pageViewsCount)
  }

  /// Encodes Qiita's representation, with the date in Japan's time zone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(title, forKey: .title)
    try container.encode(url, forKey: .url)
    try container.encode(user, forKey: .user)
    try container.encode(likesCount, forKey: .likesCount)
    try container.encode(commentsCount, forKey: .commentsCount)
    try container.encode(createdAt.map(ArticleDate.write), forKey: .createdAt)
    try container.encode(tags, forKey: .tags)
    try container.encode(pageViewsCount, forKey: .pageViewsCount)
  }

  /// The day of creation in Japan's time zone and in Japanese, such as 「2024年01月05日」, or 「日付不明」 if it is not known.
  public var createdOn: String { createdAt.map(ArticleDate.day) ?? "日付不明" }
}
