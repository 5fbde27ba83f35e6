/// Which actions an inspection is about, by their numbers: actions count from 1 since the store was first inspected. Those
/// that are reduced while no inspector is attached have none.
///
/// ```swift
/// store.inspect(
///   with: Inspector(numbered: { inspection, step in
///     if case .reduced(let action, _, _, _) = inspection {
///       print(step.number, action, step.cause.map { "because of \($0)" } ?? "")
///     }
///   })
/// )
/// ```
public struct InspectionStep: Hashable, Sendable {
  /// The action that was reduced last; for ``Inspection/reduced(action:origin:before:after:)`` the one in question.
  public let number: Int
  /// The action for which the reducer returned what this one came of; 0 for one without a number, `nil` for a user's.
  public let cause: Int?

  @usableFromInline init(number: Int, cause: Int? = nil) {
    self.number = number
    self.cause = cause
  }
}
