import Dependencies
import Store

/// Answers the calls of a feature as in the recorded session: after the same steps, in the same order, and at the same
/// time on the session's clock.
final class RecordedAnswers: CallHandler {
  private struct Answer {
    enum Status { case open, taken, given, returned }

    let call: RecordedEvents.Call
    var status = Status.open
  }

  private struct State {
    var answers: [Answer]
    /// The number of actions and changes that were reached.
    var stepCount = 0
    /// The calls that wait, by the index of their answer; negative for calls that get none.
    var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
    var cancelled: Set<Int> = []
    var unansweredCount = 0
    /// The number of answers that cancelled calls have returned.
    var returnCount = 0
    /// The endpoints whose answers have to be given before later answers of other endpoints.
    var awaited: Set<String> = []
    var called: Set<String> = []

    /// Whether an answer is the next one. Answers that came after the same step are given in their order.
    func isDue(_ index: Int) -> Bool {
      guard index >= 0, let place = answers[index].call.stepCount, place <= stepCount else { return false }
      return !answers[..<index].contains {
        ($0.status == .open || $0.status == .taken) && $0.call.stepCount == place && awaited.contains($0.call.endpoint)
      }
    }

    /// Removes and returns the calls whose answers are due.
    mutating func takeDue() -> [CheckedContinuation<Void, any Error>] {
      let due = waiting.keys.filter { isDue($0) }.sorted()
      return due.compactMap { waiting.removeValue(forKey: $0) }
    }
  }

  private let clock: TestClock<Duration>
  private let redaction: Redaction
  /// The texts that were redacted in the recorded session.
  private let texts: RedactedTexts
  private let state: Locked<State>
  private let location: IssueLocation

  init(_ events: RecordedEvents, hiding texts: RedactedTexts, _ clock: TestClock<Duration>, at location: IssueLocation)
  {
    self.location = location
    self.clock = clock
    self.texts = texts
    redaction = events.header.redaction
    state = Locked(State(answers: events.calls.map { Answer(call: $0) }))
  }

  /// Passes the calls of endpoints to these answers.
  ///
  /// - Parameter awaited: The endpoints that the feature is known to call: other answers wait for theirs.
  func install(_ endpoints: [RecordedEndpoint], awaited: Set<String>, in dependencies: inout DependencyValues) {
    for endpoint in endpoints { endpoint.install(self, in: &dependencies) }
    state.withLock { $0.awaited.formUnion(awaited) }
  }

  /// The endpoints that were called.
  var called: Set<String> { state.withLock { $0.called } }

  /// Gives the answers that came after a number of actions and changes.
  func advance(to stepCount: Int) {
    resume { $0.stepCount = stepCount }
  }

  private func resume(after change: (inout State) -> Void) {
    let due = state.withLock { state in
      change(&state)
      return state.takeDue()
    }
    for continuation in due { continuation.resume() }
  }

  func call<Output: Codable & Sendable>(
    _ endpoint: RecordedEndpoint,
    _ arguments: [any Encodable & Sendable],
    original: () async throws -> Output
  ) async throws -> Output {
    try await answer(endpoint.name, endpoint.parameters, arguments)
  }

  /// - Parameter labels: The names of the endpoint's parameters, as far as they are known.
  func answer<Output: Codable & Sendable>(
    _ endpoint: String,
    _ labels: [String],
    _ arguments: [any Encodable & Sendable]
  ) async throws -> Output {
    let arguments = redaction.apply(to: arguments.map { RecordedValue.json($0) }, of: endpoint, labels: labels)
    let json = arguments.map { texts.hidden(in: $0) }
    var returnCount = state.withLock { $0.returnCount }
    var taken = take(endpoint, json)
    while taken == nil {
      // No recorded answer is left: the session ended before it, or never made this call. But another call may be
      // cancelled, and return its answer.
      try await waitForReturnedAnswer(of: endpoint, after: returnCount)
      returnCount = state.withLock { $0.returnCount }
      taken = take(endpoint, json)
    }
    guard let (index, call) = taken else { throw CancellationError() }
    do {
      try await wait(for: index, "waiting for the recorded answer of \(endpoint)") { $0.isDue(index) }
      // The step after which the answer is due may have cancelled the effect.
      try Task.checkCancellation()
      let time = TestClock<Duration>.Instant(offset: .seconds(recorded: call.time))
      if clock.now < time { try await clock.sleep(until: time) }
    } catch {
      returnAnswer(index)
      throw error
    }
    resume { $0.answers[index].status = .given }
    switch call.outcome {
    case .result(let json):
      do throws(DecodingProblem) {
        return try NodeDecoder.decode(Output.self, from: .json(JSONNode(json, at: 0..<0)))
      } catch {
        fail("What \"\(endpoint)\" answered can't be read again: \(error.diagnostic.message).")
        throw CancellationError()
      }
    case .error(let json):
      guard let error = RecordedError.decode(json) else {
        let type = json["type"].map { "\($0)" } ?? "an error"
        fail("\"\(endpoint)\" threw \(type), which is not 'Codable'. Throw an error that is.")
        throw CancellationError()
      }
      throw error
    }
  }

  /// Takes the first answer to a call.
  private func take(_ endpoint: String, _ arguments: [JSONValue]) -> (index: Int, call: RecordedEvents.Call)? {
    state.withLock { state in
      state.called.insert(endpoint)
      let index = state.answers.firstIndex { answer in
        (answer.status == .open || answer.status == .returned) && answer.call.endpoint == endpoint
          && answer.call.arguments == arguments
      }
      guard let index else { return nil }
      state.answers[index].status = .taken
      return (index, state.answers[index].call)
    }
  }

  /// Makes an answer available to a later call, unless the call was also cancelled in the session.
  private func returnAnswer(_ index: Int) {
    var unanswered: [CheckedContinuation<Void, any Error>] = []
    resume { state in
      state.returnCount += 1
      state.answers[index].status = state.answers[index].call.stepCount == nil ? .given : .returned
      unanswered = state.waiting.keys.filter { $0 < 0 }.sorted().compactMap { state.waiting.removeValue(forKey: $0) }
    }
    for continuation in unanswered { continuation.resume() }
  }

  private func waitForReturnedAnswer(of endpoint: String, after returnCount: Int) async throws {
    let id = state.withLock { state in
      state.unansweredCount += 1
      return -state.unansweredCount
    }
    try await wait(for: id, "waiting for an answer of \(endpoint) that was not recorded") {
      $0.returnCount > returnCount
    }
  }

  /// Waits until a call can continue. A call that was cancelled in the session waits until it is cancelled here, too.
  private func wait(for id: Int, _ reason: String, until isReady: @Sendable (State) -> Bool) async throws {
    if state.withLock({ isReady($0) }) { return }
    let recorder = SuspensionRecorder.current
    let suspension = recorder?.willSuspend(reason)
    defer {
      if let recorder, let suspension { recorder.didResume(suspension) }
      // The call may have been cancelled after it was resumed. A later call can wait for the same answer.
      _ = state.withLock { $0.cancelled.remove(id) }
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // One lock covers the decision and the registration, so that no answer or cancellation comes in between.
        let end = state.withLock { state -> Result<Void, any Error>? in
          if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
          if isReady(state) { return .success(()) }
          state.waiting[id] = continuation
          return nil
        }
        if let end { continuation.resume(with: end) }
      }
    } onCancel: {
      let continuation = state.withLock { state in
        let continuation = state.waiting.removeValue(forKey: id)
        if continuation == nil { state.cancelled.insert(id) }
        return continuation
      }
      continuation?.resume(throwing: CancellationError())
    }
  }

  private func fail(_ message: String) {
    reportIssue(message, at: location, article: .generatedTests)
  }
}

extension Duration {
  /// A recorded time. Times are recorded to the microsecond. Damaged traces may have any number, so it is limited to
  /// about 280,000 years.
  package static func seconds(recorded seconds: Double) -> Duration {
    .microseconds(Int64(exactly: (min(max(0, seconds), 9e12) * 1_000_000).rounded()) ?? 0)
  }
}
