import Dependencies
import Store

struct Outlet<Action: Sendable>: Sendable {
  let send: Send<Action>
  let targets: [@Sendable (Step) -> Action]
}

struct Operation: Sendable {
  let world: World
  let owner: Owner
  let fuel: Int
  let token: Token?

  func run<Action: Sendable>(_ outlet: Outlet<Action>) async throws {
    let number = world.record.operations.begin(owner)
    defer { world.record.operations.end(number) }
    let handler = world.oneIn(3)
    try await withTaskCancellationHandler {
      try await world.record.collectIssues { try await run(outlet, number, isolation: world.actor) }
      world.record.note("operation \(number) returns")
    } onCancel: {
      world.record.note("operation \(number) is cancelled")
      world.record.operations.cancelled(number)
      if handler { world.surprise(.cancelHandler) }
    }
  }

  func recover<Action: Sendable>(_ outlet: Outlet<Action>) async { await send(outlet, isolation: world.actor) }

  private func run<Action: Sendable>(
    _ outlet: Outlet<Action>,
    _ number: Int,
    isolation: isolated any Actor
  ) async throws {
    if DependencyValues.current[StoreNumberKey.self] != owner.root {
      world.record.fail("An effect of store \(owner.root) sees the dependencies of another.")
    }
    for _ in 0..<world.choose(4) {
      let move = world.choose(22)
      world.record.note("operation \(number), move \(move)")
      switch move {
      case 0...5: await send(outlet, isolation: isolation)
      case 6, 7: await Task.yield()
      case 8, 9: try await world.clock.sleep(for: .milliseconds(1 + world.choose(8)))
      // Until the effect is cancelled, or the run is about to end.
      case 10: try await world.clock.sleep(for: .seconds(10_000))
      case 11, 12:
        try await withTaskCancellation(id: world.makeCancelID(), cancelInFlight: world.oneIn(2)) { [self] in
          try await runInner(outlet, isolation: world.actor)
        }
      case 13: Task.cancel(id: world.makeCancelID())
      case 14: await sendElsewhere(isolation: isolation)
      case 15: await withDependencies({ $0.uuid = .incrementing }) { await sendElsewhere(isolation: isolation) }
      case 16:
        @Dependency(\.isPresented) var isPresented
        @Dependency(\.dismiss) var dismiss
        if isPresented || world.oneIn(20) { await dismiss() }
      case 17, 18: world.act(.effect)
      case 19: await sendConcurrently(outlet)
      case 20: if world.oneIn(2) { throw Failure() }
      default: try Task.checkCancellation()
      }
    }
  }

  private func runInner<Action: Sendable>(_ outlet: Outlet<Action>, isolation: isolated any Actor) async throws {
    if world.oneIn(2) { try await world.clock.sleep(for: .milliseconds(1 + world.choose(8))) }
    await send(outlet, isolation: isolation)
    if world.oneIn(4) { throw Failure() }
  }

  private func send<Action: Sendable>(_ outlet: Outlet<Action>, isolation: isolated any Actor) async {
    guard let step = world.makeStep(.other, fuel: fuel) else { return }
    let serial = step.serial
    world.record.note("effect of store \(owner.root), \(owner.node), sends action \(serial)")
    await outlet.send(outlet.targets[world.choose(outlet.targets.count)](step))
    guard !Task.isCancelled, world.directory.isAlive(owner.root) else { return }
    world.record.owe(serial, by: owner.root, "sent by an effect that was not cancelled")
  }

  @concurrent private func sendConcurrently<Action: Sendable>(_ outlet: Outlet<Action>) async {
    await send(outlet, isolation: world.actor)
  }

  private func sendElsewhere(isolation: isolated any Actor) async {
    await world.sendByHandle(to: world.choose(world.directory.count), fuel: fuel, isolation: isolation)
  }
}
