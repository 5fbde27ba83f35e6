public import Dependencies

extension DependencyValues {
  /// Whether the feature that reads this, or one that it is a part of, is presented by `ifLet` or is an element of a
  /// stack, so that it can call ``/Dependencies/DependencyValues/dismiss``.
  ///
  /// ```swift
  /// @Dependency(\.dismiss) var dismiss
  /// @Dependency(\.isPresented) var isPresented
  ///
  /// case .doneButtonTapped:
  ///   return isPresented ? .run { _ in await dismiss() } : .send(.finished)
  /// ```
  public var isPresented: Bool {
    get { self[IsPresentedKey.self] }
    set { self[IsPresentedKey.self] = newValue }
  }
}

enum IsPresentedKey: DependencyKey {
  static var liveValue: Bool { false }
  static var mockValue: Bool { false }
  static var testValue: Bool { false }
}
