import Dependencies
import Store

struct Owner: Sendable {
  let root: Int
  let node: NodeID
}

struct EffectPlan<Action: Sendable> {
  let owner: Owner
  let fuel: Int
  let target: () -> @Sendable (Step) -> Action
}

enum CancelID: Int, Hashable, Sendable { case first, second, third }

extension World {
  func makeCancelID() -> CancelID { CancelID(rawValue: choose(3)) ?? .first }

  func effect<Action: Sendable>(_ plan: EffectPlan<Action>) -> Effect<Action> {
    effect(plan, nesting: 0, isCertain: true)
  }

  /// - Parameter isCertain: Whether the actions that the effect sends at once are certain to be reduced: `false` within
  ///   effects that can be cancelled, delayed or dropped.
  private func effect<Action: Sendable>(_ plan: EffectPlan<Action>, nesting: Int, isCertain: Bool) -> Effect<Action> {
    switch choose(nesting < 3 ? 20 : 8) {
    case 0: return .none
    case 1, 2:
      guard let step = makeStep(.other, fuel: plan.fuel) else { return .none }
      if isCertain { record.owe(step.serial, by: plan.owner.root, "sent by an effect that its reducer returned") }
      return .send(plan.target()(step))
    case 3...7: return run(plan)
    case 8, 9:
      if oneIn(40) { return .merge((0..<65).map { _ in run(plan) }) }
      return .merge((0..<2 + choose(3)).map { _ in effect(plan, nesting: nesting + 1, isCertain: isCertain) })
    case 10, 11:
      return .concatenate((0..<1 + choose(4)).map { _ in effect(plan, nesting: nesting + 1, isCertain: false) })
    case 12, 13:
      let cancelInFlight = oneIn(3)
      return effect(plan, nesting: nesting + 1, isCertain: false)
        .cancellable(id: makeCancelID(), cancelInFlight: cancelInFlight)
    case 14: return .cancel(id: makeCancelID())
    case 15:
      return effect(plan, nesting: nesting + 1, isCertain: false)
        .debounce(id: makeCancelID(), for: .milliseconds(1 + choose(5)), clock: clock)
    case 16:
      return effect(plan, nesting: nesting + 1, isCertain: false)
        .throttle(id: makeCancelID(), for: .milliseconds(1 + choose(5)), clock: clock, latest: oneIn(2))
    case 17: return effect(plan, nesting: nesting + 1, isCertain: isCertain).map { $0 }
    case 18:
      return effect(plan, nesting: nesting + 1, isCertain: isCertain)
        .merge(with: effect(plan, nesting: nesting + 1, isCertain: isCertain))
    default:
      return effect(plan, nesting: nesting + 1, isCertain: false)
        .concatenate(with: effect(plan, nesting: nesting + 1, isCertain: false))
    }
  }

  private func run<Action: Sendable>(_ plan: EffectPlan<Action>) -> Effect<Action> {
    let operation = Operation(world: self, owner: plan.owner, fuel: plan.fuel, token: makeToken())
    let targets = (0..<3).map { _ in plan.target() }
    if oneIn(4) {
      return .run(priority: oneIn(4) ? .high : nil) { send in
        try await operation.run(Outlet(send: send, targets: targets))
      } catch: { _, send in
        await operation.recover(Outlet(send: send, targets: targets))
      }
    }
    return .run { send in
      do {
        try await operation.run(Outlet(send: send, targets: targets))
      } catch is Failure {}
    }
  }
}

struct Failure: Error {}
