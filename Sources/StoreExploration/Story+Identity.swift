import Execution
import StoreCore

// Identifies the point that a story has reached.
extension Story {
  /// Returns numbers that identify the point: if they are equal, the same can follow. The first one is the number of
  /// the state.
  ///
  /// - Parameter isInOneOrder: Whether jobs run in one order only. Then the order in which sleepers wake is a part of
  ///   the identity. Otherwise the exploration tries all these orders.
  func identity(isInOneOrder: Bool) -> [Int] {
    var key = [runner.states.number(of: state)]
    key += world.key
    for index in effects.indices { addIdentity(ofEffectAt: index, to: &key) }
    let sleepers = isInOneOrder ? orderOfLateSleepers : []
    if !sleepers.isEmpty { key += [-10] + sleepers }
    if isDismissed { key.append(-4) }
    let limits = store.throttlesInForce
    if !limits.isEmpty { key += [-5] + limits }
    if let kept = digestOfKeyedValues { key += [-8, kept] }
    return key
  }

  /// The order in which effects fell asleep; empty if it is the order in which they started. Tasks that sleep until the
  /// same time wake in this order.
  private var orderOfLateSleepers: [Int] {
    guard effects.count > 1 else { return [] }
    // -1 stands for a task of another effect.
    let order = world.running.waits.filter(\.isAsleep).map { wait in
      effects.firstIndex { $0.description.id == wait.effect } ?? -1
    }
    return zip(order, order.dropFirst()).allSatisfy { $0 <= $1 } ? [] : order
  }

  /// Adds what an effect's behavior depends on besides the current state: the state and the action that started it, and
  /// its inputs since then.
  private func addIdentity(ofEffectAt index: Int, to key: inout [Int]) {
    let effect = effects[index]
    let (states, actions) = (runner.states, runner.actions)
    let number = effect.description.causeStep - 1
    let reduction = reductions.indices.contains(number) ? reductions[number] : nil
    let start =
      effect.start
      ?? reduction.map { (states.number(of: $0.before), $0.action.map { actions.number(of: $0) } ?? -1) } ?? (-1, -1)
    effects[index].start = start
    if let (name, after) = reduction?.modification { key += [-11, name.hashValue, states.number(of: after)] }
    if let event = effect.description.event { key += [-12, event.hashValue] }
    key += [-1, start.state, start.action, effect.ordinal, effect.inputs.count] + effect.inputs
  }
}
