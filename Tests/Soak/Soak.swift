import Foundation
import StoreFuzzing

/// Runs the fuzzer for some time. Call it with `scripts/soak`.
@main struct Soak {
  static func main() async {
    let options: Options
    do {
      options = try Options(CommandLine.arguments.dropFirst())
    } catch {
      write("soak: \(error)")
      exit(2)
    }
    exit(await options.seed == nil ? Soak(options).playForSomeTime() : Soak(options).playOne())
  }

  private let options: Options

  private init(_ options: Options) { self.options = options }

  private func playOne() async -> Int32 {
    guard let seed = options.seed else { return 2 }
    let result = await Self.play(seed, options.kind, writeLine: Self.write)
    Self.write("seed \(seed): \(result.actionCount) actions (\(result.plan))")
    for failure in result.failures { Self.write(failure) }
    return result.failures.isEmpty ? 0 : 1
  }

  private static func play(
    _ seed: UInt64,
    _ kind: Kind,
    writeLine: (@Sendable (String) -> Void)? = nil
  ) async -> RunResult {
    switch kind {
    case .stepped: return await SteppedRun(seed: seed)(writeLine: writeLine)
    case .threaded: return await ThreadedRun(seed: seed)()
    case .shared:
      // Some thousand of these take as long as one run on threads.
      for part in 0..<1_000 as Range<UInt64> {
        let result = PlaceRun(seed: seed &* 1_000 &+ part)()
        if !result.failures.isEmpty { return result }
      }
      return await SharedRun(seed: seed)()
    }
  }

  private func playForSomeTime() async -> Int32 {
    let end = ContinuousClock.now.advanced(by: .seconds(options.seconds))
    let watchdog = Watchdog()
    var nextReport = ContinuousClock.now.advanced(by: .seconds(10))
    var (seed, seedCount, actionCount) = (options.firstSeed, 0, 0)
    while ContinuousClock.now < end || actionCount < options.actions {
      let kind = Kind(of: seed)
      note(seed, kind, seedCount, actionCount)
      watchdog.begins(seed)
      let result = await Self.play(seed, kind)
      actionCount += result.actionCount
      seedCount += 1
      if !result.failures.isEmpty {
        Self.write("seed \(seed) failed (\(result.plan)):")
        for failure in result.failures { Self.write("  \(failure)") }
        return 1
      }
      if ContinuousClock.now >= nextReport {
        Self.write("\(seedCount) seeds, \(actionCount) actions")
        nextReport = nextReport.advanced(by: .seconds(10))
      }
      seed += 1
    }
    note(seed, .stepped, seedCount, actionCount)
    return 0
  }

  /// Writes the run that is about to start to a file, for the case that the process dies.
  private func note(_ seed: UInt64, _ kind: Kind, _ seedCount: Int, _ actionCount: Int) {
    guard let path = options.notePath else { return }
    let line = "\(kind.option)--seed \(seed)\n\(seedCount)\n\(actionCount)\n"
    try? Data(line.utf8).write(to: URL(filePath: path))
  }

  @Sendable static func write(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}

/// Ends the process when a run does not end.
private final class Watchdog: Sendable {
  private static let patience = 120.0

  private let queue = DispatchQueue(label: "watchdog")

  func begins(_ seed: UInt64) {
    guard seed % 8 == 0 else { return }
    // One timer for eight seeds: a run that is still among them when it fires is stuck.
    queue.async {
      self.latest = seed
      self.queue.asyncAfter(deadline: .now() + Self.patience) {
        guard self.latest == seed else { return }
        Soak.write("The seeds from \(seed) on did not come to an end within \(Int(Self.patience)) seconds.")
        abort()
      }
    }
  }

  // Used only on the queue.
  nonisolated(unsafe) private var latest: UInt64 = 0
}
