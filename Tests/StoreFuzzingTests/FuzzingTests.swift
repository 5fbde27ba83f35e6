import StoreFuzzing
import Testing

/// Whatever features, observers and the owners of stores do, no action is lost, nothing stays in memory, and nothing
/// crashes.
///
/// `scripts/soak` plays many more of these runs, with sanitizers too.
@Suite struct FuzzingTests {
  @Test(arguments: 0..<25) func runs(_ seed: UInt64) async {
    let result = await SteppedRun(seed: seed)()
    guard !result.failures.isEmpty else { return }
    let steps = await SteppedRun(seed: seed)(logs: true).log
    Issue.record(
      """
      Seed \(seed) (\(result.plan)) failed. To see all of it: scripts/soak --seed \(seed)

      \(result.failures.joined(separator: "\n"))

      The last steps:
      \(steps.suffix(40).joined(separator: "\n"))
      """
    )
  }

  private func check(_ result: RunResult) { #expect(result.failures == [], "Seed \(result.seed) (\(result.plan))") }

  @Test(arguments: 0..<3) func runsOnThreads(_ seed: UInt64) async { check(await ThreadedRun(seed: seed)()) }

  @Test(arguments: 0..<4) func runsWithSharedValues(_ seed: UInt64) async { check(await SharedRun(seed: seed)()) }

  /// What several processes keep at a place, whatever comes first.
  @Test func runsOfProcesses() {
    for seed in 0..<500 as Range<UInt64> { check(PlaceRun(seed: seed)()) }
  }
}
