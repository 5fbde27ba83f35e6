/// The actions of a feature whose view has actions of its own. See ``ViewAction(for:)``.
public protocol ViewAction<ViewAction> {
  /// What happens in the view.
  associatedtype ViewAction

  /// Makes the action that stands for one of the view. A case of this name does.
  static func view(_ action: ViewAction) -> Self
}
