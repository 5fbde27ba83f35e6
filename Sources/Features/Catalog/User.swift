/// A user in the catalog.
public struct User: Codable, Hashable, Identifiable, Sendable {
  /// The user's number in the catalog.
  public var id: Int
  /// The given name.
  public var firstName: String
  /// The family name, or an empty text if the server does not send it.
  public var lastName: String

  enum CodingKeys: String, CodingKey {
    case id
    case firstName = "first_name"
    case lastName = "last_name"
  }

  /// Makes a user.
  public init(id: Int, firstName: String, lastName: String) {
    self.id = id
    self.firstName = firstName
    self.lastName = lastName
  }

  /// Decodes the service's representation, in which the number may be written as a text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decodeID(forKey: .id)
    firstName = try container.decode(String.self, forKey: .firstName)
    lastName = container.decodeIfReadable(String.self, forKey: .lastName) ?? ""
  }
}

extension KeyedDecodingContainer {
  /// Decodes a whole number, which may be written as a text: `7` or `"7"`.
  func decodeID(forKey key: Key) throws -> Int {
    do {
      return try decode(Int.self, forKey: key)
    } catch {
      guard let number = (try? decode(String.self, forKey: key)).flatMap({ Int($0) }) else { throw error }
      return number
    }
  }
}

extension EndpointValues {
  /// All users in the catalog.
  public var users: Endpoint<[User]> { Endpoint("v1", "users", placeholder: User.placeholders, sample: User.samples) }
}

extension User {
  static let placeholders = (1...3).map { User(id: $0, firstName: "―――", lastName: "―――") }

  static let samples = (0..<2_000).map { index in
    let firstNames = ["葵", "蓮", "陽葵", "湊", "凛", "Ada", "Grace", "樹", "紬", "Alan"]
    let lastNames = ["佐藤", "鈴木", "高橋", "田中", "Lovelace", "伊藤", "渡辺", "Hopper", "山本", "中村", "小林"]
    return User(
      id: index + 1,
      firstName: firstNames[index % firstNames.count],
      lastName: lastNames[(index / firstNames.count + index) % lastNames.count]
    )
  }
}
