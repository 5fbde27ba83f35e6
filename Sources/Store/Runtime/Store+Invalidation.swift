import Dependencies

extension Store {
  /// Ends the store for good: cancels its effects, drops actions that are sent from now on, and ends loops over
  /// ``states``.
  ///
  /// Features end with it: what they do then, with ``Reducer/onDismount(_:)``, is performed and goes on. Releasing the last
  /// reference to a store does the rest. Call this function where the last reference is not released
  /// by itself: an effect runs on the store's actor and keeps it alive, and with the actor the store that it owns. An
  /// actor whose store has a never-ending effect would therefore never be deallocated. Let the users of the actor hold
  /// an object whose `deinit` ends the store:
  ///
  /// ```swift
  /// final class Room: Sendable {
  ///   let handle: StoreHandle<Stopwatch.State, Stopwatch.Action>
  ///   private let session = Session()
  ///
  ///   init() async {
  ///     handle = await session.open()
  ///   }
  ///
  ///   deinit {
  ///     handle.invalidate()
  ///   }
  /// }
  /// ```
  ///
  /// The room closes when its last client releases it. The state can still be read. When this is called while an action
  /// is being reduced - by a reducer, or code that it calls - that reduction is completed, and the actions that wait
  /// are dropped.
  ///
  /// A scoped store has no effects of its own: an issue is reported, and nothing ends. Invalidate the store that was
  /// made with `Store(initialState:)`.
  public func invalidate(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    core.invalidate(at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension Core {
  func invalidate(at location: IssueLocation) {
    if let root = self as? RootCore<State, Action> { return root.invalidate() }
    reportIssue(
      """
      "invalidate()" was called on a scoped store. Nothing was ended.

      Effects belong to the root store. Call it on the store that was made with "Store(initialState:)"; what belongs to one \
      feature is cancelled when the feature's state goes away, or by its id.
      """,
      at: location,
      article: .stores
    )
  }
}

extension RootCore {
  func invalidate() {
    checkIsolation()
    guard !isInvalidated else { return }
    isInvalidated = true
    runtime.flags.insert([.halted, .queued])
    observation?.stateIsGone()
    // If the queue is being drained, `drain()` ends the effects when it is done.
    if !isBusy { change {} }
  }
}
