import Dependencies

/// Reports an action to pop an element that is not on the stack.
@usableFromInline func reportUnfitPop<Element>(
  _ id: StackElementID,
  _ stack: StackState<Element>,
  at location: IssueLocation
) {
  reportIssue(
    """
    "forEach" at \(location) was told to pop an element that is not on the stack. Nothing was popped.

      Id:     \(id)
      Stack:  \(stack.ids)

    This usually happens for one of these reasons:

    • The element had gone already. Two things popped it, such as a parent reducer that removes the element when it is \
    done, and the element itself that calls "dismiss", or a back button that was tapped twice. Let one of them do it.

    • The id is that of an element of another stack. Send the action through the store, or the parent, that the element \
    belongs to.
    """,
    at: location,
    article: .navigation
  )
}

/// Reports an action to push an element with an id that can't be used.
func reportUnfitPush<Element>(_ id: StackElementID, _ stack: StackState<Element>, at location: IssueLocation) {
  let (reason, effect) =
    if stack.ids.contains(id) {
      ("an id that another element has", "The id is that of an element which is on the stack")
    } else {
      ("an id that is out of bounds", "Ids begin at 0, and are below \(StackElementID.limit)")
    }
  reportIssue(
    """
    "forEach" at \(location) was told to push an element with \(reason). Nothing was pushed.

      Id:       \(id)
      Stack:    \(stack.ids)
      Next id:  \(stack.nextID)

    Every element has an id of its own, so that what is on its way to one element never reaches another. \(effect).

    This usually happens for one of these reasons:

    • The action was sent twice, such as by a button that was tapped twice. Send each "push" with the "nextID" that the \
    stack has at that time.

    • The id was made up or kept from before. Let a reducer "append" to the stack, which chooses the id.
    """,
    at: location,
    article: .navigation
  )
}

/// Reports, in tests, an action to push an element with an id that the app would not choose next.
func reportEarlyPush<Element>(_ id: StackElementID, _ stack: StackState<Element>, at location: IssueLocation) {
  guard id.generation >= stack._nextID, DependencyValues.current.context == .test else { return }
  reportIssue(
    """
    "forEach" at \(location) was told to push an element with an id that is ahead of the next. It was pushed.

      Id:       \(id)
      Next id:  \(stack.nextID)

    In the app the element has the next id, as a stack numbers its elements in the order in which they are added. Send \
    "push" with that id, or with the "nextID" of the stack.
    """,
    at: location,
    article: .navigation
  )
}

/// Reports an element that is an alert or a dialog.
func reportEphemeralElement<Element>(_ element: Element, _ id: StackElementID, at location: IssueLocation) {
  reportIssue(
    """
    "forEach" at \(location) found an alert or a dialog on the stack. It stays there when it has been answered.

      Id:       \(id)
      Element:
    \(indentedDump(element))

    What goes away with its first action is presented by a feature, and is no screen of its own. Hold it in the state of \
    the feature that asks, "@Presents var alert: AlertState<Action.Alert>?", and apply "ifLet(\\.$alert, action: \\.alert)" \
    to that feature's reducer.
    """,
    at: location,
    article: .navigation
  )
}
