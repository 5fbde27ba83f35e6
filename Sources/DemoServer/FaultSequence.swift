internal import Dependencies
internal import Dependencies

/// Which requests fail, and how: the same for the same seed.
final class FaultSequence: Sendable {
  private let rate: Double
  private let generator: Locked<SeededRandomNumberGenerator>

  init(rate: Double, seed: UInt64) {
    self.rate = rate
    generator = Locked(SeededRandomNumberGenerator(seed: seed))
  }

  /// The fault of the next request; `nil` if it is to be answered as it should be.
  func next() -> Fault? {
    guard rate > 0 else { return nil }
    return generator.withLock { generator in
      // Both numbers are drawn in any case, so that a higher rate adds faults and leaves the others as they are.
      let chance = Double(generator.next() >> 11) / Double(1 << 53)
      let fault = Fault.allCases[Int(generator.next() % UInt64(Fault.allCases.count))]
      return chance < rate ? fault : nil
    }
  }
}
