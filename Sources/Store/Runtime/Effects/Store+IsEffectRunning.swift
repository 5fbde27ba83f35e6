extension Store {
  /// Returns whether an effect runs under an id, so that no flag in the state has to say it.
  ///
  /// ```swift
  /// enum CancelID { case load }
  ///
  /// let token = observe {
  ///   label.text = store.isEffectRunning(id: CancelID.load) ? "Loading" : ""
  /// }
  /// ```
  ///
  /// Under observation tracking this registers the observer for the beginning and the end of such effects. An effect that
  /// waits, because it is debounced for example, runs.
  ///
  /// The store of a child sees the effects of the child and of what is in it. As with cancellation, a child that a plain
  /// ``Scope`` runs has its ids in common with the feature around it. So has one whose store was scoped in several steps at
  /// once, or whose reducer another one calls by hand.
  ///
  /// - Parameter id: The id that ``Effect/cancellable(id:cancelInFlight:)`` was given.
  public func isEffectRunning(id: some Hashable & Sendable) -> Bool {
    let id = CancelID(id)
    let keyPath = \EffectsByID[id]
    if core.isTracked(keyPath, .effects) {
      core.runtime.watchesEffects = true
      // Not the core itself: an observed child store may be a temporary one.
      let reference = core.reference()
      core.track(keyPath, .effects) { _ in reference.core?.isEffectRunning(id) ?? false }
    }
    return core.isEffectRunning(id)
  }
}

/// What observers read, as a type with a key path for each id.
private struct EffectsByID {
  subscript(id: CancelID) -> Bool { false }
}

extension Core {
  fileprivate func isEffectRunning(_ id: CancelID) -> Bool {
    guard let place = operatorInStore() else { return false }
    return runtime.root?.isRunning(EffectLedger.Key(path: place.path, id: id)) ?? false
  }

  /// Returns the operator that runs a child of this feature.
  ///
  /// - Parameters:
  ///   - scoping: What the child's store was scoped with.
  ///   - id: The id of the child if there are several.
  func childOperator(_ scoping: AnyObject, _ id: AnyHashable? = nil) -> (owner: ScopeOwner?, path: ScopePath?)? {
    guard let parent = operatorInStore() else { return nil }
    guard let operators = parent.owner?.level(of: State.self, Action.self)?.operators,
      let name = runtime.actionCase(of: scoping, in: Action.self),
      let child = operators.first(where: { $0.action.caseDescription == name })
    else { return parent }
    var element: ScopeElement?
    _ = withState { element = child.element(id, at: $0) }
    if let element { return (child.owner, ScopePath(parent: parent.path, element: element)) }
    return child.isAlwaysThere ? (child.owner, parent.path) : nil
  }
}

extension RootCore {
  @usableFromInline func isRunning(_ key: EffectLedger.Key) -> Bool { ledger.isRunning(key) }
}

extension StoreRuntime {
  /// Returns the case of the parent's actions that a scoping of it is for, as text: `\.rows`.
  func actionCase<Action>(of scoping: AnyObject, in: Action.Type) -> String? {
    func name<Cases: CasePathable>(of keyPath: AnyKeyPath, in _: Cases.Type) -> String? {
      guard let keyPath = keyPath as? PartialKeyPath<Cases.AllCasePaths> else { return nil }
      return (Cases.allCasePaths[keyPath: keyPath] as? any NamedCasePath).map { "\\.\($0.name)" }
    }
    guard let keyPath = scopings.first(where: { $0.scoping === scoping })?.action else { return nil }
    return keyPath.caseDescription ?? (Action.self as? any CasePathable.Type).flatMap { name(of: keyPath, in: $0) }
  }
}

private protocol NamedCasePath {
  var name: String { get }
}

extension AnyCasePath: NamedCasePath {}
