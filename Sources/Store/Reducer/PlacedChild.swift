import Dependencies

/// A child's reducer together with the kind of place that holds the child's state. The braces of `ifLet` and `forEach`
/// build it.
///
/// `ifLet` runs a child in an optional and one in a `@Presents` property, `forEach` those in an `IdentifiedArray` and
/// those in a `StackState`. If each were an overload, the compiler would try all combinations of the operators in a
/// body. So each operator is declared once, and the builder of its braces, which is solved separately, finds the kind.
public protocol PlacedChild<Place, CaseAction> {
  /// The type of the property with the child's state.
  associatedtype Place
  /// The type of the payload in the case of the parent's actions.
  associatedtype CaseAction
  /// The type of the child's reducer.
  associatedtype Child: Reducer

  /// Returns a reducer that runs the child and then the parent.
  func makeReducer<Parent: Reducer>(_ site: ChildSite<Parent, Place, CaseAction>) -> ChildReducer<Parent, Child>
}

/// The place where an operator runs a child. See ``PlacedChild``.
public struct ChildSite<Parent: Reducer, Place, CaseAction> {
  @usableFromInline let parent: Parent
  @usableFromInline let state: WritableKeyPath<Parent.State, Place>
  @usableFromInline let action: CaseKeyPath<Parent.Action, CaseAction>
  @usableFromInline let location: IssueLocation

  @inlinable init(
    _ parent: Parent,
    _ state: WritableKeyPath<Parent.State, Place>,
    _ action: CaseKeyPath<Parent.Action, CaseAction>,
    _ location: IssueLocation
  ) {
    self.parent = parent
    self.state = state
    self.action = action
    self.location = location
  }
}
