import Dependencies

// The end of an effect's way to its state: the root.
extension RunningEffect: FeatureAccess {
  @usableFromInline func read<Part, Value>(_ read: @escaping StateReading<Part, Value>) throws -> Value {
    let core = try readableCore(for: Part.self)
    var value: Value?
    _ = core.withState { value = read($0.known(as: Part.self)) }
    guard let value else { throw FeatureGone() }
    return value
  }

  @usableFromInline func observe<Part, Value>(
    _ subscription: StateSubscription<Value>,
    _ read: @escaping StateReading<Part, Value?>
  ) throws {
    try readableCore(for: Part.self).deliverStates({ read($0.known(as: Part.self)) }, to: subscription)
  }

  @usableFromInline func modify<Part>(
    _ name: String,
    isDirect: Bool,
    _ change: @escaping StateChange<Part, Action>
  ) throws {
    let core = try usableCore(for: Part.self)
    let owner = core.owner
    let modification = RootCore<State, Action>.Modification(name: name, effect: self) { state, cause in
      owner.apply(
        { changeKnown(&$0, as: Part.self) { change(&$0, cause) } },
        to: &state,
        isDirect: isDirect,
        cause: cause
      )
    }
    try throwIfCancelled()
    core.modify(modification)
    cancelTaskIfCancelledWhileStarting()
    if modification.isGone { throw FeatureGone() }
  }

  @usableFromInline func didRead(_ value: @autoclosure () -> Any) {
    core?.runtime.configuration.recorder?.didReadState(value(), effect: id)
  }

  @usableFromInline func send(_ action: Action) throws {
    let core = try usableCore(for: State.self)
    try throwIfCancelled()
    core.receive(action, from: self)
    cancelTaskIfCancelledWhileStarting()
  }

  @usableFromInline func isRunning(_ id: CancelID) throws -> Bool {
    let core = try usableCore(for: State.self)
    try throwIfCancelled()
    return core.isRunning(EffectLedger.Key(path: context.path, id: id))
  }

  /// Returns the core, if its state can be read.
  private func readableCore<Part>(for: Part.Type) throws -> RootCore<State, Action> {
    let core = try usableCore(for: Part.self)
    try throwIfCancelled()
    if core.runtime.flags.contains(.modifying) { throw OverlappingRead() }
    return core
  }

  /// Returns the core, if the effect is on its actor. Carries out earlier cancellations first.
  private func usableCore<Part>(for: Part.Type) throws -> RootCore<State, Action> {
    core?.stopUnlessIsolated()
    root.cancelPostponed()
    guard let core, !core.runtime.flags.contains(.halted) else { throw FeatureGone() }
    if Part.self != State.self { throw UnknownWay(actual: State.self, expected: Part.self) }
    return core
  }

  private func throwIfCancelled() throws {
    switch status {
    case .waiting, .running: try Task.checkCancellation()
    case .cancelled where isOfGoneChild: throw FeatureGone()
    case .cancelled: throw CancellationError()
    case .finished: throw LateUse()
    }
  }
}

/// Thrown where a feature's store is read while the state is being changed.
struct OverlappingRead: FeatureStoreMisuse {
  var description: String {
    """
    A feature's store was read while its state was being changed.

    This usually means that the closure of "modify" reads the store. Read the state that the closure gets: \
    "try store.modify("Add") { $0.sum += $0.price }".
    """
  }
}

/// Thrown where a feature's store is used after its effect has ended.
struct LateUse: FeatureStoreMisuse {
  var description: String {
    """
    A feature's store was used after its effect had finished. Nothing was read or changed.

    This usually means that it escaped from the effect's operation. Keep the operation running for as long as it uses the \
    store: await the work, or wrap callbacks in an "AsyncStream" and loop over it.
    """
  }
}

extension UnknownWay: FeatureStoreMisuse {
  var description: String {
    """
    An effect can't find the state of its feature, "\(typeName(expected))"\
    \(actual.map { ", in \"\(typeName($0))\"" } ?? "").

    This usually means that a reducer calls "reduce(into:action:)" of the feature for a part of its own state, and maps the \
    effect with ".map". The store can't know then where the state is. Let an operator run the feature:

      Scope(state: \\.child, action: \\.child) { Child() }

    The effect can still send actions. An effect of the feature itself needs no ".map".
    """
  }
}
