import Dependencies
import Foundation
import Store

extension Store where State: Encodable, Action: Encodable {
  /// Records every step of this store from now on, as JSON lines in a file. Use it in programs without a
  /// ``StoreCommandLine``, and to record while people use a program.
  ///
  /// ```swift
  /// let store = Store(initialState: Count.State()) { Count() }
  /// try store.trace(to: "session.jsonl", feature: "Count", program: "CountApp")
  /// ```
  ///
  /// The trace ends when the store is deallocated. Each step is written as soon as it is over, so a crash loses no
  /// earlier step. A command line with the same feature and name as the program can replay the trace, provided that
  /// reducers get dates, identifiers and random numbers only from actions: values that reducers get from generators are
  /// recorded by command lines only.
  ///
  /// After each action only the changed parts of the state are encoded, and the parts that are not `Equatable`. A part
  /// counts as unchanged if it is equal by `==`. So a change that `==` ignores may be missing from the trace, such as
  /// that of the title of a row that is compared by its id. If the file can no longer be written, an issue is reported
  /// once, and the store goes on without the trace.
  ///
  /// On a store whose `\.continuousClock` is a `TestClock`, the time of each step is that clock's.
  ///
  /// - Parameters:
  ///   - path: The path of the file. An existing file is replaced.
  ///   - feature: The name of the feature's type.
  ///   - program: The name of the program.
  ///   - names: Words that redact values, besides `token`, `authorization` and `password`: the value of a member or
  ///     case whose name contains one of them, ignoring case, is not recorded. From then on, it is hidden in other
  ///     texts, too.
  /// - Throws: An error that says why the file cannot be written or the state not be encoded. An existing file then stays
  ///   as it is.
  public func trace(
    to path: String,
    feature: String,
    program: String,
    version: String = "1.0.0",
    redacting names: [String] = []
  ) throws {
    let isLive = dependencies.context == .live
    let clock = dependencies.continuousClock as? TestClock<Duration>
    let redaction = Redaction(Redaction.standardWords + names)
    let encoder = JSONStateEncoder()
    let (recorder, state) = try TraceDestination(path: path, program: program, version: version, redaction: redaction)
      .begin(
        feature: feature,
        isLive: isLive,
        localization: isLive ? Localization(dependencies) : nil,
        time: clock.map { clock in { @Sendable in clock.now.offset } },
        onFailure: { error in
          reportIssue("A store is no longer recorded: \(error).\n\nThe trace has all steps up to here and can be read.")
        },
        encoding: { try withState(encoder.encode) }
      )
    record(in: recorder, from: state, encoding: encoder.encode)
  }

  /// Unavailable: to replay a trace, the names of the feature's type and of the program are needed.
  @available(
    *,
    unavailable,
    message: """
      name the feature's type and the program, 'trace(to:feature:program:)': a command line with these names can replay \
      the trace
      """
  )
  public func trace(to path: String, redacting names: [String] = []) throws {
    fatalError("This function is unavailable, so that no code can call it.")
  }
}

extension Store {
  /// Unavailable: a trace needs a state and actions that can be encoded.
  @available(
    *,
    unavailable,
    message: "traces need the store's state and actions to be 'Encodable'; to replay them, actions have to be 'Codable'"
  )
  public func trace(
    to path: String,
    feature: String = "",
    program: String = "",
    version: String = "1.0.0",
    redacting names: [String] = []
  ) throws {
    fatalError("This function is unavailable, so that no code can call it.")
  }
}

extension Store where Action: Encodable {
  /// Records every step from now on. The trace ends when the store is deallocated or the token is cancelled, unless the
  /// caller ends it before.
  ///
  /// - Parameters:
  ///   - state: The encoded state with which the trace begins.
  ///   - encode: Encodes a state.
  @discardableResult package func record(
    in recorder: TraceRecorder,
    from state: JSONValue,
    encoding encode: @escaping (State) throws -> JSONValue
  ) -> InspectorToken {
    let recording = StoreRecording<State, Action>(recorder, state: state, encode: encode)
    return inspect(with: Inspector(timed: recording.record))
  }
}

/// Records the steps of a store.
private final class StoreRecording<State, Action: Encodable> {
  private let recorder: TraceRecorder
  private let encode: (State) throws -> JSONValue
  private var latest: JSONValue

  init(_ recorder: TraceRecorder, state: JSONValue, encode: @escaping (State) throws -> JSONValue) {
    self.encode = encode
    self.recorder = recorder
    latest = state
  }

  deinit { _ = recorder.end(.passed) }

  func record(_ step: StoreStep<State, Action>, _ numbers: StepNumbers, _ duration: Duration?) {
    switch step {
    case .reduced(let action, let origin, _, let state):
      let change = change(to: state)
      let text = ActionText(action)
      recorder.action(action, text, origin: origin, numbers: numbers, duration: duration, change: change)
    case .modified(let name, let effect, _, let state):
      recorder.modification(name, by: effect, numbers, duration: duration, change: change(to: state))
    case .restored(let number, _, let state): recorder.jump(to: number, change: change(to: state))
    // The patch of the next step contains a change of shared state.
    case .effectStarted, .effectFinished, .effectCancelled, .sharedStateChanged, .observersNotified:
      recorder.event(step)
    }
  }

  private func change(to state: State) -> JSONChange? {
    // If a state can't be encoded, the step is recorded as one that did not change the state.
    let encoded = (try? encode(state)) ?? latest
    defer { latest = encoded }
    return JSONChange(from: latest, to: encoded)
  }
}
