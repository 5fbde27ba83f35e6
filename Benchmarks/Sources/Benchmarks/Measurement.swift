/// The samples of a scenario, in nanoseconds per operation.
struct Measurement {
  let name: String
  let samples: [Double]

  var median: Double {
    let sorted = samples.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }

  var minimum: Double { samples.min() ?? 0 }
}

/// The number and duration of samples.
struct Plan {
  var sampleCount = 15
  var sampleDuration = Duration.milliseconds(20)

  /// Measures an operation that is repeated often enough for each sample to have the minimum duration.
  ///
  /// - Parameters:
  ///   - operationsPerRound: The number of operations in one round of `body`.
  ///   - body: Runs the given number of rounds.
  func measure(
    _ name: String,
    operationsPerRound: Int = 1,
    _ body: (_ rounds: Int) async -> Void
  ) async -> Measurement {
    let clock = ContinuousClock()
    // Finds the number of rounds that fills a sample, and warms up on the way.
    var rounds = 1
    while true {
      let elapsed = await clock.measure { await body(rounds) }
      if elapsed >= sampleDuration { break }
      let factor = min(max(sampleDuration / max(elapsed, .nanoseconds(1)), 1.1) * 1.1, 100)
      rounds = max(rounds + 1, Int(Double(rounds) * factor))
    }
    var samples: [Double] = []
    for _ in 0..<sampleCount {
      let elapsed = await clock.measure { await body(rounds) }
      samples.append(elapsed / .nanoseconds(1) / Double(rounds * operationsPerRound))
    }
    return Measurement(name: name, samples: samples)
  }

  /// Measures an operation without the time that its preparation takes.
  func measure<Context>(
    _ name: String,
    operations: Int,
    prepare: () async -> Context,
    _ body: (inout Context) async -> Void
  ) async -> Measurement {
    let clock = ContinuousClock()
    var samples: [Double] = []
    for sample in 0...sampleCount {
      var total = Duration.zero
      var count = 0
      while total < sampleDuration {
        var context = await prepare()
        total += await clock.measure { await body(&context) }
        count += operations
      }
      // The first sample warms up.
      if sample > 0 { samples.append(total / .nanoseconds(1) / Double(count)) }
    }
    return Measurement(name: name, samples: samples)
  }
}

/// Keeps the optimizer from removing the computation of a value.
@inline(never) @_optimize(none)
func use<Value>(_ value: Value) {}
