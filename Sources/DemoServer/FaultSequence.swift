import Synchronization

/// Which requests fail, and how: the same for the same seed.
final class FaultSequence: Sendable {
  private let rate: Double
  private let state: Mutex<UInt64>

  init(rate: Double, seed: UInt64) {
    self.rate = rate
    state = Mutex(seed)
  }

  /// The fault of the next request; `nil` if it is to be answered as it should be.
  func next() -> Fault? {
    guard rate > 0 else { return nil }
    return state.withLock { state in
      // Both numbers are drawn in any case, so that a higher rate adds faults and leaves the others as they are.
      let chance = Double(Self.draw(&state) >> 11) / Double(1 << 53)
      let fault = Fault.allCases[Int(Self.draw(&state) % UInt64(Fault.allCases.count))]
      return chance < rate ? fault : nil
    }
  }

  /// SplitMix64.
  private static func draw(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var result = state
    result = (result ^ (result >> 30)) &* 0xBF58_476D_1CE4_E5B9
    result = (result ^ (result >> 27)) &* 0x94D0_49BB_1331_11EB
    return result ^ (result >> 31)
  }
}
