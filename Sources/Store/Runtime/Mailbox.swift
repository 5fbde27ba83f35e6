import Dependencies

/// The actions that handles have enqueued for a store, in the order of their arrival.
final class Mailbox: Sendable {
  struct Delivery: Sendable {
    /// Called once, on the store's actor.
    let deliver: @Sendable (isolated any Actor) -> Void
    /// The dependencies that were bound where the action was sent.
    let dependencies: DependencyValues
  }

  private struct Contents {
    var deliveries = Queue<Delivery>()
    /// Whether a task that will deliver the actions has been started and has not finished.
    var isCalledFor = false
  }

  private let contents = Locked(Contents())
  private let executor: (any TaskExecutor)?

  init(executor: (any TaskExecutor)?) {
    self.executor = executor
  }

  func post(_ delivery: Delivery, to storeIsolation: StoreIsolation) {
    let isCalledFor = contents.withLock { contents in
      contents.deliveries.append(delivery)
      defer { contents.isCalledFor = true }
      return contents.isCalledFor
    }
    if isCalledFor { return }
    // Detached, because it also delivers actions of other senders. It captures `storeIsolation` and not the actor, so
    // that it does not keep the actor alive. The actor may have been released when the task runs.
    Task.detached(executorPreference: executor) {
      guard let isolation = await storeIsolation.firstActor() else { return self.discardAll() }
      await self.deliverAll(isolation: isolation)
    }
  }

  /// Delivers the actions that have arrived so far.
  func deliverPending(isolation: isolated any Actor) {
    while let delivery = contents.withLock({ $0.deliveries.popFirst() }) { deliver(delivery, isolation: isolation) }
  }

  private func deliverAll(isolation: isolated any Actor) async {
    var count = 0
    while let delivery = next() {
      deliver(delivery, isolation: isolation)
      count += 1
      // Lets other work of the actor run from time to time, in case senders are faster than the store.
      if count.isMultiple(of: 128) { await Task.yield() }
    }
  }

  private func discardAll() {
    // Releasing a delivery may run user code, which may post again.
    while let delivery = next() { withExtendedLifetime(delivery) {} }
  }

  private func next() -> Delivery? {
    contents.withLock { contents in
      let next = contents.deliveries.popFirst()
      if next == nil { contents.isCalledFor = false }
      return next
    }
  }

  private func deliver(_ delivery: Delivery, isolation: isolated any Actor) {
    if delivery.dependencies.isIdentical(to: .current) { return delivery.deliver(isolation) }
    withDependencyValues(delivery.dependencies) { delivery.deliver(isolation) }
  }
}
