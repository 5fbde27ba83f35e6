import Store

extension SearchRepos {
  /// A star that the list sends to the server, for an open detail or one that was closed.
  public struct Star: Codable, Equatable, Sendable {
    /// The owner's name in addresses.
    public var owner: String
    /// The repository's name, without the owner's.
    public var name: String
    /// The identifier of the repository if its row counts a change that has not been saved; otherwise `nil`.
    public var id: Repository.ID?
    /// The state of the star to save.
    public var isStarred: Bool

    /// Makes a star.
    public init(owner: String, name: String, id: Repository.ID?, isStarred: Bool) {
      self.owner = owner
      self.name = name
      self.id = id
      self.isStarred = isStarred
    }

    /// Whether it is the star of the repository that a detail shows.
    func isOf(_ detail: RepositoryDetail.State) -> Bool { owner == detail.owner && name == detail.name }

    /// Whether it is a star of the same repository as another one.
    func hasRepository(of other: Self) -> Bool { owner == other.owner && name == other.name }
  }

  /// A star whose request is running.
  struct SavingStar: Encodable, Equatable, Sendable {
    var star: Star
    /// Whether it is unknown if the repository's row counts the star, because rows have been loaded since.
    var isRowUncertain = false
    /// Whether an earlier request was cancelled for this one. It may have reached the server.
    var hasCancelled = false

    /// Whether it is the star of the repository that a detail shows.
    func isOf(_ detail: RepositoryDetail.State) -> Bool { star.isOf(detail) }
  }

  /// A star that could not be saved.
  public struct StarFailure: Codable, Equatable, Sendable {
    /// The star.
    public var star: Star
    /// The reason of the failure.
    public var error: APIError

    /// Makes a failure.
    public init(star: Star, error: APIError) {
      self.star = star
      self.error = error
    }
  }

  // MARK: Saving

  /// The star of an open detail. It has the identifier of its row if the row counts a change that has not been saved.
  func star(of detail: RepositoryDetail.State, _ isStarred: Bool) -> Star {
    Star(
      owner: detail.owner,
      name: detail.name,
      id: detail.savedStar == isStarred ? nil : detail.repository?.id,
      isStarred: isStarred
    )
  }

  /// Returns the place of a star among those that are being saved.
  func index(of star: Star, _ state: State) -> Int? {
    state.savingStars.firstIndex { $0.star.hasRepository(of: star) && $0.star.isStarred == star.isStarred }
  }

  /// Notes that a star of the open detail is no longer being saved.
  func endSaving(_ isStarred: Bool, _ state: inout State) {
    guard let detail = state.detail, let index = index(of: star(of: detail, isStarred), state) else { return }
    state.savingStars.remove(at: index)
  }

  /// Sends the star that the open detail saves. If the detail has given up a star that waits for a network, cancels its
  /// request.
  ///
  /// - Parameter mayGiveUp: Whether there may be such a request.
  func saveStar(_ state: inout State, mayGiveUp: Bool = true) -> Effect<Action> {
    guard let detail = state.detail else { return .none }
    if let isStarred = detail.savingStar { return send(isStarred, of: detail, &state) }
    return mayGiveUp && detail.waitingStar == nil ? giveUpStar(owner: detail.owner, name: detail.name, state) : .none
  }

  /// Continues to save the star of a detail that closes.
  func finishStar(of detail: RepositoryDetail.State?, _ state: inout State) -> Effect<Action> {
    guard let detail else { return .none }
    if let waiting = detail.waitingStar, let error = detail.starFailure {
      state.starFailure = StarFailure(star: star(of: detail, waiting), error: error)
    }
    guard detail.savingStar != nil, let isStarred = detail.isStarred else { return .none }
    let saving = send(isStarred, of: detail, &state)
    if let index = state.savingStars.firstIndex(where: { $0.isOf(detail) }) {
      state.savingStars[index].star.id = star(of: detail, isStarred).id
      // The row may not count a star whose repository is to be loaded.
      if detail.isLoading { state.savingStars[index].isRowUncertain = true }
    }
    return saving
  }

  /// Sends a star to the server, unless the request is running.
  private func send(_ isStarred: Bool, of detail: RepositoryDetail.State, _ state: inout State) -> Effect<Action> {
    let star = star(of: detail, isStarred)
    guard index(of: star, state) == nil else { return .none }
    var saving = SavingStar(star: star)
    if let running = state.savingStars.firstIndex(where: { $0.isOf(detail) }) {
      saving.isRowUncertain = state.savingStars.remove(at: running).isRowUncertain
      saving.hasCancelled = true
    }
    state.savingStars.append(saving)
    return runRequest(
      isStarred ? "Star" : "Unstar",
      loaded: { .starSaved(star) },
      failed: { .starFailed(StarFailure(star: star, error: $0)) },
      restored: { try $0.send(.starConnectionRestored(star)) }
    ) { [githubClient] in
      try await githubClient.setStarred(isStarred: isStarred, owner: star.owner, name: star.name)
    }
    .cancellable(id: CancelID.star(owner: star.owner, name: star.name), cancelInFlight: true)
  }

  /// Cancels the request of a star that waits for a network. The star must not change when the network is back.
  func giveUpStar(owner: String, name: String, _ state: State) -> Effect<Action> {
    let isSaving = state.savingStars.contains { $0.star.owner == owner && $0.star.name == name }
    return isSaving ? .none : .cancel(id: CancelID.star(owner: owner, name: name))
  }

  /// Notes that rows were loaded, which may or may not count the stars that are being saved.
  func noteUncertainRows(_ state: inout State) {
    for index in state.savingStars.indices where !isShown(state.savingStars[index].star, state) {
      state.savingStars[index].isRowUncertain = true
    }
  }

  /// Copies the detail's repository and its stars to its row.
  func showDetailInItsRow(_ state: inout State) {
    guard let detail = state.detail, let repository = detail.repository, state.results.rows[id: repository.id] != nil
    else { return }
    // A list that the server has sent is newer than a kept repository.
    if detail.asOf != nil, state.results.asOf == nil, detail.savingStar == nil { return }
    state.results.rows[id: repository.id] = repository
  }

  func isShown(_ star: Star, _ state: State) -> Bool {
    state.detail.map(star.isOf) ?? false
  }
}
