import Dependencies
import Store

/// Answers calls of endpoints as they were answered when the session was recorded.
final class RehearsedCalls: CallHandler {
  /// A call that was made.
  struct Made {
    let endpoint: String
    let arguments: [any Encodable & Sendable]
    /// The arguments as they are recorded.
    let json: [JSONValue]
    /// The recorded call whose answer it gets; `nil` if it is never answered.
    let recorded: RecordedSession.Call?
    /// The number of answers that had been given by hand when the call was made.
    let answersBefore: Int
  }

  private struct State {
    var remaining: [RecordedSession.Call]
    /// Which of the sent actions each effect came of, as in ``RecordedSession/Call/origin``.
    var origins: [Int: Int] = [:]
    var made: [Made] = []
    var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
    /// Those whose turn had come before they were made.
    var isDue: Set<Int> = []
    var cancelled: Set<Int> = []
    var released: [Int] = []
    var lastToken = 0
    var isStopped = false
    /// What could not be decoded.
    var failures: [String] = []
    var results: [Int: any Sendable] = [:]
  }

  private let state: Locked<State>
  private let redaction: Redaction
  private let holdsAll: Bool

  init(_ calls: [RecordedSession.Call], redaction: Redaction, holdsAll: Bool) {
    state = Locked(State(remaining: calls))
    self.redaction = redaction
    self.holdsAll = holdsAll
  }

  // MARK: What has happened

  /// The calls in the order in which they were made.
  var made: [Made] { state.withLock { $0.made } }
  /// The calls that were answered by hand, in their order.
  var released: [Int] { state.withLock { $0.released } }
  var failures: [String] { state.withLock { $0.failures } }
  /// What calls were answered, by their numbers.
  var results: [Int: any Sendable] { state.withLock { $0.results } }
  var remaining: [RecordedSession.Call] { state.withLock { $0.remaining } }

  func isHeld(_ call: RecordedSession.Call) -> Bool { holdsAll || call.isHeld }

  /// Whether a call was made, and waits to be answered.
  func isWaiting(_ index: Int) -> Bool { state.withLock { $0.waiting[index] != nil } }

  /// Answers a call that waits for it. One that was not made yet is answered at once when it is.
  ///
  /// - Returns: Whether there is one.
  func answer(_ index: Int) -> Bool {
    let continuation = state.withLock { state in
      let continuation = state.waiting.removeValue(forKey: index)
      if continuation != nil { state.released.append(index) } else { state.isDue.insert(index) }
      return continuation
    }
    continuation?.resume()
    return continuation != nil
  }

  /// Answers no more calls.
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
    )
    let effect = CurrentEffect.id
    let call = state.withLock { state -> RecordedSession.Call? in
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
      return call
    }
    // What was cancelled was never answered.
    guard let call, !call.isCancelled else {
      try await wait(for: nil, endpoint.name)
      throw CancellationError()
    }
    if isHeld(call), !state.withLock({ $0.isDue.contains(call.index) }) {
      try await wait(for: call.index, endpoint.name)
    }
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

  /// Whether a recorded call is the one that is made.
  ///
  /// An effect that was cancelled before it began has made no call, and the rehearsal, where effects begin at once, must
  /// not give it the answer of a later effect that asked the same. This can be told where answers come when they did:
  /// then effects come of the same actions.
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

  private func wait(for index: Int?, _ endpoint: String) async throws {
    let token = state.withLock { state in
      state.lastToken -= 1
      return index ?? state.lastToken
    }
    let recorder = SuspensionRecorder.current
    let suspension = recorder?.willSuspend("waiting for the answer of \(endpoint)")
    defer { if let recorder, let suspension { recorder.didResume(suspension) } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          if state.cancelled.contains(token) { return true }
          state.waiting[token] = continuation
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let continuation = state.withLock { state in
        state.cancelled.insert(token)
        return state.waiting.removeValue(forKey: token)
      }
      continuation?.resume(throwing: CancellationError())
    }
  }
}
