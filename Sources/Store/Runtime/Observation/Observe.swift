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
  /// The number of registrations that have been announced. There is one registration at a time.
  private let announcedCount = Atomic(0)

  init(apply: @escaping () -> Void, isolation: any Actor) {
    self.apply = apply
    self.isolation = isolation
  }

  func run(isolation: isolated any Actor) {
    guard !isCancelled.load(ordering: .relaxed) else { return }
    let count = announcedCount.load(ordering: .relaxed)
    let reads = ObservedReads()
    withObservationTracking {
      reads.collect(apply)
    } onChange: { [weak self] in
      self?.runAgain(after: count)
    }
    if reads.areOutdated { runAgain(after: count) }
  }

  /// Observation calls this twice if two observed values change at the same time on two threads. A second run would
  /// register a second time, and so double what each change costs from then on.
  ///
  /// - Parameter count: The number of registrations that had been announced before.
  private func runAgain(after count: Int) {
    let (isFirst, _) = announcedCount.compareExchange(expected: count, desired: count + 1, ordering: .relaxed)
    if isFirst { Task { await self.run(isolation: self.isolation) } }
  }
}
