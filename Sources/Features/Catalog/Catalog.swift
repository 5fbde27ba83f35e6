public import Store

/// The users and the songs of the catalog, each of which comes or fails by itself.
@Reducer
public struct Catalog {
  /// What is on show, and what is on its way.
  public struct State: Equatable, Sendable, Encodable {
    /// Everybody in the catalog.
    @Get(\.users) public var users
    /// All songs.
    @Get(\.songs) public var songs

    /// Makes a state with nothing to show yet.
    public init() {}
  }

  /// What can happen.
  public enum Action: Codable, Equatable, Sendable {
    /// The catalog has come into view: what is not there is loaded.
    case appeared
    /// All of it is to be loaded again.
    case reloadPulled
    /// What has failed is to be loaded again.
    case retryButtonTapped
    /// Something about the users.
    case users(GetAction<[User]>)
    /// Something about the songs.
    case songs(GetAction<[Song]>)
  }

  /// Makes the reducer.
  public init() {}

  /// Loads both at once.
  public var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .appeared, .retryButtonTapped: .merge(.send(.users(.load)), .send(.songs(.load)))
      case .reloadPulled: .merge(.send(.users(.reload)), .send(.songs(.reload)))
      case .users, .songs: .none
      }
    }
    GetReducer(\.$users, action: \.users)
    GetReducer(\.$songs, action: \.songs)
  }
}
