/// How GitHub sorts the results of a search for repositories. Without it, the best matches come first.
public struct RepositorySort: Codable, Hashable, Sendable {
  /// The property by which results are sorted. The raw values are those of GitHub's parameter `sort`.
  public enum Key: String, CaseIterable, Codable, Hashable, Sendable {
    /// The number of stars.
    case stars
    /// The number of forks.
    case forks
    /// The time of the last change.
    case updated
    /// The number of issues that ask for help.
    case helpWantedIssues = "help-wanted-issues"
  }

  /// A direction. The raw values are those of GitHub's parameter `order`.
  public enum Order: String, CaseIterable, Codable, Hashable, Sendable {
    /// Lowest values first.
    case ascending = "asc"
    /// Highest values first.
    case descending = "desc"
  }

  /// The property by which results are sorted.
  public var key: Key
  /// The direction.
  public var order: Order

  /// Makes a sort, by default with the highest values first.
  public init(_ key: Key, _ order: Order = .descending) {
    self.key = key
    self.order = order
  }
}
