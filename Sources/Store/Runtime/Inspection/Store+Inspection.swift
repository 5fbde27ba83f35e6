import Dependencies

extension Store {
  /// Attaches an inspector, which sees every step from now on.
  ///
  /// A scoped store has no steps of its own: attach it to the root.
  ///
  /// - Returns: What detaches it again. It stays if the token is dropped. One that is attached while others are told a
  ///   step sees the next one first.
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
    return root.inspect(with: inspector)
  }

  /// Attaches an inspector to a root store for as long as there is the store, or until ``removeInspectors()``.
  @inlinable package func attach(_ inspector: Inspector<State, Action>) {
    _ = root?.attach(inspector)
  }

  /// The dependencies that reducers and effects see.
  @inlinable package var dependencies: DependencyValues {
    get { root?.dependencies ?? DependencyValues.current }
    set { root?.setDependencies(newValue) }
  }

  /// What each `debounce` and `throttle` remembers whose time is not over: a hash, which is the same if the rest of the time
  /// is.
  @inlinable package var rateLimitsInForce: [Int] {
    guard let root, !root.rateLimits.isEmpty else { return [] }
    return root.rateLimitsInForce
  }

  /// Detaches all inspectors.
  @inlinable package func removeInspectors() {
    root?.removeInspectors()
  }

  /// Reduces no further action, those included that wait. An inspector that sees actions go on and on ends them so.
  @inlinable package func halt() {
    core.runtime.flags.insert(.halted)
  }

  /// Cancels every effect that is in flight.
  @inlinable package func cancelAllEffects() {
    root?.cancelAllEffects()
  }
}

extension RootCore {
  @usableFromInline var rateLimitsInForce: [Int] {
    rateLimits.compactMap { key, entry in
      let rest = entry.elapsed.map { entry.state.duration - $0() } ?? .zero
      guard entry.timer != nil || rest > .zero else { return nil }
      var hasher = Hasher()
      hasher.combine(key)
      hasher.combine(rest)
      hasher.combine(entry.state.duration)
      hasher.combine(entry.state.kind.name)
      hasher.combine(entry.state.edges.rawValue)
      return hasher.finalize()
    }
    .sorted()
  }
}
