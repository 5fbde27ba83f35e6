import Dependencies

/// The settings of a run, which follow from its seed.
package struct RunPlan: Sendable, CustomStringConvertible {
  /// What calls into the world when it is compared: the ids of features, or a part of the states.
  enum Probing: String { case nothing, ids, states }

  /// How effects start: as jobs of their own, as on systems without `Task.immediate`, or on an executor of their store,
  /// as those of test stores do.
  enum Start: String { case immediate, enqueued, onExecutor }

  let probing: Probing
  let start: Start
  let wrapsReducers, watches, inspects: Bool
  let storeCount, stepCount, budget: Int
  /// Whether stores are released while their effects are in flight, instead of after their effects have ended.
  let releasesEarly: Bool

  init(seed: UInt64) {
    // A generator of its own: the run uses another one for its choices.
    var generator = SeededRandomNumberGenerator(seed: ~seed)
    func choose(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
    probing = [0: .ids, 1: .states][choose(10)] ?? .nothing
    start = [0: .enqueued, 1: .onExecutor][choose(4)] ?? .immediate
    wrapsReducers = choose(3) == 0
    inspects = choose(3) == 0
    storeCount = 1 + choose(3)
    stepCount = 20 + choose(60)
    budget = 50 + choose(500)
    releasesEarly = choose(3) == 0
    watches = choose(2) == 0
  }

  package var description: String {
    """
    \(storeCount) \(storeCount == 1 ? "store" : "stores"), effects start \(start.rawValue), probing \(probing.rawValue)\
    \(wrapsReducers ? ", wrapped reducers" : "")\(inspects ? ", inspected" : "")\(watches ? ", watched" : "")\
    \(releasesEarly ? ", released early" : ""), up to \(budget) actions
    """
  }
}
