public import Store

/// The recipes and articles that are kept for later.
///
/// A change shows at once. Changes are written one after the other. If writing one fails, it is undone, and
/// ``State/problem`` contains the reason.
@Reducer
public struct Bookmarks {
  /// The bookmarks, the changes that are not written yet, and the last failures.
  public struct State: Equatable, Sendable, Encodable {
    /// The bookmarks with all changes, the newest first.
    public internal(set) var bookmarks: IdentifiedArrayOf<Bookmark> = []
    /// The bookmark that ``Action/undoButtonTapped`` restores.
    public internal(set) var lastRemoved: Bookmark?
    /// The reason why the bookmarks could not be read.
    public internal(set) var failure: DatabaseError?
    /// The reason why the last change could not be written.
    public internal(set) var problem: DatabaseError?
    /// The reason why the last tapped article could not be opened.
    public internal(set) var openError: OpenURLError?
    /// The bookmarks that are known to be in the database. Until the database has been read, only those written since.
    var saved: [Bookmark] = []
    /// Whether the bookmarks were read.
    var isRead = false
    /// The changes that are not written yet, in order. The first one is being written.
    var changes: [Change] = []
    /// Whether the bookmarks are being read.
    public internal(set) var isLoading = false
    /// Whether a change was written while the bookmarks are being read. The result may lack the change, so they are
    /// read again.
    var isReadingOutdated = false

    /// Makes a list that has not been read.
    public init() {}

    /// Whether the complete list has no rows.
    public var isEmpty: Bool { isRead && bookmarks.isEmpty }

    private enum CodingKeys: CodingKey { case bookmarks, changes, lastRemoved, failure, problem, openError, isLoading }

    fileprivate mutating func update() {
      var bookmarks = saved
      for change in changes { bookmarks.apply(change) }
      self.bookmarks = IdentifiedArray(uniqueElements: bookmarks.sorted { $0.comesBefore($1) })
    }
  }

  /// A change of the bookmarks.
  public enum Change: Codable, Equatable, Sendable {
    /// A bookmark was added.
    case add(Bookmark)
    /// A bookmark that was removed was added again.
    case restore(Bookmark)
    /// A bookmark was removed.
    case remove(Bookmark)
  }

  /// What the user does with bookmarks, and the results of reading and writing them.
  public enum Action: Codable, Equatable, Sendable {
    /// The app was launched, or the user pulled to refresh or repeated a reading that failed.
    case load
    /// The bookmarks were read.
    case loaded([Bookmark])
    /// Reading the bookmarks failed.
    case loadFailed(DatabaseError)
    /// The user tapped a bookmark button, which adds the bookmark or removes it.
    case toggled(Bookmark)
    /// The user tapped the button that removes a bookmark.
    case removeButtonTapped(id: Bookmark.ID)
    /// The user tapped the button that restores the bookmark removed last.
    case undoButtonTapped
    /// The first change was written.
    case saved
    /// Writing the first change was cancelled with the task of the action that made it. It is written again.
    case saveCancelled
    /// Writing the first change failed.
    case saveFailed(DatabaseError)
    /// The user dismissed the message about a change that was not written.
    case problemDismissed
    /// The user tapped a row. An article opens in the browser. A recipe is opened by the app.
    case rowTapped(id: Bookmark.ID)
    /// Opening an article failed.
    case openFailed(OpenURLError)
    /// The user dismissed the message about an article that could not be opened.
    case openErrorDismissed
    /// The user tapped the button that shows the starred repositories, which the app opens.
    case starredRepositoriesButtonTapped
  }

  private enum CancelID { case load, save, open }

  @Dependency(\.bookmarkClient) private var bookmarkClient
  @Dependency(\.openURL) private var openURL

  /// Makes the reducer.
  public init() {}

  /// Applies a change to what is shown, and starts the next write unless one is running.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .load:
      state.failure = nil
      return load(&state)

    case .loaded(let bookmarks):
      if state.isReadingOutdated { return load(&state) }
      state.isLoading = false
      state.saved = bookmarks
      state.isRead = true
      state.update()
      return .none

    case .loadFailed(let error):
      state.isLoading = false
      state.failure = error
      return .none

    case .toggled(let bookmark):
      if let present = state.bookmarks[id: bookmark.id] { return remove(present, &state) }
      guard state.lastRemoved?.id == bookmark.id else { return change(.add(bookmark), &state) }
      state.lastRemoved = nil
      return change(.restore(bookmark), &state)

    case .removeButtonTapped(let id):
      return state.bookmarks[id: id].map { remove($0, &state) } ?? .none

    case .undoButtonTapped:
      guard let bookmark = state.lastRemoved else { return .none }
      state.lastRemoved = nil
      return change(.restore(bookmark), &state)

    case .saved:
      guard !state.changes.isEmpty else { return .none }
      let change = state.changes.removeFirst()
      state.saved.apply(change)
      state.isReadingOutdated = state.isLoading
      state.update()
      return saveFirst(state)

    case .saveCancelled:
      return saveFirst(state)

    case .saveFailed(let error):
      guard !state.changes.isEmpty else { return .none }
      let change = state.changes.removeFirst()
      state.problem = error
      state.update()
      switch change {
      case .remove(let bookmark):
        if state.lastRemoved == bookmark { state.lastRemoved = nil }
      case .add:
        break
      case .restore(let bookmark):
        // Restoring failed. The user can try again.
        if state.lastRemoved == nil, state.bookmarks[id: bookmark.id] == nil { state.lastRemoved = bookmark }
      }
      return saveFirst(state)

    case .problemDismissed:
      state.problem = nil
      return .none

    case .rowTapped(let id):
      guard let url = state.bookmarks[id: id]?.url else { return .none }
      state.openError = nil
      return .open(url, with: openURL, name: "Open \(id.key)", failed: Action.openFailed)
        .cancellable(id: CancelID.open, cancelInFlight: true)

    case .openFailed(let error):
      state.openError = error
      return .none

    case .openErrorDismissed:
      state.openError = nil
      return .none

    case .starredRepositoriesButtonTapped:
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Action> {
    state.isLoading = true
    state.isReadingOutdated = false
    return runRequest("Load bookmarks", loaded: Action.loaded, failed: Action.loadFailed) { [bookmarkClient] in
      try await bookmarkClient.bookmarks()
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func remove(_ bookmark: Bookmark, _ state: inout State) -> Effect<Action> {
    state.lastRemoved = bookmark
    return change(.remove(bookmark), &state)
  }

  private func change(_ change: Change, _ state: inout State) -> Effect<Action> {
    state.problem = nil
    state.changes.append(change)
    state.update()
    return state.changes.count == 1 ? saveFirst(state) : .none
  }

  private func saveFirst(_ state: State) -> Effect<Action> {
    guard let change = state.changes.first else { return .none }
    return runRequest(
      "Write bookmarks",
      loaded: { .saved },
      failed: { .saveFailed($0) },
      cancelled: .saveCancelled
    ) { [bookmarkClient] in
      switch change {
      case .add(let bookmark), .restore(let bookmark): try await bookmarkClient.add(bookmark)
      case .remove(let bookmark): try await bookmarkClient.remove(bookmark.id)
      }
    }
    .cancellable(id: CancelID.save, cancelInFlight: true)
  }
}

extension [Bookmark] {
  /// Applies a change as the database does.
  mutating func apply(_ change: Bookmarks.Change) {
    switch change {
    case .add(let bookmark), .restore(let bookmark):
      removeAll { $0.id == bookmark.id }
      append(bookmark)
    case .remove(let bookmark):
      removeAll { $0.id == bookmark.id }
    }
  }
}
