import Foundation

/// Returns the number of random inputs that a test tries: `count`, which is a few hundred at most, times the
/// environment variable `RANDOM_INPUTS_FACTOR`. `scripts/soak` tries thousands.
package func randomInputs(_ count: Int) -> Int {
  count * factor
}

private let factor = ProcessInfo.processInfo.environment["RANDOM_INPUTS_FACTOR"].flatMap(Int.init) ?? 1
