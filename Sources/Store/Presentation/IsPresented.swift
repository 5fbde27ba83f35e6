public import Dependencies

extension DependencyValues {
  /// Whether the feature that reads this is presented, or is a part of one that is: by `ifLet` with ``PresentationState``
  /// or as an element of a stack. Then ``Dependencies/DependencyValues/dismiss`` has something to end.
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
