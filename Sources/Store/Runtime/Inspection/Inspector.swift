/// A function that is called for every step of a store. Change logs, traces, replays and reports are built on it.
///
/// ```swift
/// store.inspect(
///   with: Inspector { step in
///     if case .reduced(let action, _, let before, let after) = step {
///       log("\(action): \(before) -> \(after)")
///     }
///   }
/// )
/// ```
///
/// The function is called on the store's actor, during the step. Actions that it sends wait their turn. An inspected
/// store copies its state for each action, which costs as much as copying what the reducer changes.
public struct Inspector<State, Action> {
  let receive: (StoreStep<State, Action>, StepNumbers, _ duration: Duration?) -> Void

  /// Makes an inspector from a function.
  public init(_ receive: @escaping (StoreStep<State, Action>) -> Void) {
    self.receive = { step, _, _ in receive(step) }
  }

  /// Makes an inspector from a function that also receives the numbers of the actions.
  public init(numbered receive: @escaping (StoreStep<State, Action>, StepNumbers) -> Void) {
    self.receive = { step, numbers, _ in receive(step, numbers) }
  }

  /// Makes an inspector from a function that also receives the real time that the reducer, or the change by an effect,
  /// took; `nil` for other steps.
  package init(timed receive: @escaping (StoreStep<State, Action>, StepNumbers, _ duration: Duration?) -> Void) {
    self.receive = receive
  }
}
