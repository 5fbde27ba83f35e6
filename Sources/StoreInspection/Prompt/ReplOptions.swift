import Dependencies

/// The options of the command `repl`.
struct ReplOptions: Equatable {
  var session = SessionOptions()
  /// The path of a trace whose state the session begins with.
  var trace: String?
  /// The step of the trace after which the session begins; `nil` for the last one.
  var step: Int?

  /// Reads the arguments that follow `repl`.
  init(_ arguments: ArraySlice<String>, known: [DependencyOption]) throws(UsageError) {
    if let operand = try Self.table(known).read(arguments, of: "repl", into: &self).first {
      throw UsageError("`repl` takes no file: `\(operand.truncated(to: 60).printable)`", "run \(operand)")
    }
    if let step, trace == nil { throw UsageError("`--to` goes with `--from`", "repl --from FILE --to \(step)") }
    if trace == "-" { throw UsageError("`--from` needs a file: the standard input has the statements", "help repl") }
    try session.check(known, command: "repl")
  }

  static func table(_ known: [DependencyOption]) -> OptionTable<Self> {
    OptionTable([
      .option("--from", "FILE", "begin with the last state of a trace, instead of the initial state") { $0.trace = $1 },
      .option("--to", "N", "with --from, begin with the state after step N; 0 is the start", as: ReplayOptions.step) {
        $0.step = $1
      },
    ]) + SessionOptions.table(known).pullback(\.session)
  }
}

extension StoreCommandLine where Feature.State: Encodable, Feature.Action: Codable {
  /// Returns a setup that begins with the state after a step of a trace, which is replayed up to there.
  func setup(_ setup: FeatureSetup<Feature>, from path: String, step: Int?) throws -> FeatureSetup<Feature> {
    let trace = try TraceReader(path)
    let state = try state(of: trace, step: step)
    var setup = setup
    // This is sound because the replay has ended, so only the session uses the state.
    let start = UncheckedSendable(state)
    setup.initialState = { start.value }
    return setup
  }
}
