public import Store

/// The users and the songs of the catalog, which load independently of each other.
@Reducer
public struct Catalog {
  public struct State: Equatable, Sendable, Encodable {
    /// The users of the catalog.
    @Get(\.users) public var users
    /// The songs of the catalog.
    @Get(\.songs) public var songs

    /// Makes a state without users and songs.
    public init() {}
  }

  public enum Action: Codable, Equatable, Sendable {
    /// The catalog appeared. Values that have not been loaded are loaded.
    case appeared
    /// The user pulled to reload everything.
    case reloadPulled
    /// The user tapped the button that repeats failed requests.
    case retryButtonTapped
    /// An action of the users.
    case users(GetAction<[User]>)
    /// An action of the songs.
    case songs(GetAction<[Song]>)
  }

  /// Makes the reducer.
  public init() {}

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
