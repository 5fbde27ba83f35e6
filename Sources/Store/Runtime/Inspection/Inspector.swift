/// Sees every step of a store. Change logs, traces, replays and reports are built on it.
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
/// It is called on the store's actor, while the store is at the step in question. An action that it sends waits its
/// turn. An inspected store makes a copy of its state for each action, which costs the copying of whatever the reducer
/// changes.
public struct Inspector<State, Action> {
  @usableFromInline let receive: (Inspection<State, Action>, InspectionStep) -> Void

  /// Makes an inspector from a function.
  @inlinable public init(_ receive: @escaping (Inspection<State, Action>) -> Void) {
    self.receive = { inspection, _ in receive(inspection) }
  }

  /// Makes an inspector from a function that is also told which step it is.
  @inlinable public init(numbered receive: @escaping (Inspection<State, Action>, InspectionStep) -> Void) {
    self.receive = receive
  }
}
