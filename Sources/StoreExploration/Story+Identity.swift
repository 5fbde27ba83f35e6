import Dependencies
import StoreCore
import Synchronization

// The parts of a point's identity besides its state.
extension Story {
  /// The effects whose tasks wait, in the order in which they began to: their positions among the running effects.
  var waitingOrder: [Int] { recorder.effects.isEmpty ? [] : world.waitingOrder(of: recorder.effects) }

  /// The order of the effects that sleep; empty if they began to in the order in which the effects started.
  var orderOfLateSleepers: [Int] {
    guard recorder.effects.count > 1 else { return [] }
    let order = world.waitingOrder(of: recorder.effects, areAsleep: true)
    return zip(order, order.dropFirst()).allSatisfy { $0 <= $1 } ? [] : order
  }

  /// If all running effects were returned for one action and have had no inputs since: that action, and the state
  /// before it. The effects have been numbered by `addIdentity(ofEffectAt:to:)`.
  var opening: (before: State, opening: StoryOpening<Action>)? {
    guard let first = recorder.effects.first, let start = first.start else { return nil }
    guard recorder.effects.allSatisfy({ $0.causeStep == first.causeStep && $0.inputs.isEmpty }) else { return nil }
    let reduction = recorder.reductions[first.causeStep - 1]
    return (reduction.before, StoryOpening(state: start.state, reduction.action))
  }

  /// Records the number of the current state.
  func record(number: Int?) {
    // Shared values may change without an action.
    guard let number, !StateSnapshot.isAnythingShared.load(ordering: .relaxed) else { return }
    knownStates.append((recorder.reductions.count + 1, number))
  }

  func number(ofStateBefore step: Int) -> Int {
    if let known = knownStates.last(where: { $0.step <= step }), known.step == step { return known.number }
    return tables.states.number(of: recorder.reductions[step - 1].before)
  }

  /// Adds what an effect's behavior depends on besides the state: the state and action of its start, and its inputs
  /// since.
  func addIdentity(ofEffectAt index: Int, to key: inout [Int]) {
    let effect = recorder.effects[index]
    let start: (state: Int, action: Int)
    if let known = effect.start {
      start = known
    } else {
      let reduction = recorder.reductions[effect.causeStep - 1]
      start = (number(ofStateBefore: effect.causeStep), tables.actions.number(of: reduction.action))
      recorder.effects[index].start = start
    }
    key.append(-1)
    key.append(start.state)
    key.append(start.action)
    key.append(effect.ordinal)
    key.append(effect.inputs.count)
    key.append(contentsOf: effect.inputs)
  }
}
