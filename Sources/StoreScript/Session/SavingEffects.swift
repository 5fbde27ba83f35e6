import Foundation
import Store
import StoreTrace

/// The running effects of a store that save something, and those of them that have failed. The program waits for them
/// before it ends.
package final class SavingEffects {
  private let names: Set<String>
  private var running: [Int: String] = [:]
  /// What could not be saved, and why. Code that shows or prints a failure removes it here.
  private var failures: [(name: String, reason: String, action: ActionText?)] = []

  /// - Parameter names: The names of the effects that save something.
  package init(_ names: Set<String>) { self.names = names }

  /// Whether the program has effects that save something.
  package var isWatching: Bool { !names.isEmpty }

  /// Whether no such effect is running.
  package var isEmpty: Bool { running.isEmpty }

  /// Whether no effect is saving, and no failure is left to report.
  package var hasSavedAll: Bool { running.isEmpty && failures.isEmpty }

  /// Forgets what has failed until now.
  package func forgetFailures() { failures = [] }

  /// Forgets the failure that an action reports, if it reports one.
  func forgetFailure(told action: ActionText) {
    guard let index = failures.firstIndex(where: { $0.action?.isSame(as: action) == true }) else { return }
    failures.remove(at: index)
  }

  /// The warning to print if the program ends while effects are still saving, or after some have failed; `nil` if
  /// everything is saved.
  package func warning(from program: String) -> String? {
    let warnings = problems.map { "\(program): \($0)" }
    return warnings.isEmpty ? nil : warnings.joined()
  }

  /// What could not be saved, and what is still being saved, in a paragraph each.
  var problems: [String] { [failure, unfinished].compactMap { $0 } }

  /// What is still being saved; `nil` if nothing is.
  private var unfinished: String? {
    if isEmpty { return nil }
    let names = running.sorted { $0.key < $1.key }.map(\.value).joined(separator: ", ")
    return """
      it has ended before this was finished: \(names)
        What was to be saved may be lost. Look at it in the next run.

      """
  }

  /// What could not be saved, and why; `nil` if nothing has failed.
  private var failure: String? {
    if failures.isEmpty { return nil }
    let names = failures.map(\.name).joined(separator: ", ")
    return "this could not be saved: \(names)\n" + failures.map { "  \($0.reason.printableLines)\n" }.joined()
  }

  /// Updates the running effects and the failures after a step of the store.
  package func note<State, Action>(_ step: StoreStep<State, Action>) {
    switch step {
    case .effectStarted(let effect):
      guard let name = effect.name, names.contains(name) else { return }
      running[effect.id] = name
    case .effectFinished(let effect), .effectCancelled(let effect): running[effect.id] = nil
    case .reduced(let action, .effect(let effect), _, _):
      guard let name = running[effect.id], let error = error(in: action) else { return }
      let reason = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
      failures.append((name, reason, (action as? any Encodable).map { ActionText($0) }))
    default: return
    }
  }
}

/// The error that an action reports, for example `.saved(.failure(error))`; `nil` if it reports none.
func error(in value: Any) -> (any Error)? {
  if let error = value as? any Error { return error }
  let mirror = Mirror(reflecting: value)
  switch mirror.displayStyle {
  case .enum, .optional, .tuple, .struct:
    for child in mirror.children { if let error = error(in: child.value) { return error } }
    return nil
  default: return nil
  }
}
