import Dependencies

/// What was sent to a store by code that does not wait for it, in the order in which it came.
final class Mailbox: Sendable {
  struct Delivery: Sendable {
    /// Called once, on the store's actor.
    let deliver: @Sendable (isolated any Actor) -> Void
    /// What the sender overrides.
    let dependencies: DependencyValues
  }

  private struct Contents {
    var deliveries = Queue<Delivery>()
    /// Whether a task is on its way to the actor that will deliver them.
    var isCalledFor = false
  }

  private let contents = Locked(Contents())
  private let executor: (any TaskExecutor)?

  init(executor: (any TaskExecutor)?) {
    self.executor = executor
  }

  func post(_ delivery: Delivery, to isolation: any Actor) {
    let isCalledFor = contents.withLock { contents in
      contents.deliveries.append(delivery)
      defer { contents.isCalledFor = true }
      return contents.isCalledFor
    }
    if isCalledFor { return }
    // Detached, as what it delivers comes from others too. The actor may go before it gets there.
    Task.detached(executorPreference: executor) { [weak isolation] in
      guard let isolation else { return self.discardAll() }
      await self.deliverAll(isolation: isolation)
    }
  }

  /// Delivers what has come up to now.
  func deliverPending(isolation: isolated any Actor) {
    while let delivery = contents.withLock({ $0.deliveries.popFirst() }) { deliver(delivery, isolation: isolation) }
  }

  private func deliverAll(isolation: isolated any Actor) async {
    var count = 0
    while let delivery = next() {
      deliver(delivery, isolation: isolation)
      count += 1
      // Senders that are faster than the store must not keep its actor from everything else.
      if count.isMultiple(of: 128) { await Task.yield() }
    }
  }

  private func discardAll() {
    // What is discarded may run code when it goes, and post again.
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
