import Dependencies
import Store

/// Answers calls of endpoints with the recorded results of the session.
final class RehearsedCalls: CallHandler {
  /// A call that was made.
  struct Made {
    let endpoint: String
    let arguments: [any Encodable & Sendable]
    /// The arguments, encoded and redacted as in the trace.
    let json: [JSONValue]
    /// The recorded call whose result this call gets; `nil` if it is never answered.
    let recorded: RecordedSession.Call?
    /// How many calls ``answer(_:)`` had resumed when the call was made.
    let answersBefore: Int
  }

  private struct State {
    var remaining: [RecordedSession.Call]
    /// The number of the sent action that started each effect, as in ``RecordedSession/Call/origin``.
    var origins: [Int: Int] = [:]
    var made: [Made] = []
    var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
    /// Calls that ``answer(_:)`` was called for before they were made.
    var isDue: Set<Int> = []
    var cancelled: Set<Int> = []
    var released: [Int] = []
    var isStopped = false
    /// Results and errors that could not be decoded.
    var failures: [String] = []
    var results: [Int: any Sendable] = [:]
  }

  private let state: Locked<State>
  private let redaction: Redaction
  /// What is redacted in the state in which the session begins.
  private let texts: RedactedTexts
  private let holdsAll: Bool

  init(
    _ calls: [RecordedSession.Call],
    redaction: Redaction,
    hiding texts: RedactedTexts = RedactedTexts(),
    holdsAll: Bool
  ) {
    self.texts = texts
    state = Locked(State(remaining: calls))
    self.redaction = redaction
    self.holdsAll = holdsAll
  }

  // MARK: State

  /// The calls in the order in which they were made.
  var made: [Made] { state.withLock { $0.made } }
  /// The calls that ``answer(_:)`` has resumed, in that order.
  var released: [Int] { state.withLock { $0.released } }
  var failures: [String] { state.withLock { $0.failures } }
  /// The result of a call, or the error that it threw; `nil` if it was never answered.
  func result(of call: Made) -> (any Sendable)? {
    call.recorded.flatMap { recorded in state.withLock { $0.results[recorded.index] } }
  }
  var remaining: [RecordedSession.Call] { state.withLock { $0.remaining } }

  func isHeld(_ call: RecordedSession.Call) -> Bool { holdsAll || call.isLate }

  /// Whether a call was made and waits for its answer.
  func isWaiting(_ index: Int) -> Bool { state.withLock { $0.waiting[index] != nil } }

  /// Resumes a waiting call. A call that was not made yet doesn't wait when it is made.
  ///
  /// - Returns: Whether the call was waiting.
  func answer(_ index: Int) -> Bool {
    let continuation = state.withLock { state in
      let continuation = state.waiting.removeValue(forKey: index)
      if continuation != nil { state.released.append(index) } else { state.isDue.insert(index) }
      return continuation
    }
    continuation?.resume()
    return continuation != nil
  }

  /// Makes all later calls throw a `CancellationError`.
  func stop() { state.withLock { $0.isStopped = true } }

  // MARK: Calls

  func effectStarted(_ effect: Int, origin: Int?) {
    state.withLock { $0.origins[effect] = origin }
  }

  func call<Output: Codable & Sendable>(
    _ endpoint: RecordedEndpoint,
    _ arguments: [any Encodable & Sendable],
    original: () async throws -> Output
  ) async throws -> Output {
    if state.withLock({ $0.isStopped }) { throw CancellationError() }
    let json = redaction.apply(
      to: arguments.map { (try? JSONValueEncoder().encode($0)) ?? .null },
      of: endpoint.name,
      labels: endpoint.parameters
    ).map { texts.hidden(in: $0) }
    let effect = CurrentEffect.id
    let (call, count) = state.withLock { state -> (RecordedSession.Call?, Int) in
      let origin = effect.flatMap { state.origins[$0] }
      let index = state.remaining.firstIndex { isAnswer($0, to: endpoint, json, origin) }
      let call = index.map { state.remaining.remove(at: $0) }
      state.made.append(
        Made(
          endpoint: endpoint.name,
          arguments: arguments,
          json: json,
          recorded: call,
          answersBefore: state.released.count
        )
      )
      return (call, state.made.count)
    }
    // A call that was cancelled in the session has no answer: it waits for its cancellation.
    guard let call, !call.isCancelled else {
      try await wait(for: -count, endpoint.name)
      throw CancellationError()
    }
    if isHeld(call) { try await wait(for: call.index, endpoint.name) }
    switch call.outcome {
    case .result(let json):
      do {
        let output = try NodeDecoder.decode(Output.self, from: .json(JSONNode(json, at: 0..<0)))
        state.withLock { $0.results[call.index] = output }
        return output
      } catch {
        fail("\(endpoint.name): what it answered cannot be read again: \(error.diagnostic.message)")
        throw CancellationError()
      }
    case .error(let json):
      guard let error = RecordedError.decode(json) else {
        let type = json["type"].map { "\($0)" } ?? "an error"
        fail("\(endpoint.name): it threw \(type), which is not `Codable`: throw an error that is")
        throw CancellationError()
      }
      state.withLock { $0.results[call.index] = error }
      throw error
    }
  }

  /// Whether a recorded call is the one that is being made.
  ///
  /// In the session, an effect that was cancelled before it began made no call. In the rehearsal effects begin at once,
  /// so its call must not get the recorded answer of a later effect that makes the same call. The origins of the two
  /// effects distinguish them, but only if all calls are held: then answers come when they came in the session, and
  /// effects have the same origins.
  private func isAnswer(
    _ call: RecordedSession.Call,
    to endpoint: RecordedEndpoint,
    _ arguments: [JSONValue],
    _ origin: Int?
  ) -> Bool {
    guard call.endpoint == endpoint.name, call.arguments == arguments else { return false }
    guard holdsAll, let origin, let recorded = call.origin else { return true }
    return origin == recorded
  }

  private func fail(_ problem: String) {
    state.withLock { if !$0.failures.contains(problem) { $0.failures.append(problem) } }
  }

  /// Waits for the answer of a call, unless it is due. Negative numbers are of calls that are never answered.
  private func wait(for index: Int, _ endpoint: String) async throws {
    if state.withLock({ $0.isDue.contains(index) }) { return }
    let recorder = SuspensionRecorder.current
    let suspension = recorder?.willSuspend("waiting for the answer of \(endpoint)")
    defer { if let recorder, let suspension { recorder.didResume(suspension) } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // Decided together with the registration, so that no answer or cancellation comes in between.
        let end = state.withLock { state -> Result<Void, any Error>? in
          if state.cancelled.contains(index) { return .failure(CancellationError()) }
          if state.isDue.contains(index) { return .success(()) }
          state.waiting[index] = continuation
          return nil
        }
        if let end { continuation.resume(with: end) }
      }
    } onCancel: {
      let continuation = state.withLock { state in
        state.cancelled.insert(index)
        return state.waiting.removeValue(forKey: index)
      }
      continuation?.resume(throwing: CancellationError())
    }
  }
}
