import Dependencies
import Testing

// What the examples call that `ExampleWriter` writes.

/// Runs the statements of a block as those of a program.
@MainActor func runLive(_ body: @MainActor () async throws -> Void) async throws {
  try await withDependencies({ $0.context = .live }, operation: { try await body() })
}

@MainActor func runLiveSynchronously(_ body: @MainActor () throws -> Void) throws {
  try withDependencies({ $0.context = .live }, operation: { try body() })
}

/// Runs the statements of a block that shows a mistake which the library reports.
@MainActor func runReporting(_ body: @MainActor () async throws -> Void) async throws {
  await withExpectedIssue { try await body() }
}

/// Runs the statements of a block that shows a mistake which an expectation finds.
@MainActor func runFailing(_ body: @MainActor () async throws -> Void) async throws {
  await withKnownIssue { try await body() }
}

/// Changes a variable that a block declares for others to change.
func use<Value>(_ value: inout Value) {}

/// A value that a block needs in order to be compiled. It is not run.
func placeholder<Value>() -> Value { fatalError("This is not run.") }
