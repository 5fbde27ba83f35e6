import Dependencies

/// The settings of a run, which follow from its seed.
package struct RunPlan: Sendable, CustomStringConvertible {
  /// Which comparisons call into the world.
  enum Probing: String, CaseIterable {
    case nothing
    /// The ids of features, when they are compared or hashed.
    case ids
    /// A part of the states, when it is compared.
    case states
  }

  enum Start: String, CaseIterable {
    case immediate
    /// Effects start as jobs of their own, as on systems without `Task.immediate`.
    case enqueued
    /// Effects run on an executor of their store, as those of test stores do.
    case onExecutor
  }

  let probing: Probing
  let start: Start
  /// Whether the reducers of children are wrapped in other reducers.
  let wrapsReducers: Bool
  /// Whether nodes are told when they begin and end.
  let watches: Bool
  let inspects: Bool
  let storeCount: Int
  /// How many acts are started from outside of the stores.
  let stepCount: Int
  /// How many actions may be sent.
  let budget: Int
  /// Whether stores are released while their effects are in flight, instead of after their effects have ended.
  let releasesEarly: Bool

  init(seed: UInt64) {
    // A generator of its own: the run uses another one for its choices.
    var generator = SeededRandomNumberGenerator(seed: ~seed)
    func choose(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
    probing =
      switch choose(10) {
      case 0: .ids
      case 1: .states
      default: .nothing
      }
    start =
      switch choose(4) {
      case 0: .enqueued
      case 1: .onExecutor
      default: .immediate
      }
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
