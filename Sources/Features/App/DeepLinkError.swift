/// The reason why a link can't be opened: a value that can be stored in a state.
public struct DeepLinkError: Error, Codable, Equatable, Sendable {
  /// What is wrong with a link. Text that is quoted from the link is prepared for display.
  public enum Problem: Error, Codable, Equatable, Sendable {
    /// The link is longer than this number of bytes.
    case tooLong(limit: Int)
    /// The text is not an address.
    case noAddress
    /// The link does not begin with `app://`.
    case otherScheme
    /// The link has a user, a port or a fragment.
    case extraPart
    /// A component of the path is not UTF-8 or has control characters.
    case unreadablePath
    /// A parameter has no value, has control characters in its value, or occurs twice.
    case unreadableParameter(name: String)
    /// No place of the app has this name.
    case unknownPlace
    /// The place of this name exists, but nothing in it has this path.
    case unknownPart(place: String)
    /// The text is not the id of a recipe.
    case noRecipeID(text: String)
    /// The text is not the id of a to-do.
    case noToDoID(text: String)
  }

  /// The link, prepared for display.
  public var link: String
  /// What is wrong with the link.
  public var problem: Problem

  /// Makes an error.
  public init(link: String, problem: Problem) {
    self.link = link
    self.problem = problem
  }

  /// What happened and how to fix it, in English. ``Texts/message(of:)-(DeepLinkError)`` has it in other languages.
  public var message: String { Texts.english.message(of: self) }
}
