/// The values that the app keeps between runs.
public struct Preferences: Codable, Equatable, Sendable {
  /// The tab that was selected last, or `nil` if there was none.
  public var tab: AppTab?
  /// The recent searches, latest first, at most ``RecentSearch/limit``.
  public var recentSearches: [RecentSearch]

  /// Makes preferences.
  public init(tab: AppTab? = nil, recentSearches: [RecentSearch] = []) {
    self.tab = tab
    self.recentSearches = recentSearches
  }
}
