import Foundation
import TestSupport
import Testing

@testable import StoreMacros

/// Inputs made by damaging real files.
///
/// `RANDOM_INPUTS_FACTOR=2000 swift test -c release --filter FuzzTests` tries a million inputs,
/// `STORE_MACROS_FUZZ_SEED=7` other ones. A failure names the seed and the number of its input.
@Suite(.ownThreads) struct FuzzTests {
  @Test func brokenFilesBreakNothing() throws {
    let environment = ProcessInfo.processInfo.environment
    let count = randomInputs(500)
    let seed = environment["STORE_MACROS_FUZZ_SEED"].flatMap(UInt64.init) ?? 1
    // Reading the toolchain's files takes long in a debug build, and they contain little that this package does not.
    let files = SwiftFiles.ofThisPackage() + (count > 100_000 ? try SwiftFiles.ofTheToolchain() : [])
    var mutator = Mutator(files: try files.map { [UInt8](try Data(contentsOf: $0)) }, seed: seed)
    var failures: [String] = []
    for number in 0..<count where failures.count < 10 {
      let input = mutator.next()
      let begin = ContinuousClock.now
      let check = SyntaxCheck(input)
      // Even a debug build on a busy machine needs only a fraction of this time.
      let duration = begin.duration(to: .now)
      let hang = duration > .seconds(60) ? ["It took \(duration)."] : []
      for violation in check.violations.prefix(3) + hang {
        failures.append("Seed \(seed), input \(number): \(violation)\n\(String(decoding: input, as: UTF8.self))")
      }
    }
    #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
  }
}
