/// The actions of a feature whose state can be written through its store: with `$store.query` in SwiftUI, or
/// `store.query = "swift"`.
///
/// ```swift
/// enum Action: BindableAction {
///   case binding(BindingAction<State>)
///   case searchButtonTapped
/// }
/// ```
public protocol BindableAction<State> {
  /// The state that is written.
  associatedtype State

  /// Makes the action that writes a property. A case named `binding` implements this.
  static func binding(_ action: BindingAction<State>) -> Self

  /// The binding action in this action, or `nil` if this action writes no property.
  var binding: BindingAction<State>? { get }
}

extension BindableAction {
  /// Returns the action that writes a value: `.set(\.query, "swift")` is `.binding(.set(\.query, "swift"))`.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable,
    _ value: Value
  ) -> Self {
    binding(.set(keyPath, value))
  }

  /// The binding action in this action, if it is in the case `binding`.
  ///
  /// The case is found by reflection, which takes about a microsecond. With case paths that conform to
  /// ``BindableCasePaths`` no reflection is necessary.
  public var binding: BindingAction<State>? {
    guard let payload = Mirror(reflecting: self).children.first, payload.label == "binding" else { return nil }
    return payload.value as? BindingAction<State>
  }
}

extension BindableAction where Self: CasePathable, AllCasePaths: BindableCasePaths, AllCasePaths.RootOfCases == Self {
  /// The binding action in this action, if it is in the case `binding`.
  public var binding: BindingAction<State>? {
    Self.allCasePaths.binding.extract(from: self)
  }
}

/// The case paths of an enum of actions that has a case `binding`.
public protocol BindableCasePaths<RootOfCases> {
  /// The enum of actions.
  associatedtype RootOfCases: BindableAction
  /// The path of the case `binding`.
  var binding: AnyCasePath<RootOfCases, BindingAction<RootOfCases.State>> { get }
}

/// The actions of a feature that has separate actions for its view. See ``ViewAction(for:)``.
public protocol ViewAction<ViewAction> {
  /// The actions that the view sends.
  associatedtype ViewAction

  /// Makes the action that contains an action of the view. A case named `view` implements this.
  static func view(_ action: ViewAction) -> Self
}
