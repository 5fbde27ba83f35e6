/// The end of the report about a child action that was ignored.
///
/// - Parameters:
///   - removed: What a parent may have done before the operator ran.
///   - condition: When the action may be sent.
func reasonsForIgnoredAction(_ removed: String, whileChildHas condition: String) -> String {
  """
  This usually happens for one of these reasons:

  • A parent reducer \(removed) before this operator ran. Children run before their parent when the operator is applied \
  to the parent's reducer; list reducers that remove the child after it.

  • An effect of the child was still in flight. The operator cancels those; one that was started elsewhere, on the \
  parent's account, has to be cancelled when the child goes, or its action has to be one of the parent's.

  • The action was sent to the store directly. Send it only while the child has \(condition).
  """
}
