public import Store

/// One repository: what GitHub says of it, its star, and its page in the browser.
///
/// What is known of it and whether it is starred are loaded at the same time, and one that fails does not hide the other.
/// A star is shown at once and set on the server afterwards. One request for it is under way at a time; when it is
/// answered and the user wants something else by then, that is asked for next, so that the last tap counts. One that
/// fails takes back what is shown.
@Reducer
public struct RepositoryDetail {
  /// What is on show, and what is on its way.
  public struct State: Equatable, Sendable, Encodable {
    /// Whose repository it is: the name that stands in addresses.
    public let owner: String
    /// Its name, without the owner's.
    public let name: String
    /// What is known of it. The number of stars has the user's own as it is shown in ``isStarred``.
    public var repository: Repository?
    /// Whether it is being loaded.
    public var isLoading = false
    /// Why it could not be loaded.
    public var failure: APIError?
    /// Whether the user has starred it, as far as that is known.
    public var isStarred: Bool?
    /// Whether that is being loaded.
    public var isLoadingStar = false
    /// Why the star could not be loaded, set, or taken away.
    public var starFailure: APIError?
    /// Why the page could not be opened.
    public var openFailure: OpenURLError?
    /// What the server is being told.
    var savingStar: Bool?
    /// What the server said last.
    var savedStar: Bool?

    /// Makes the state of a repository of which no more than its address is known.
    public init(owner: String, name: String) {
      self.owner = owner
      self.name = name
    }

    /// Makes the state of a repository as lists have it.
    public init(_ repository: Repository) {
      self.init(owner: repository.owner.login, name: repository.name)
      self.repository = repository
    }

    fileprivate mutating func show(isStarred: Bool) {
      if let shown = self.isStarred, shown != isStarred { repository?.stargazersCount += isStarred ? 1 : -1 }
      self.isStarred = isStarred
    }
  }

  /// What can happen.
  public enum Action: Codable, Equatable, Sendable {
    /// The detail has come into view.
    case appeared
    /// What has failed to load is to be loaded again.
    case retryButtonTapped
    /// The star is to be set, or to be taken away.
    case starButtonTapped
    /// The repository's page is to be opened.
    case openInBrowserButtonTapped
    /// The detail is to go.
    case closeButtonTapped
    /// The repository has come.
    case repositoryLoaded(Repository)
    /// The repository could not be loaded.
    case repositoryFailed(APIError)
    /// It is known whether the repository is starred.
    case starLoaded(Bool)
    /// It could not be found out whether the repository is starred.
    case starLoadFailed(APIError)
    /// The server has set the star, or taken it away.
    case starSaved(Bool)
    /// The server has not set the star, or not taken it away.
    case starSaveFailed(Bool, error: APIError)
    /// The page could not be opened.
    case openFailed(OpenURLError)
  }

  private enum CancelID { case repository, star }

  @Dependency(\.dismiss) private var dismiss
  @Dependency(\.githubClient) private var githubClient
  @Dependency(\.openURL) private var openURL

  /// Makes the reducer.
  public init() {}

  /// Changes the state and says what to load.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .appeared:
      return .merge(loadRepository(&state), loadStar(&state))

    case .retryButtonTapped:
      return .merge(
        state.failure == nil ? .none : loadRepository(&state),
        state.starFailure == nil || state.isStarred != nil ? .none : loadStar(&state)
      )

    case .starButtonTapped:
      guard let isStarred = state.isStarred else { return state.isLoadingStar ? .none : loadStar(&state) }
      state.show(isStarred: !isStarred)
      state.starFailure = nil
      return state.savingStar == nil ? saveStar(&state) : .none

    case .openInBrowserButtonTapped:
      guard let url = state.repository?.htmlURL else { return .none }
      state.openFailure = nil
      return .run(name: "Open in browser") { [openURL] send in
        do throws(OpenURLError) {
          try await openURL(url)
        } catch {
          await send(.openFailed(error))
        }
      }

    case .closeButtonTapped:
      return .run { [dismiss] _ in await dismiss() }

    case .repositoryLoaded(let repository):
      state.isLoading = false
      state.repository = repository
      // The server counts the star as it was when it was asked.
      if let isStarred = state.isStarred, let saved = state.savedStar, isStarred != saved {
        state.repository?.stargazersCount += isStarred ? 1 : -1
      }
      return .none

    case .repositoryFailed(let error):
      state.isLoading = false
      state.failure = error
      return .none

    case .starLoaded(let isStarred):
      state.isLoadingStar = false
      state.savedStar = isStarred
      state.isStarred = isStarred
      return .none

    case .starLoadFailed(let error):
      state.isLoadingStar = false
      state.starFailure = error
      return .none

    case .starSaved(let isStarred):
      state.savingStar = nil
      state.savedStar = isStarred
      return state.isStarred == isStarred ? .none : saveStar(&state)

    case .starSaveFailed(let isStarred, let error):
      state.savingStar = nil
      // Nobody knows what the server made of it, so what the user wants by now is said in any case.
      guard state.isStarred == isStarred else { return saveStar(&state) }
      state.starFailure = error
      if let saved = state.savedStar { state.show(isStarred: saved) }
      return .none

    case .openFailed(let error):
      state.openFailure = error
      return .none
    }
  }

  private func loadRepository(_ state: inout State) -> Effect<Action> {
    state.isLoading = true
    state.failure = nil
    return .request("Load repository", loaded: Action.repositoryLoaded, failed: Action.repositoryFailed) {
      [githubClient, owner = state.owner, name = state.name] in
      try await githubClient.repository(owner: owner, name: name)
    }
    .cancellable(id: CancelID.repository, cancelInFlight: true)
  }

  private func loadStar(_ state: inout State) -> Effect<Action> {
    // What is being saved is newer than what there is to load.
    guard state.savingStar == nil else { return .none }
    state.isLoadingStar = true
    state.starFailure = nil
    return .request("Load star", loaded: Action.starLoaded, failed: Action.starLoadFailed) {
      [githubClient, owner = state.owner, name = state.name] in
      try await githubClient.isStarred(owner: owner, name: name)
    }
    .cancellable(id: CancelID.star, cancelInFlight: true)
  }

  private func saveStar(_ state: inout State) -> Effect<Action> {
    guard let isStarred = state.isStarred else { return .none }
    state.savingStar = isStarred
    state.isLoadingStar = false
    return .request(isStarred ? "Star" : "Unstar") {
      .starSaved(isStarred)
    } failed: {
      .starSaveFailed(isStarred, error: $0)
    } _: { [githubClient, owner = state.owner, name = state.name] in
      try await githubClient.setStarred(isStarred: isStarred, owner: owner, name: name)
    }
    .cancellable(id: CancelID.star, cancelInFlight: true)
  }
}
