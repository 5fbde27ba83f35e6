import Store

extension SearchRepos {
  /// A star whose request was running when its detail was closed.
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

  /// Notes that a star is no longer being saved. Returns whether it is unknown if its row counts it.
  func endSaving(_ star: Star, _ state: inout State) -> Bool {
    guard let index = state.savingStars.firstIndex(where: { $0.star == star }) else { return false }
    return state.savingStars.remove(at: index).isRowUncertain
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
