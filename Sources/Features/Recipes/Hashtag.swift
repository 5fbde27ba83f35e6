/// A hashtag of a recipe.
public struct Hashtag: Codable, Hashable, Identifiable, Sendable {
  /// The hashtag's number in the web service.
  public var id: Int64
  /// The name, without the `#`.
  public var name: String

  /// Makes a hashtag.
  public init(id: Int64, name: String) {
    self.id = id
    self.name = name
  }
}
