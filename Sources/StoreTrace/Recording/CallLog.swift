import Dependencies
import Store

/// Records the calls of endpoints in a trace. Until one begins, calls only pass through.
package final class CallLog: CallHandler {
  private let recorder = Locked<TraceRecorder?>(nil)

  package init() {}

  package func begin(_ recorder: TraceRecorder) {
    self.recorder.withLock { $0 = recorder }
  }

  package func call<Output: Codable & Sendable>(
    _ endpoint: RecordedEndpoint,
    _ arguments: [any Encodable & Sendable],
    original: () async throws -> Output
  ) async throws -> Output {
    guard let recorder = recorder.withLock({ $0 }) else { return try await original() }
    let effect = CurrentEffect.id
    func record(_ outcome: TraceRecord.Outcome) {
      let arguments = arguments.map { (try? JSONValueEncoder().encode($0)) ?? .null }
      recorder.call(effect: effect, endpoint.name, labels: endpoint.parameters, arguments: arguments, outcome: outcome)
    }
    do {
      let output = try await original()
      // Encoded before the result is returned, because the feature may change it afterwards.
      if let json = try? JSONValueEncoder().encode(output) { record(.result(json)) }
      return output
    } catch {
      record(.error(RecordedError(error).json))
      throw error
    }
  }
}
