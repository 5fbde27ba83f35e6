internal import Dependencies

/// The sequence of faults, which the seed determines.
final class FaultSequence: Sendable {
  private let rate: Double
  private let generator: Locked<SeededRandomNumberGenerator>

  init(rate: Double, seed: UInt64) {
    self.rate = rate
    generator = Locked(SeededRandomNumberGenerator(seed: seed))
  }

  /// The fault of the next request, or `nil` if the request succeeds.
  func next() -> Fault? {
    guard rate > 0 else { return nil }
    return generator.withLock { generator in
      // Always draws both numbers, so that a higher rate adds faults without changing the others.
      let chance = Double(generator.next() >> 11) / Double(1 << 53)
      let fault = Fault.allCases[Int(generator.next() % UInt64(Fault.allCases.count))]
      return chance < rate ? fault : nil
    }
  }
}
