import Dependencies
import Store

extension World {
  func drive(_ configuration: StoreConfiguration, isolation: isolated any Actor) async {
    for _ in 0..<plan.storeCount { makeRoot(configuration: configuration) }
    for _ in 0..<plan.stepCount {
      act(.outside)
      if oneIn(4) { clock.wakeNext(within: .seconds(1_000)) }
      for _ in 0..<choose(4) { await Task.yield() }
      if roots.allSatisfy({ $0.store == nil }) { makeRoot(configuration: configuration) }
    }
  }

  func onActor(_ body: @Sendable () -> Void) async { await onActor(body, isolation: actor) }
  private func onActor(_ body: @Sendable () -> Void, isolation: isolated any Actor) { body() }
}
