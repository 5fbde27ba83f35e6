import Foundation

/// Additional depth for the explorations of this package, from environment variables.
///
/// `scripts/soak` lengthens stories for as long as there is time.
package enum DeeperExplorations {
  /// The number of steps by which stories are longer than the test says: `EXPLORATION_MORE_STEPS`.
  package static let steps = number("EXPLORATION_MORE_STEPS") ?? 0

  /// The maximum processor time of an exploration, in seconds: `EXPLORATION_SECONDS`.
  package static let time = number("EXPLORATION_SECONDS").map(Duration.seconds)

  private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap(Int.init) }
}
