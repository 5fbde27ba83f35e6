extension StoreCommandLine where Feature.State: Encodable, Feature.Action: Codable {
  /// Returns the state after a step of a trace, which is replayed up to there; the last one if there is no number.
  func state(of trace: TraceReader, step: Int?) throws -> Feature.State {
    let replay = Replay(program: self, options: ReplayOptions(file: trace.name, end: step), console: .silent)
    var states: [Int: Feature.State] = [:]
    let status = try replay.run(trace) { number, state, _ in states = [number: state] }
    guard let (number, state) = states.first, status == .passed, step == nil || number == step else {
      let problem =
        status == .passed
        ? "there is no step \(step ?? 0)"
        : "the feature no longer reaches its states. `\(name) replay \(trace.name.printable)` says more"
      throw UnsuitableTrace("\(trace.name.printable): \(problem)")
    }
    return state
  }
}
