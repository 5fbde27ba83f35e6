import Dependencies
import Foundation
import Store

extension Store where State: Encodable, Action: Encodable {
  /// Records every step of this store from now on, as JSON lines in a file: for programs that have no
  /// ``StoreCommandLine``, and for those that are recorded while people use them.
  ///
  /// ```swift
  /// let store = Store(initialState: Count.State()) { Count() }
  /// try store.trace(to: "session.jsonl", feature: "Count", program: "CountApp")
  /// ```
  ///
  /// The file ends when the store goes away. Each step is in it when it is over, so a crash loses none. A command line
  /// with the same program's name and feature replays it: as far as its reducers get dates, identifiers and random
  /// numbers from actions, because what generators gave to reducers is recorded by command lines only.
  ///
  /// Recording encodes what each action has changed, and anew what holds objects, closures or existentials. If the file
  /// cannot be written any longer an issue is reported, once, and the store goes on without it.
  ///
  /// On a store whose `\.continuousClock` is a `TestClock`, the time of each step is that clock's.
  ///
  /// - Parameters:
  ///   - path: The file. One that is there already is replaced.
  ///   - feature: The type of the feature.
  ///   - program: The program's name.
  ///   - names: Names of what is not recorded, besides `token`, `authorization` and `password`: no value of a member or
  ///     case whose name contains one of them, in whichever case.
  /// - Throws: An error that says why the file cannot be written, or the one of the state's encoding. The file is not
  ///   touched then.
  public func trace(
    to path: String,
    feature: String,
    program: String,
    version: String = "1.0.0",
    redacting names: [String] = []
  ) throws {
    let redaction = Redaction(Redaction.standardWords + names)
    let header = TraceHeader(
      program: program,
      version: version,
      feature: feature,
      isLive: dependencies.context == .live,
      date: Date(),
      localization: dependencies.context == .live ? Localization(dependencies) : nil,
      redaction: redaction,
      state: try withState(JSONValueEncoder().encode)
    )
    let writer = try TraceWriter(to: path, header: header) { error in
      reportIssue("A store is no longer recorded: \(error).\n\nThe trace has all steps up to here and can be read.")
    }
    var time: (@Sendable () -> Duration)?
    if let clock = dependencies.continuousClock as? TestClock<Duration> { time = { clock.now.offset } }
    let recorder = TraceRecorder(writer, redaction: redaction, time: time)
    let trace = StoreTrace<State, Action>(
      recorder,
      state: header.state,
      endsWithStore: true,
      encode: JSONStateEncoder().encode
    )
    inspect(with: Inspector(numbered: trace.record))
  }

  /// Records every step from now on for a command. The end is the caller's to record.
  ///
  /// - Parameter generated: Notes what generators give to reducers, and gave to the start state.
  func trace(
    to destination: TraceDestination,
    feature: String,
    isLive: Bool,
    generated: GeneratedValuesLog?
  ) throws(FileError) -> TraceRecorder {
    try trace(
      to: destination,
      feature: feature,
      isLive: isLive,
      generated: generated,
      encoding: JSONStateEncoder().encode
    )
  }

  /// Needs names.
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
  /// Needs a state and actions that can be encoded.
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
  /// Records every step from now on for a command, with states that are encoded in a way of its own.
  ///
  /// - Parameters:
  ///   - generated: Notes what generators give to reducers, and gave to the start state.
  ///   - time: The time since the start, if that is not the real time.
  ///   - endsWithStore: Whether the trace ends when the store goes, or is inspected no longer. Else the end is the caller's
  ///     to record.
  ///   - encode: Encodes a state.
  func trace(
    to destination: TraceDestination,
    feature: String,
    isLive: Bool,
    generated: GeneratedValuesLog?,
    time: (@Sendable () -> Duration)? = nil,
    endsWithStore: Bool = false,
    encoding encode: @escaping (State) throws -> JSONValue
  ) throws(FileError) -> TraceRecorder {
    let state: JSONValue
    do {
      state = try withState(encode)
    } catch {
      throw FileError(.write, destination.path, reason: "the start state cannot be encoded: \(error)")
    }
    let recorder = try destination.begin(
      feature: feature,
      isLive: isLive,
      seed: isLive ? nil : DependencyValues.mockSeed,
      state: state,
      values: generated?.take() ?? GeneratedValues(),
      localization: Localization(dependencies),
      console: nil,
      time: time
    )
    let trace = StoreTrace<State, Action>(
      recorder,
      state: state,
      generated,
      endsWithStore: endsWithStore,
      encode: encode
    )
    inspect(with: Inspector(numbered: trace.record))
    return recorder
  }
}

/// Records the steps of one store.
private final class StoreTrace<State, Action: Encodable> {
  private let recorder: TraceRecorder
  private let generated: GeneratedValuesLog?
  private let endsWithStore: Bool
  private let encode: (State) throws -> JSONValue
  private var latest: JSONValue

  init(
    _ recorder: TraceRecorder,
    state: JSONValue,
    _ generated: GeneratedValuesLog? = nil,
    endsWithStore: Bool = false,
    encode: @escaping (State) throws -> JSONValue
  ) {
    self.encode = encode
    self.recorder = recorder
    self.generated = generated
    self.endsWithStore = endsWithStore
    latest = state
  }

  deinit {
    if endsWithStore { _ = recorder.end(.passed) }
  }

  func record(_ step: Inspection<State, Action>, _ number: InspectionStep) {
    switch step {
    case .reduced(let action, let origin, _, let state):
      // A state that cannot be encoded is told as the one before it.
      let state = (try? encode(state)) ?? latest
      recorder.action(
        action,
        ActionText(action),
        origin: origin,
        step: number,
        values: generated?.take() ?? GeneratedValues(),
        patch: JSONPatch(from: latest, to: state, redacting: recorder.redaction)
      )
      latest = state
    // The next action's patch holds it.
    case .sharedStateChanged: break
    // A trace has the effects that run.
    case .effectSuspended, .effectResumed, .effectDiscarded: break
    case .effectStarted(let effect): recorder.started(effect)
    case .effectFinished(let effect): recorder.finished(effect)
    case .effectCancelled(let effect): recorder.cancelled(effect)
    }
  }
}
