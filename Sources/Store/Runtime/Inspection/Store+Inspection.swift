import Dependencies

extension Store {
  /// Attaches an inspector, which is called for every step from now on.
  ///
  /// A scoped store has no steps of its own: an issue is reported. Attach the inspector to the root store.
  ///
  /// - Returns: A token that detaches the inspector. Releasing the token does not. An inspector that is attached during
  ///   a step is called from the next step on.
  @discardableResult
  public func inspect(with inspector: Inspector<State, Action>) -> InspectorToken {
    guard let root else {
      reportIssue(
        """
        An inspector was attached to a scoped store and will see nothing.

        Actions and effects belong to the root store: attach the inspector to the store that was made with \
        "Store(initialState:)".
        """,
        at: IssueLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column),
        article: .inspecting
      )
      return InspectorToken {}
    }
    let attached = root.attach(inspector)
    // Weak, so that a token does not keep a detached inspector alive.
    return InspectorToken { [weak root, weak attached] in
      if let attached { root?.detach(attached) }
    }
  }

  /// Attaches an inspector to a root store until the store is released or ``removeInspectors()`` is called.
  package func attach(_ inspector: Inspector<State, Action>) {
    _ = root?.attach(inspector)
  }

  /// The dependencies that reducers and effects see.
  package var dependencies: DependencyValues {
    get { root?.dependencies ?? DependencyValues.current }
    set { root?.setDependencies(newValue) }
  }

  /// Hashes of the remaining time, one for each `throttle` whose time is not over.
  package var throttlesInForce: [Int] {
    root?.throttlesInForce ?? []
  }

  /// Whether a reducer asks for the beginning or the end of features.
  package var hasLifetimes: Bool { root?.hasLifetimes ?? false }

  /// Lets the features of the initial state begin.
  ///
  /// - Parameter startsEffects: Whether their effects start. Otherwise the store goes on from the middle of a session.
  /// - Returns: Whether a reducer asks for it.
  @discardableResult package func mount(startingEffects startsEffects: Bool = true) -> Bool {
    root?.mount(startingEffects: startsEffects)
    return core.runtime.flags.contains(.hasLifetimes)
  }

  /// Ends all features, and the effects that began with them.
  package func endFeatures() {
    root?.change {
      root?.cancelMounted()
      root?.endFeatures()
    }
  }

  /// Whether the state is being changed, so that it can't be read.
  package var isBeingChanged: Bool { core.runtime.flags.contains(.modifying) }

  /// Detaches all inspectors.
  package func removeInspectors() {
    root?.removeInspectors()
  }

  /// Reduces no further action, not even those that wait. An inspector uses it to stop an endless chain of actions.
  package func halt() {
    core.runtime.flags.insert(.halted)
  }

  /// Cancels every effect that is in flight.
  package func cancelAllEffects() {
    root?.cancelAllEffects()
  }
}

extension RootCore {
  var throttlesInForce: [Int] {
    throttles.compactMap { key, entry in
      let rest = entry.duration - entry.elapsed()
      let isWaiting = entry.waiting.map { ledger.isLive($0) } ?? false
      guard isWaiting || rest > .zero else { return nil }
      var hasher = Hasher()
      hasher.combine(key)
      hasher.combine(rest)
      hasher.combine(entry.duration)
      hasher.combine(isWaiting)
      return hasher.finalize()
    }
    .sorted()
  }
}
