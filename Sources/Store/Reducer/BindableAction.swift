/// The actions of a feature whose state can be written through its store: by `$store.query` in SwiftUI, or
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

  /// Makes the action that writes. A case of this name does.
  static func binding(_ action: BindingAction<State>) -> Self

  /// What this action writes, if it is one that writes.
  var binding: BindingAction<State>? { get }
}

extension BindableAction {
  /// The action that writes a value: `.set(\.query, "swift")` is `.binding(.set(\.query, "swift"))`.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable,
    _ value: Value
  ) -> Self {
    binding(.set(keyPath, value))
  }

  /// What this action writes, if it is in the case `binding`.
  ///
  /// The case is found by reflection, which takes about a microsecond. An enum whose case paths are
  /// ``BindableCasePaths`` does without.
  public var binding: BindingAction<State>? {
    guard let payload = Mirror(reflecting: self).children.first, payload.label == "binding" else { return nil }
    return payload.value as? BindingAction<State>
  }
}

extension BindableAction where Self: CasePathable, AllCasePaths: BindableCasePaths, AllCasePaths.RootOfCases == Self {
  /// What this action writes, if it is in the case `binding`.
  public var binding: BindingAction<State>? {
    Self.allCasePaths.binding.extract(from: self)
  }
}

/// The case paths of actions with a case `binding`.
public protocol BindableCasePaths<RootOfCases> {
  /// The actions.
  associatedtype RootOfCases: BindableAction
  /// The path of the case.
  var binding: AnyCasePath<RootOfCases, BindingAction<RootOfCases.State>> { get }
}

/// The actions of a feature whose view has actions of its own. See ``ViewAction(for:)``.
public protocol ViewAction<ViewAction> {
  /// What happens in the view.
  associatedtype ViewAction

  /// Makes the action that stands for one of the view. A case of this name does.
  static func view(_ action: ViewAction) -> Self
}
