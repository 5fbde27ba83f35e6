/// The reason why a link can't be opened: a value that can be stored in a state.
public struct DeepLinkError: Error, Codable, Equatable, Sendable {
  /// The link, prepared for display.
  public var link: String
  /// A description of what is wrong with the link.
  public var reason: String

  /// Makes an error.
  public init(link: String, reason: String) {
    self.link = link
    self.reason = reason
  }

  /// A description of what happened and how to fix it.
  public var message: String { "The link \(link) can't be opened: \(reason)" }
}
