import Dependencies

extension Store {
  /// Ends the store for good: cancels its effects, drops what is sent from now on, and ends loops over ``states``.
  ///
  /// It is what happens when the last reference to a store goes, and is for those whose last reference does not go by
  /// itself. An effect runs on the store's actor and so keeps that actor, and with it the store that the actor owns: an
  /// actor whose store has an effect that never ends would live for ever. Who uses the actor holds something that ends the
  /// store when it goes:
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
  /// The room closes when its last client lets go of it, in an orderly way or not. State can be read as before. Called
  /// while an action is being reduced - by a reducer, or what it calls - it lets that reduction end, and drops the actions
  /// that wait.
  ///
  /// A scoped store has no effects of its own: that is reported, and nothing ends. Invalidate the store that was made with
  /// `Store(initialState:)`.
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
    // If the queue is being drained, that ends the effects.
    if !isBusy { change {} }
  }

  @usableFromInline func cancelInvalidatedEffects() {
    guard isInvalidated else { return }
    var consequences: [EffectLedger.Consequence] = []
    ledger.cancelAll(consequences: &consequences)
    carryOut(consequences)
  }
}
