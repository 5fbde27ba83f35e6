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

  /// What happened and how to fix it, in English. ``Texts/message(of:)-(DeepLinkError)`` has it in other languages.
  public var message: String { Texts.english.message(of: self) }
}
