import Dependencies

extension Scope {
  /// Unavailable: the key path names no property or case of the parent's state that the child's reducer can run on.
  @available(
    *,
    unavailable,
    message: """
      The parent's state has no such property or case that can be set and holds the state of this child. Look for a \
      misspelling. A child that is optional is run by 'ifLet', children in an array by 'forEach'.
      """
  )
  @_disfavoredOverload
  public init<ChildAction>(
    state: KeyPath<UnknownMember, UnknownMember>,
    action: CaseKeyPath<ParentAction, ChildAction>,
    child: () -> Child
  ) where ChildAction == Child.Action {
    fatalError("This initializer is unavailable, so that no code can call it.")
  }
}
