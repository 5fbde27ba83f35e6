public import Dependencies

extension DependencyValues {
  /// Dismisses the feature that calls it, in whichever way the feature is presented.
  ///
  /// ```swift
  /// @Dependency(\.dismiss) var dismiss
  ///
  /// case .cancelButtonTapped:
  ///   return .run { _ in await dismiss() }
  /// ```
  ///
  /// Call it in an effect. The presenting feature receives ``PresentationAction/dismiss``, or
  /// `StackAction.popFrom(id:)` for an element of a stack. Then the state is removed, and the feature's effects are
  /// cancelled, including this one.
  public var dismiss: DismissEffect {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }
}

private enum DismissKey: DependencyKey {
  static let liveValue = DismissEffect()
  static var mockValue: DismissEffect { liveValue }
  static let testValue = DismissEffect()
}

/// Dismisses the feature in whose effect it is called. See ``/Dependencies/DependencyValues/dismiss``.
public struct DismissEffect: Sendable {
  private var dismiss: (@Sendable () async -> Void)?

  init() {}

  /// Makes a value that calls a closure, for a test or for a feature that is presented by other means.
  public init(_ dismiss: @escaping @Sendable () async -> Void) {
    self.dismiss = dismiss
  }

  /// Dismisses the feature.
  ///
  /// If nothing presents the feature, or this is called outside of an effect, an issue is reported and nothing happens.
  public func callAsFunction(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    if let dismiss { return await dismiss() }
    guard let effect = CurrentEffect.value else {
      return reportIssue(
        """
        "dismiss" was called where no effect is under way. Nothing was dismissed.

        What is to be dismissed follows from the effect that asks for it. Call "dismiss" in the operation of an effect: \
        "return .run { _ in await dismiss() }", and in the operation's own task or tasks that inherit from it, not in a \
        detached one.
        """,
        at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column),
        article: .navigation
      )
    }
    guard await !effect.dismiss(isolation: effect.isolation) else { return }
    reportIssue(
      """
      "dismiss" was called by a feature that is not presented. Nothing was dismissed.

      This usually means that a feature which is made to be presented runs as the root of a store or is scoped by "Scope", \
      which presents nothing. Present it by "ifLet" with "@Presents" state, or as an element of a "StackState". In a \
      feature that runs in both ways, ask "@Dependency(\\.isPresented)" first.
      """,
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      article: .navigation
    )
  }
}
