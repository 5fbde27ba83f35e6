import Foundation

/// How far explorations of this package go: what the environment says, or else as far as the test does.
///
/// `scripts/soak` has stories go on for as many steps as there is time for.
package enum DeeperExplorations {
  /// How many steps stories have besides those that the test asks for: `EXPLORATION_MORE_STEPS`.
  package static let steps = number("EXPLORATION_MORE_STEPS") ?? 0

  /// How many seconds of processor time an exploration takes at most on each thread: `EXPLORATION_SECONDS`.
  package static let time = number("EXPLORATION_SECONDS").map(Duration.seconds)

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init)
  }
}
