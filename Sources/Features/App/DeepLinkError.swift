/// Why a link can't be opened: a value that can be kept in a state.
public struct DeepLinkError: Error, Codable, Equatable, Sendable {
  /// The link, made fit to be shown.
  public var link: String
  /// What is wrong with it.
  public var reason: String

  /// Makes an error.
  public init(link: String, reason: String) {
    self.link = link
    self.reason = reason
  }

  /// What happened and what can be done about it.
  public var message: String { "The link \(link) can't be opened: \(reason)" }
}
