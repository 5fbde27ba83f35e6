public import Store

/// The users and the songs of the catalog, which load independently of each other.
@Reducer
public struct Catalog {
  /// The users, the songs, and the selected artist.
  public struct State: Equatable, Sendable, Encodable {
    /// The users of the catalog.
    @Get(\.users) public var users
    /// The songs of the catalog.
    @Get(\.songs) public var songs
    /// The artist whose songs are shown, or `nil` for all songs.
    public var artist: String?

    /// Makes a state without users and songs.
    public init() {}
  }

  /// What the user does with the catalog, and the actions of its values.
  public enum Action: Codable, Equatable, Sendable {
    /// The catalog appeared. Values that have not been loaded are loaded.
    case appeared
    /// The user pulled to reload everything.
    case reloadPulled
    /// The user tapped the button that repeats failed requests.
    case retryButtonTapped
    /// The user selected an artist, or `nil` for the songs of all.
    case artistSelected(String?)
    /// An action of the users.
    case users(GetAction<[User]>)
    /// An action of the songs.
    case songs(GetAction<[Song]>)
  }

  /// Makes the reducer.
  public init() {}

  /// The logic of the catalog, and then the loading of its two values.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared, .retryButtonTapped:
        return .merge(.send(.users(.load)), .send(.songs(.load)))
      case .reloadPulled:
        return .merge(.send(.users(.reload)), .send(.songs(.reload)))
      case .artistSelected(let artist):
        guard artist != state.artist else { return .none }
        state.artist = artist
        state.$songs.endpoint = artist.map { \.[songsBy: $0] } ?? \.songs
        return .send(.songs(.load))
      case .users, .songs:
        return .none
      }
    }
    GetReducer(\.$users, action: \.users)
    GetReducer(\.$songs, action: \.songs)
  }
}
