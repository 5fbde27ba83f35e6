import Foundation

/// How many random inputs a test tries: a few hundred at most, for each run of all tests, and as many times as many as the
/// environment variable `RANDOM_INPUTS_FACTOR` says. `scripts/soak` has thousands tried.
package func randomInputs(_ count: Int) -> Int {
  count * factor
}

private let factor = ProcessInfo.processInfo.environment["RANDOM_INPUTS_FACTOR"].flatMap(Int.init) ?? 1
