/// The child of a ``Scope``, for changes that effects make.
@usableFromInline final class ScopedChild<ParentState, ParentAction, ChildState, ChildAction>: ChildOperator {
  @usableFromInline typealias State = ParentState
  @usableFromInline typealias Action = ParentAction
  @usableFromInline typealias Modify = (
    inout ParentState, (inout ChildState) -> Effect<ChildAction>?
  ) -> Effect<ChildAction>?

  private let owner: ScopeOwner
  private let action: AnyCasePath<ParentAction, ChildAction>
  private let look: ChildProjection<ParentState, ChildState>
  private let modify: Modify
  private let isPart: Bool

  /// - Parameters:
  ///   - isPart: Whether the child's state is apart from all else in the parent's.
  ///   - modify: Changes the child's state in place. Returns `nil` if there is none.
  @usableFromInline init(
    _ owner: ScopeOwner,
    _ action: AnyCasePath<ParentAction, ChildAction>,
    isPart: Bool,
    look: @escaping ChildProjection<ParentState, ChildState>,
    modify: @escaping Modify
  ) {
    self.owner = owner
    self.action = action
    self.look = look
    self.modify = modify
    self.isPart = isPart
    ScopeOwner.levelBeingBuilt(of: ParentState.self, ParentAction.self)?.operators.append(self)
  }

  /// Returns the effect of the child as one of the parent.
  @usableFromInline func lifted(_ effect: Effect<ChildAction>) -> Effect<ParentAction> {
    effect.map(action._embed) { self.accessExtension }
  }

  /// Extends the way to the parent's state by that to the child's.
  private var accessExtension: AccessExtension<ParentAction, ChildAction> {
    AccessExtension { [self] parent in
      ChildAccess(
        parent: parent,
        isPart: isPart,
        embed: action._embed,
        look: look,
        modify: { [self] state, cause, isDirect, change in
          let cause = cause.flatMap { action.extract(from: $0) }
          let effect = modify(&state) { child in
            owner.apply({ change(&$0, cause) }, to: &child, isDirect: isDirect, cause: cause)
          }
          return effect.map(lifted)
        }
      )
    }
  }

  private var level: FeatureLevel<ChildState, ChildAction>? { owner.level(of: ChildState.self, ChildAction.self) }

  @usableFromInline var isLive: Bool { level?.isLive ?? false }

  @usableFromInline func apply(
    _ change: (inout ParentState) -> Effect<ParentAction>?,
    to state: inout ParentState
  ) -> Effect<ParentAction>? {
    let effect = change(&state)
    if isLive { reportGone(in: &state) }
    return effect
  }

  @usableFromInline func reportGone(in state: inout ParentState) {
    guard let level else { return }
    _ = modify(&state) {
      level.reportGone(in: &$0)
      return nil
    }
  }
}
