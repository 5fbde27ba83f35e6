import Dependencies
import Foundation
import Store

/// Replays a recorded session through the reducers, without its effects.
struct Replay<Feature: Reducer & SendableMetatype> where Feature.State: Encodable, Feature.Action: Codable {
  let program: StoreCommandLine<Feature>
  let options: ReplayOptions
  let console: Console

  /// Replays a trace.
  ///
  /// - Parameter didReach: Called with the state after each step, and with the dependencies that a screen is drawn with.
  func run(
    _ trace: TraceReader,
    didReach: ((_ step: Int, Feature.State, DependencyValues) -> Void)? = nil
  ) throws -> ExitCode {
    try check(trace)
    let clock = TestClock()
    let player = GeneratedValuesPlayer()
    // Drawing must not use up the values that were generated for reducers.
    var outside = DependencyValues.current
    return try withDependencies {
      $0.useMockValues(on: clock)
      program.setup.dependencies(&$0)
      trace.header.localization?.update(&$0)
      outside = $0
      if trace.header.isLive {
        outside.date = DateGenerator { [start = trace.header.date] in
          start.addingTimeInterval(clock.now.offset / .seconds(1))
        }
      }
      player.replace(&$0)
    } operation: {
      let summary = try summary(of: trace)
      var trace = trace
      trace.isChecked = true
      var run = ReplayRun(program.setup, options, trace, summary, clock: clock, player: player, console: console)
      if let didReach {
        run.didReach = { [outside] step, state in
          withDependencies {
            $0 = outside
          } operation: {
            didReach(step, state, outside)
          }
        }
      }
      return try run.run()
    }
  }

  /// Throws an error if the trace is from another program or feature.
  func check(_ trace: TraceReader) throws {
    let header = trace.header
    let (feature, program) = ("\(Feature.self)", self.program.name)
    guard header.program == program, header.feature == feature else {
      let what = "a trace of \(header.feature.printable) by \(header.program.printable)"
      throw UnsuitableTrace(
        """
        \(trace.name.printable): this is \(what), and \(program) replays traces of \(feature)
          Replay it with the program that recorded it: `\(header.program.printable) replay`, as it was then.
        """
      )
    }
  }

  /// Reads the trace before the first step, to find out to which steps it jumps, how many steps it has, and whether all
  /// lines can be read.
  private func summary(of trace: TraceReader) throws -> ReplaySummary {
    var trace = trace
    var summary = ReplaySummary()
    while let (record, _) = try trace.next() {
      switch record.content {
      case .jump(let step, _): summary.targets.insert(step)
      case .end: summary.hasEnd = true
      default: break
      }
    }
    summary.note = trace.note
    summary.stepCount = trace.lastStep
    if let step = (options.skipped.union(options.end.map { [$0] } ?? [])).max(), step > summary.stepCount {
      throw UnsuitableTrace.lacks(step, trace)
    }
    return summary
  }
}

/// The facts about a trace that have to be known before its first step is replayed.
struct ReplaySummary {
  /// The steps to which the trace jumps.
  var targets: Set<Int> = []
  var stepCount = 0
  var hasEnd = false
  /// A note about an incomplete last line.
  var note: String?
}
