import Foundation

/// Returns the number of random inputs that a test tries: `count`, which is a few hundred at most, times the
/// environment variable `RANDOM_INPUTS_FACTOR`. `scripts/soak` tries thousands.
package func randomInputs(_ count: Int) -> Int { count * factor }

/// Returns the seeds of a test that tries inputs from each of them, as many as ``randomInputs(_:)`` returns. `scripts/soak`
/// finds such a test by the name of its parameter, `seed`.
package func randomSeeds(_ count: Int) -> Range<UInt64> { 0..<UInt64(randomInputs(count)) }

private let factor = ProcessInfo.processInfo.environment["RANDOM_INPUTS_FACTOR"].flatMap(Int.init) ?? 1
