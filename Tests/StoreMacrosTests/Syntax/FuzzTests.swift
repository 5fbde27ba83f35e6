import Foundation
import TestSupport
import Testing

@testable import StoreMacros

/// Inputs made by damaging real files.
///
/// `RANDOM_INPUTS_FACTOR=2000 swift test -c release --filter FuzzTests` tries a million inputs,
/// `STORE_MACROS_FUZZ_SEED=7` other ones. A failure names the seed and the number of its input.
@Suite struct FuzzTests {
  @Test func brokenFilesBreakNothing() async throws {
    let environment = ProcessInfo.processInfo.environment
    let count = randomInputs(500)
    let seed = environment["STORE_MACROS_FUZZ_SEED"].flatMap(UInt64.init) ?? 1
    let failures = try await onOwnThread {
      // Reading the toolchain's files takes long in a debug build, and they contain little that this package does not.
      let files = SwiftFiles.ofThisPackage() + (count > 100_000 ? try SwiftFiles.ofTheToolchain() : [])
      return Fuzzer.failures(files: try files.map { [UInt8](try Data(contentsOf: $0)) }, seed: seed, count: count)
    }
    #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
  }
}

/// Tries inputs and returns the failures.
enum Fuzzer {
  static func failures(files: [[UInt8]], seed: UInt64, count: Int) -> [String] {
    var failures: [String] = []
    var mutator = Mutator(files: files, seed: seed)
    for number in 0..<count {
      let input = mutator.next()
      let begin = ContinuousClock.now
      let check = SyntaxCheck(input)
      // Even a debug build on a busy machine needs only a fraction of this time.
      let duration = begin.duration(to: .now)
      let hang = duration > .seconds(60) ? ["It took \(duration)."] : []
      for violation in check.violations.prefix(3) + hang {
        failures.append("Seed \(seed), input \(number): \(violation)\n\(String(decoding: input, as: UTF8.self))")
      }
      if failures.count > 10 { break }
    }
    return failures
  }
}
