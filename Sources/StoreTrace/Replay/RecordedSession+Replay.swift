import Dependencies
public import Store

/// Replays a recorded session in a test: every action is reduced, and every state that was recorded must be reached.
///
/// ```swift
/// try await replay("bug.jsonl", in: Counter(), from: Counter.State())
/// ```
///
/// Effects do not run, because the actions that they sent were recorded. Reducers get the recorded dates, UUIDs and
/// random numbers. The first difference is reported as an issue, with the step, the recorded state and the state that
/// was reached.
///
/// - Parameters:
///   - file: The trace. A relative path begins at the folder of the source file that calls this.
///   - feature: The feature that was recorded.
///   - initialState: The state with which the session began.
/// - Throws: An error that says what is wrong with the file.
public func replay<Feature: Reducer>(
  _ file: String,
  in feature: Feature,
  from initialState: @autoclosure @escaping () -> Feature.State,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async throws where Feature.State: Encodable, Feature.Action: Codable {
  try RecordedSession(
    file,
    of: feature,
    from: initialState(),
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column
  ).replay()
}

/// Replays a recorded session in a test, from the state with which the recording begins.
public func replay<Feature: Reducer>(
  _ file: String,
  in feature: Feature,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async throws where Feature.State: Codable, Feature.Action: Codable {
  try RecordedSession(file, of: feature, fileID: fileID, filePath: filePath, line: line, column: column).replay()
}

extension RecordedSession {
  /// Reduces every recorded action, and checks the states.
  package func replay() throws {
    try withDependencies {
      prepare(&$0)
    } operation: {
      let reduction = reducer.makeReduction()
      let start = initialState
      var state = start
      for event in events.events {
        switch event {
        case .step(let step):
          clock.set(to: TestClock<Duration>.Instant(offset: .seconds(recorded: step.time)))
          _ = reduction(&state, try action(step.number))
        case .modified(let step, let name, let time, let recorded):
          clock.set(to: TestClock<Duration>.Instant(offset: .seconds(recorded: time)))
          state = try modified(state, step: step, name: name, recorded)
        case .jump(let step, _): state = step == 0 ? start : self[step]
        case .section, .changedFromOutside: break
        }
      }
    }
    finish()
  }
}
