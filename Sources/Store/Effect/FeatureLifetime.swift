/// A feature that exists, from when its state came into being until it is gone. Kept only where a reducer asks for it,
/// with `onMount` for example.
final class FeatureLifetime<State> {
  /// Cancels the effects that began with the feature, where no operator does.
  let id = LifetimeID()
  /// What the hooks of the feature have remembered, in their order.
  fileprivate(set) var memories: [AnyObject?]
  /// The children of the feature's operators, in the order of the operators.
  fileprivate(set) var children: [AnyObject?]
  fileprivate(set) var isMounted = false
  /// The state after the last step, for `onDismount`.
  fileprivate var lastState: State?

  init() {
    memories = []
    children = []
  }
}

/// Identifies effects that began with one feature.
final class LifetimeID: Hashable, Sendable, CustomStringConvertible {
  static func == (lhs: LifetimeID, rhs: LifetimeID) -> Bool { lhs === rhs }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }

  var description: String { "LifetimeID" }
}

/// What a reducer does when its feature begins, when it has changed in any way, and when it ends.
struct LifetimeHook<State, Action> {
  let kind: LifetimeEvent.Kind
  /// Called when the state has come into being. Returns what to remember.
  var mount: (State) -> (effect: Effect<Action>, memory: AnyObject?) = { _ in (.none, nil) }
  /// Called after each step, with what was remembered, which it may replace.
  var update: ((State, _ memory: inout AnyObject?) -> Effect<Action>)?
  /// Called with the last state when the feature is gone.
  var dismount: ((State) -> Effect<Action>)?
}

/// Why an effect runs that no action has asked for.
@usableFromInline struct LifetimeEvent: Sendable {
  enum Kind: String {
    case mount = "onMount"
    case change = "onChange"
    case dismount = "onDismount"
  }

  let kind: Kind
  @usableFromInline var isMount: Bool { kind == .mount }
  /// The type of the feature's state.
  let feature: any Any.Type
  /// The `id` of the state, if it has one, as text.
  let id: String?
}

/// The effects of features that have begun, changed or ended in a step.
@usableFromInline struct LifetimeEffects<Action> {
  /// Those of features that are gone, the innermost first.
  var gone: [Effect<Action>] = []
  /// Those of features that have begun or changed, the outermost first.
  var present: [Effect<Action>] = []

  var isEmpty: Bool { gone.isEmpty && present.isEmpty }

  mutating func append(_ other: Self) {
    gone += other.gone
    present += other.present
  }

  /// Returns the effects of a child as those of its parent.
  func map<NewAction>(
    gone liftGone: (Effect<Action>) -> Effect<NewAction>,
    present lift: (Effect<Action>) -> Effect<NewAction>
  ) -> LifetimeEffects<NewAction> {
    LifetimeEffects<NewAction>(gone: gone.map(liftGone), present: present.map(lift))
  }

  var merged: Effect<Action> { .merge(gone + present) }
}

extension FeatureLevel {
  /// Whether the feature, or one in it, asks for the beginning or the end of its state, or for all of its changes.
  var hasLifetimes: Bool {
    if let knownToHaveLifetimes { return knownToHaveLifetimes }
    let hasLifetimes = !hooks.isEmpty || operators.contains { $0.hasLifetimes }
    knownToHaveLifetimes = hasLifetimes
    return hasLifetimes
  }

  /// Finds out which features have begun, changed or ended in a step.
  ///
  /// - Parameters:
  ///   - lifetime: The feature itself, which begins if it has not yet.
  ///   - unsettled: Set to `true` if a stack has to be settled before its elements can be told apart.
  func visit(
    _ lifetime: FeatureLifetime<State>,
    at state: UnsafePointer<State>,
    _ unsettled: inout Bool
  ) -> LifetimeEffects<Action> {
    var effects = LifetimeEffects<Action>()
    if !lifetime.isMounted {
      lifetime.memories = Array(repeating: nil, count: hooks.count)
      lifetime.children = Array(repeating: nil, count: operators.count)
    }
    callHooks(of: lifetime, at: state, &effects)
    for (index, child) in operators.enumerated() where child.hasLifetimes {
      bindingOperator(index) {
        effects.append(child.visitChildren(&lifetime.children[index], at: state, &unsettled))
      }
    }
    return effects
  }

  /// Not inlined, so that copies of the state take no room on the stack while children are visited.
  @inline(never) private func callHooks(
    of lifetime: FeatureLifetime<State>,
    at state: UnsafePointer<State>,
    _ effects: inout LifetimeEffects<Action>
  ) {
    for (index, hook) in hooks.enumerated() {
      var effect = Effect<Action>.none
      if !lifetime.isMounted {
        bindingHook(index) { (effect, lifetime.memories[index]) = hook.mount(state.pointee) }
      } else if let update = hook.update {
        bindingHook(index) { effect = update(state.pointee, &lifetime.memories[index]) }
      }
      if !effect.isNone { effects.present.append(effect.caused(by: hook.kind, of: state)) }
      if hook.dismount != nil { lifetime.lastState = state.pointee }
    }
    lifetime.isMounted = true
  }

  /// Whether each step may concern a feature that has begun.
  var needsVisits: Bool {
    hooks.contains { $0.update != nil || $0.dismount != nil } || operators.contains { $0.hasLifetimes }
  }

  /// Ends a feature. Returns the effects of all features in it, and then its own.
  func end(_ lifetime: FeatureLifetime<State>) -> [Effect<Action>] {
    var effects: [Effect<Action>] = []
    for (index, children) in lifetime.children.enumerated() where children != nil {
      bindingOperator(index) { effects += operators[index].endChildren(children) }
    }
    guard let state = lifetime.lastState else { return effects }
    for (index, hook) in hooks.enumerated() {
      guard let dismount = hook.dismount else { continue }
      bindingHook(index) {
        let effect = dismount(state)
        guard !effect.isNone else { return }
        effects.append(withUnsafePointer(to: state) { effect.caused(by: hook.kind, of: $0) })
      }
    }
    return effects
  }

  /// Settles the stacks of the feature and of all features in it.
  func settle(_ state: inout State) {
    for child in operators where child.hasLifetimes { child.settle(in: &state) }
  }
}

extension Effect {
  func cancellableIfMounted(id: LifetimeID) -> Self {
    guard case .ofLifetime(let effect, let event) = operation, event.kind == .mount else { return self }
    return Self(.ofLifetime(effect.cancellable(id: id), event))
  }

  /// Names the event that is the cause of the effect, instead of the action during which it happened.
  fileprivate func caused<State>(by kind: LifetimeEvent.Kind, of state: UnsafePointer<State>) -> Self {
    let id = identifier(of: State.self).map { "\($0(state).base)" }
    let event = LifetimeEvent(kind: kind, feature: State.self, id: id)
    return Self(.ofLifetime(self, event))
  }
}
