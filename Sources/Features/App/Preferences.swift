/// What the app remembers from one run to the next.
public struct Preferences: Codable, Equatable, Sendable {
  /// The tab that was last on show; `nil` when none was.
  public var tab: AppTab?
  /// The last searches, the latest first, at most ``RecentSearch/limit``.
  public var recentSearches: [RecentSearch]

  /// Makes preferences.
  public init(tab: AppTab? = nil, recentSearches: [RecentSearch] = []) {
    self.tab = tab
    self.recentSearches = recentSearches
  }
}
