import Dependencies
import Foundation
import Store
import StoreExploration

/// Lets an exploration decide how each call ends: with its mock value, with an error, or never.
final class ExploredCalls: CallHandler {
  /// Whether calls may also remain without an answer.
  let mayHang: Bool
  /// The names of the endpoints that were called, and of those with a failed call.
  let covered = Locked<(called: Set<String>, failed: Set<String>)>(([], []))

  init(mayHang: Bool) {
    self.mayHang = mayHang
  }

  /// The error of a call whose endpoint has no known errors.
  struct Failure: Error, CustomStringConvertible {
    var description: String { "the call failed, as the exploration has chosen" }
  }

  func call<Output: Codable & Sendable>(
    _ endpoint: RecordedEndpoint,
    _ arguments: [any Encodable & Sendable],
    original: () async throws -> Output
  ) async throws -> Output {
    try Task.checkCancellation()
    let failures = endpoint.failures.isEmpty ? [Failure()] : endpoint.failures
    let never = failures.count + 1
    let call = PendingCall(label: Self.label(endpoint, arguments), count: mayHang ? never + 1 : never) { index in
      index == 0 ? ".success, as its mock value does" : index == never ? ".never" : ".failure(\(failures[index - 1]))"
    }
    covered.withLock { _ = $0.called.insert(endpoint.name) }
    guard let index = await PendingCalls.wait(for: call, isEndless: { $0 == never }) else { throw CancellationError() }
    if index > 0 {
      covered.withLock { _ = $0.failed.insert(endpoint.name) }
      throw failures[index - 1]
    }
    // If the mock value waits, only other calls of the same story can resume it.
    let recorder = SuspensionRecorder.current
    let token = recorder?.willSuspend("waiting for the mock value of \(endpoint.name)")
    defer { if let token { recorder?.didResume(token) } }
    return try await original()
  }

  private static func label(_ endpoint: RecordedEndpoint, _ arguments: [any Encodable & Sendable]) -> String {
    let texts = arguments.enumerated().map { index, argument in
      let text = (try? JSONValueEncoder().encode(argument)).map { "\($0)" } ?? "\(argument)"
      return endpoint.parameters.indices.contains(index) ? "\(endpoint.parameters[index]): \(text)" : text
    }
    return texts.isEmpty ? endpoint.name : "\(endpoint.name)(\(texts.joined(separator: ", ")))"
  }
}

/// Identifiers and random numbers that are the same in each story, because each story counts its own.
struct ExploredValues: Sendable {
  private let ids = ModeledValue(0)
  private let numbers = Numbers()

  private final class Numbers: RandomNumberGenerator, Sendable {
    private let count = ModeledValue(0 as UInt64)

    func next() -> UInt64 {
      let number = count.withValue { count in
        count += 1
        return count
      }
      var generator = SeededRandomNumberGenerator(seed: DependencyValues.mockSeed &+ number)
      return generator.next()
    }
  }

  func install(in values: inout DependencyValues) {
    values.uuid = UUIDGenerator { [ids] in
      UUID(
        ids.withValue { id in
          defer { id += 1 }
          return id
        }
      )
    }
    values.withRandomNumberGenerator = WithRandomNumberGenerator(numbers)
  }
}
