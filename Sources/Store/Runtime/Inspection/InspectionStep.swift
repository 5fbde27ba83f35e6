/// The numbers of the actions that an inspection is about. Actions count from 1 since the store was first inspected;
/// those that are reduced while no inspector is attached have no number.
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
  /// The number of the action that was reduced last; for ``Inspection/reduced(action:origin:before:after:)``, of that
  /// action.
  public let number: Int
  /// For an action that was reduced, the number of the action that caused it: the one for which the reducer returned
  /// this action, or the effect that sent it. 0 if that action has no number; `nil` for an action from outside of the
  /// store, and for all other inspections.
  public let cause: Int?

  @usableFromInline init(number: Int, cause: Int? = nil) {
    self.number = number
    self.cause = cause
  }
}
