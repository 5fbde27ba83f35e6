public import Foundation
public import Store

/// A repository, its star, and its page in the browser.
///
/// The repository and its star load independently, so a failure of one does not hide the other. A tap on the star shows
/// at once and is then sent to the server, one request at a time. If the user has tapped again before the response,
/// another request follows, so that the last tap wins. If a request fails, the star returns to its last state on the
/// server. If it failed because there was no network, it is repeated when there is one, unless the message is
/// dismissed.
@Reducer
public struct RepositoryDetail {
  /// The repository, its star, and what is being loaded or saved.
  public struct State: Equatable, Identifiable, Sendable, Encodable {
    /// The owner's name in addresses.
    public let owner: String
    /// The repository's name, without the owner's.
    public let name: String
    /// The repository. Its number of stars includes the user's star as ``isStarred`` shows it.
    public var repository: Repository?
    /// The time of the kept response that the repository comes from, until the server's response replaces it; otherwise
    /// `nil`.
    public var asOf: Date?
    /// Whether the repository is being loaded.
    public var isLoading = false
    /// The reason why the repository could not be loaded.
    public var failure: APIError?
    /// Whether the user has starred the repository, or `nil` if this is not known.
    public var isStarred: Bool?
    /// Whether ``isStarred`` is being loaded.
    public var isLoadingStar = false
    /// The reason why the star could not be loaded, set or removed.
    public var starFailure: APIError?
    /// The reason why the page could not be opened.
    public var openFailure: OpenURLError?
    /// The state of the star in the running request; `nil` if there is no such request.
    var savingStar: Bool?
    /// The last state of the star on the server.
    var savedStar: Bool?
    /// The star of a failed request that may have reached the server, until the server has been asked for its star;
    /// otherwise `nil`.
    var uncertainStar: Bool?
    /// The star of a request that failed because there was no network, and is repeated when there is one.
    var waitingStar: Bool?

    /// Makes the state of a repository with an address only.
    public init(owner: String, name: String) {
      self.owner = owner
      self.name = name
    }

    /// Makes the state of a repository in a list.
    ///
    /// - Parameter asOf: The time of the kept response that the list comes from, if it comes from one.
    public init(_ repository: Repository, asOf: Date? = nil) {
      self.init(owner: repository.owner.login, name: repository.name)
      self.repository = repository
      self.asOf = asOf
    }

    /// Identifies the repository. Its requests end if another repository takes its place.
    public var id: String { "\(owner)/\(name)" }

    fileprivate mutating func show(isStarred: Bool) {
      if let shown = self.isStarred, shown != isStarred { repository?.count(isStarred: isStarred) }
      self.isStarred = isStarred
    }
  }

  /// What the user does with the repository, and the responses of the server.
  public enum Action: Codable, Equatable, Sendable {
    /// The detail appeared.
    case appeared
    /// The user tapped the button that repeats failed requests.
    case retryButtonTapped
    /// The user tapped the star.
    case starButtonTapped
    /// The user dismissed the message about a star that could not be loaded or saved.
    case starFailureDismissed
    /// The user tapped the button that opens the repository's page.
    case openInBrowserButtonTapped
    /// The user tapped the button that closes the detail.
    case closeButtonTapped
    /// The repository was loaded.
    case repositoryLoaded(Repository)
    /// Loading the repository failed.
    case repositoryFailed(APIError)
    /// The state of the star was loaded.
    case starLoaded(Bool)
    /// Loading the state of the star failed.
    case starLoadFailed(APIError)
    /// The server set or removed the star.
    case starSaved(Bool)
    /// Setting or removing the star failed. With `isUncertain`, an earlier request may have reached the server.
    case starSaveFailed(Bool, error: APIError, isUncertain: Bool = false)
    /// The request that sets or removes the star failed because there was no network, and is being repeated.
    case starSaveConnectionRestored(Bool)
    /// Opening the page failed.
    case openFailed(OpenURLError)
  }

  private enum CancelID { case open, repository, star }

  @Dependency(\.dismiss) private var dismiss
  @Dependency(\.githubClient) private var githubClient
  @Dependency(\.openURL) private var openURL

  /// Whether the detail sends the star to the server. If a list presents the detail, the list sends the star, because
  /// closing the detail would end the detail's requests.
  private let savesStar: Bool

  /// Makes the reducer.
  public init() { self.init(savesStar: true) }

  init(savesStar: Bool) { self.savesStar = savesStar }

  /// Changes what is shown, and starts the requests for the repository and its star.
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
      // The number of stars on show may include a star that may have reached the server. The number is loaded after the
      // new star was saved.
      if state.uncertainStar != nil { state.isLoading = true }
      state.uncertainStar = nil
      return state.savingStar == nil ? saveStar(&state) : .none

    case .starFailureDismissed:
      state.starFailure = nil
      state.waitingStar = nil
      // The star must not change when the network is back.
      return state.isStarred == nil || state.isLoadingStar || state.savingStar != nil
        ? .none : .cancel(id: CancelID.star)

    case .openInBrowserButtonTapped:
      guard let url = state.repository?.htmlURL else { return .none }
      state.openFailure = nil
      return .open(url, with: openURL, name: "Open in browser", failed: Action.openFailed)
        .cancellable(id: CancelID.open, cancelInFlight: true)

    case .closeButtonTapped:
      return .run { _ in await dismiss() }

    case .repositoryLoaded(let repository):
      if let asOf = repository.asOf {
        guard state.isLoading, KeptAnswers.mayReplace(state.repository, asOf: state.asOf, with: asOf) else {
          return .none
        }
        state.asOf = asOf
      } else {
        state.isLoading = false
        state.asOf = nil
      }
      state.repository = repository.asOf(nil)
      return .none

    case .repositoryFailed(let error):
      state.isLoading = false
      state.failure = error
      return .none

    case .starLoaded(let isStarred):
      state.isLoadingStar = false
      state.savedStar = isStarred
      state.isStarred = isStarred
      guard let uncertain = state.uncertainStar else { return .none }
      state.uncertainStar = nil
      if isStarred == uncertain { state.starFailure = nil }
      // Only the server knows whether its number of stars includes this star.
      return loadRepository(&state)

    case .starLoadFailed(let error):
      state.isLoadingStar = false
      state.starFailure = error
      guard state.uncertainStar != nil else { return .none }
      state.isStarred = nil
      state.savedStar = nil
      return state.isLoading ? loadRepository(&state) : .none

    case .starSaved(let isStarred):
      state.savingStar = nil
      state.savedStar = isStarred
      guard state.isStarred == isStarred else { return saveStar(&state) }
      return state.isLoading ? loadRepository(&state) : .none

    case .starSaveFailed(let isStarred, let error, let isUncertain):
      state.savingStar = nil
      // It is unknown whether the number of stars on show includes this star. The number is loaded when no star is
      // being saved.
      if isUncertain { state.isLoading = true }
      // The failed request may have reached the server, so a newer choice of the user is always sent.
      guard state.isStarred == isStarred else { return saveStar(&state) }
      if let saved = state.savedStar { state.show(isStarred: saved) }
      guard isUncertain || error.mayHaveReachedServer else {
        state.starFailure = error
        state.waitingStar = error.isWantOfNetwork ? isStarred : nil
        return state.isLoading ? loadRepository(&state) : .none
      }
      // The server may have saved the star although the request failed, so it is asked.
      state.uncertainStar = isStarred
      let loading = loadStar(&state)
      state.starFailure = error
      return loading

    case .starSaveConnectionRestored(let isStarred):
      state.savingStar = isStarred
      state.waitingStar = nil
      state.starFailure = nil
      state.show(isStarred: isStarred)
      // The repository is loaded when the star has been saved, as in saveStar(_:).
      return state.isLoading ? .cancel(id: CancelID.repository) : .none

    case .openFailed(let error):
      state.openFailure = error
      return .none
    }
  }

  private func loadRepository(_ state: inout State) -> Effect<Action> {
    state.isLoading = true
    state.failure = nil
    // A response that arrives while a star is being saved may or may not count the star, so the request waits until the
    // star is saved.
    guard state.savingStar == nil else { return .none }
    return runRequest(
      "Load repository",
      loaded: { .repositoryLoaded($0) },
      failed: { .repositoryFailed($0) },
      usesKeptAnswers: KeptAnswers.mayReplace(state.repository, asOf: state.asOf),
      restored: { store in
        try store.modify("Repository is loaded again") { state in
          state.isLoading = true
          state.failure = nil
        }
      }
    ) { [githubClient, owner = state.owner, name = state.name] in
      try await githubClient.repository(owner: owner, name: name)
    }
    .cancellable(id: CancelID.repository, cancelInFlight: true)
  }

  private func loadStar(_ state: inout State) -> Effect<Action> {
    // The star that is being saved is newer than the one on the server.
    guard state.savingStar == nil else { return .none }
    state.waitingStar = nil
    state.isLoadingStar = true
    state.starFailure = nil
    return runRequest(
      "Load star",
      loaded: { .starLoaded($0) },
      failed: { .starLoadFailed($0) },
      restored: { store in
        try store.modify("Star is loaded again") { state in
          state.isLoadingStar = true
          state.starFailure = nil
        }
      }
    ) { [githubClient, owner = state.owner, name = state.name] in
      try await githubClient.isStarred(owner: owner, name: name)
    }
    .cancellable(id: CancelID.star, cancelInFlight: true)
  }

  private func saveStar(_ state: inout State) -> Effect<Action> {
    guard let isStarred = state.isStarred else { return .none }
    state.waitingStar = nil
    state.savingStar = isStarred
    state.isLoadingStar = false
    let saving: Effect<Action> = savesStar ? request(isStarred, state) : .cancel(id: CancelID.star)
    return state.isLoading ? .merge(.cancel(id: CancelID.repository), saving) : saving
  }
  private func request(_ isStarred: Bool, _ state: State) -> Effect<Action> {
    runRequest(
      isStarred ? "Star" : "Unstar",
      loaded: { .starSaved(isStarred) },
      failed: { .starSaveFailed(isStarred, error: $0) },
      restored: { try $0.send(.starSaveConnectionRestored(isStarred)) }
    ) { [githubClient, owner = state.owner, name = state.name] in
      try await githubClient.setStarred(isStarred: isStarred, owner: owner, name: name)
    }
    .cancellable(id: CancelID.star, cancelInFlight: true)
  }
}
