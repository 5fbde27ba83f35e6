import Dependencies

/// The kind of value that contains a child's state.
@usableFromInline enum ChildContainer {
  case optional
  case presentation
  case enumCase
  case collection
}

/// Reports an action for a child that does not exist.
@usableFromInline func reportMissingChild<State, Action>(
  _ operatorName: String,
  action: Action,
  state: State,
  in container: ChildContainer,
  at location: IssueLocation
) {
  let (absence, removal, fix) =
    switch container {
    case .optional:
      (
        "when the child's state was \"nil\"",
        "A parent reducer set the child's state to \"nil\" before this operator ran",
        "has state"
      )
    case .presentation:
      (
        "when nothing was presented",
        "A parent reducer set the presented state to \"nil\" before this operator ran",
        "is presented"
      )
    case .enumCase:
      (
        "when the state was in another case",
        "A parent reducer set the state to another case before this operator ran",
        "has its case"
      )
    case .collection:
      (
        "for an element that is not there",
        "A parent reducer removed the element before this operator ran",
        "has its element"
      )
    }
  reportIssue(
    """
    "\(operatorName)" at \(location) got a child action \(absence). The action was ignored.

      Action:
    \(indentedDump(action))
      State:
    \(indentedDump(state))

    This usually happens for one of these reasons:

    • \(removal). Children run before their parent when the operator is applied to the parent's reducer; list reducers \
    that remove the child after it.

    • An effect of the child was still in flight. The operator cancels those; one that was started elsewhere, on the parent's \
    account, has to be cancelled when the child goes, or its action has to be one of the parent's.

    • The action was sent to the store directly. Send it only while the child \(fix).
    """,
    at: location,
    article: container == .presentation ? .navigation : .composingFeatures
  )
}
