/// The child of a ``Scope``, for changes that effects make.
@usableFromInline final class ScopedChild<ParentState, ParentAction, Child: Reducer>: ChildOperator {
  @usableFromInline typealias State = ParentState
  @usableFromInline typealias Action = ParentAction
  @usableFromInline typealias ChildState = Child.State
  @usableFromInline typealias ChildAction = Child.Action
  @usableFromInline typealias Modify = (
    inout ParentState, (inout ChildState) -> Effect<ChildAction>?
  ) -> Effect<ChildAction>?

  private let child: LazyReduction<Child>
  @usableFromInline let action: AnyKeyPath
  private let path: AnyCasePath<ParentAction, ChildAction>
  private let look: ChildProjection<ParentState, ChildState>
  private let modify: Modify
  private let isPart: Bool

  /// - Parameters:
  ///   - isPart: Whether the child's state is apart from all else in the parent's.
  ///   - modify: Changes the child's state in place. Returns `nil` if there is none.
  @usableFromInline init(
    _ child: LazyReduction<Child>,
    _ action: CaseKeyPath<ParentAction, ChildAction>,
    isPart: Bool,
    look: @escaping ChildProjection<ParentState, ChildState>,
    modify: @escaping Modify
  ) {
    self.child = child
    self.action = action
    path = AnyCasePath(action)
    self.look = look
    self.modify = modify
    self.isPart = isPart
    ScopeOwner.levelBeingBuilt(of: ParentState.self, ParentAction.self)?.add(self)
  }

  /// Returns the effect of the child as one of the parent.
  @usableFromInline func lifted(_ effect: Effect<ChildAction>) -> Effect<ParentAction> {
    effect.map(path._embed) { self.accessExtension }
  }

  /// Extends the way to the parent's state by that to the child's.
  private var accessExtension: AccessExtension<ParentAction, ChildAction> {
    AccessExtension { [self] parent in
      ChildAccess(
        parent: parent,
        isPart: isPart,
        embed: path._embed,
        look: look,
        modify: { [self] state, cause, isDirect, change in
          let cause = cause.flatMap { path.extract(from: $0) }
          let effect = modify(&state) { child in
            self.child.owner.apply({ change(&$0, cause) }, to: &child, isDirect: isDirect, cause: cause)
          }
          return effect.map(lifted)
        }
      )
    }
  }

  @usableFromInline var owner: ScopeOwner { child.owner }

  @usableFromInline var isAlwaysThere: Bool { true }

  @usableFromInline func element(_ id: AnyHashable?, at state: UnsafePointer<ParentState>) -> ScopeElement? { nil }

  @usableFromInline var isLive: Bool { child.level?.isLive ?? false }

  @usableFromInline func apply(
    _ change: (inout ParentState) -> Effect<ParentAction>?,
    to state: inout ParentState
  ) -> Effect<ParentAction>? {
    let effect = change(&state)
    if isLive { reportGone(in: &state) }
    return effect
  }

  @usableFromInline func reportGone(in state: inout ParentState) {
    guard let level = child.level else { return }
    _ = modify(&state) {
      level.reportGone(in: &$0)
      return nil
    }
  }

  // MARK: Lifetimes

  @usableFromInline var hasLifetimes: Bool { child.hasLifetimes }

  @usableFromInline func visitChildren(
    _ children: inout AnyObject?,
    at state: UnsafePointer<ParentState>,
    _ unsettled: inout Bool
  ) -> LifetimeEffects<ParentAction> {
    guard let level = child.builtLevel else { return LifetimeEffects() }
    var effects = LifetimeEffects<ChildAction>()
    let isThere = look(state) { childState in
      let lifetime = exactCast(children) ?? FeatureLifetime<ChildState>()
      children = lifetime
      effects = level.visit(lifetime, at: childState, &unsettled)
    }
    guard let lifetime = exactCast(children, to: FeatureLifetime<ChildState>.self) else { return LifetimeEffects() }
    if !isThere {
      children = nil
      // A scope cancels no effects when an enum leaves its case. Those that began with the case end with it.
      effects.gone = [.cancel(id: lifetime.id)] + level.end(lifetime)
    }
    return effects.map(gone: lifted) { lifted($0.cancellableIfMounted(id: lifetime.id)) }
  }

  @usableFromInline func endChildren(_ children: AnyObject?) -> [Effect<ParentAction>] {
    guard let level = child.level, let lifetime = exactCast(children, to: FeatureLifetime<ChildState>.self) else {
      return []
    }
    return level.end(lifetime).map(lifted)
  }

  @usableFromInline func settle(in state: inout ParentState) {
    guard let level = child.builtLevel else { return }
    _ = modify(&state) {
      level.settle(&$0)
      return nil
    }
  }
}
