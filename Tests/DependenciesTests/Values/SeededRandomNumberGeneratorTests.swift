import Dependencies
import Testing

struct SeededRandomNumberGeneratorTests {
  @Test func theGeneratorIsSplitMix64() {
    var generator = SeededRandomNumberGenerator(seed: 1_234_567)
    // The published values of the algorithm for this seed.
    #expect(
      (0..<3).map { _ in generator.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      ]
    )
  }
}
