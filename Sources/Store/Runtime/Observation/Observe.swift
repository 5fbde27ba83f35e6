import Observation
import Synchronization

/// Runs a closure now, and again each time that a value that it read has changed.
///
/// ```swift
/// let token = observe {
///   label.text = "\(store.count)"
/// }
/// ```
///
/// The closure runs on the caller's actor: the first time at once, later in a new task, so that several changes at a
/// time run it once.
///
/// - Returns: A token for the observation, which ends when the token is cancelled or released.
public func observe(isolation: isolated any Actor = #isolation, _ apply: @escaping () -> Void) -> ObserveToken {
  let observation = Observation(apply: apply, isolation: isolation)
  observation.run(isolation: isolation)
  return ObserveToken { observation.isCancelled.store(true, ordering: .relaxed) }
}

/// `@unchecked Sendable`: only `run` calls `apply`, and it runs on the actor that `apply` belongs to.
private final class Observation: @unchecked Sendable {
  private let apply: () -> Void
  private let isolation: any Actor
  let isCancelled = Atomic(false)

  init(apply: @escaping () -> Void, isolation: any Actor) {
    self.apply = apply
    self.isolation = isolation
  }

  func run(isolation: isolated any Actor) {
    guard !isCancelled.load(ordering: .relaxed) else { return }
    withObservationTracking(apply) { [weak self] in
      guard let self else { return }
      Task { await self.run(isolation: self.isolation) }
    }
  }
}
