import Dependencies
import Store

/// Records what endpoints answer.
final class CallLog: CallHandler {
  private let recorder = Locked<TraceRecorder?>(nil)

  func begin(_ recorder: TraceRecorder) {
    self.recorder.withLock { $0 = recorder }
  }

  func call<Output: Codable & Sendable>(
    _ endpoint: RecordedEndpoint,
    _ arguments: [any Encodable & Sendable],
    original: () async throws -> Output
  ) async throws -> Output {
    guard let recorder = recorder.withLock({ $0 }) else { return try await original() }
    let effect = CurrentEffect.id
    func record(_ outcome: TraceRecord.Outcome) {
      let arguments = arguments.map { (try? JSONValueEncoder().encode($0)) ?? .null }
      recorder.call(
        effect: effect,
        endpoint.name,
        labels: endpoint.parameters,
        arguments: arguments,
        outcome: outcome
      )
    }
    do {
      let output = try await original()
      // Encoded here, before what was answered can change anything.
      if let json = try? JSONValueEncoder().encode(output) { record(.result(json)) }
      return output
    } catch {
      record(.error(RecordedError(error).json))
      throw error
    }
  }
}
