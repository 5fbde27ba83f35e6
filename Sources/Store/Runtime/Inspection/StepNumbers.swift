/// The numbers of the actions that a step of a store is about. Actions, and changes by effects, count from 1 since the
/// store was first inspected; those that are made while no inspector is attached have no number.
///
/// ```swift
/// store.inspect(
///   with: Inspector(numbered: { step, numbers in
///     if case .reduced(let action, _, _, _) = step {
///       print(numbers.action, action, numbers.cause.map { "because of \($0)" } ?? "")
///     }
///   })
/// )
/// ```
public struct StepNumbers: Hashable, Sendable {
  /// The number of the action or the change that was made last; for
  /// ``StoreStep/reduced(action:origin:before:after:)`` and ``StoreStep/modified(name:by:before:after:)``, of that one.
  public let action: Int
  /// For an action or a change, the number of the action that caused it: the one for which the reducer returned
  /// this action, or the effect that sent it. 0 if that action has no number; `nil` for an action from outside of the
  /// store, and for all other steps.
  public let cause: Int?

  @usableFromInline init(action: Int, cause: Int? = nil) {
    self.action = action
    self.cause = cause
  }
}
