/// A word under which a recipe can be found.
public struct Hashtag: Codable, Hashable, Identifiable, Sendable {
  /// The web service's own number for it.
  public var id: Int64
  /// The word, without the `#` that is shown before it.
  public var name: String

  /// Makes a hashtag.
  public init(id: Int64, name: String) {
    self.id = id
    self.name = name
  }
}
