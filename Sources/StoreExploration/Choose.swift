import Dependencies
import StoreCore

/// Ends a client's call in one of several ways, which an exploration or a test chooses.
///
/// ```swift
/// $0[TitleClient.self].titles = { query in
///   try await choose("titles \(query)", .success(["All about \(query)"]), .failure(NotConnected()))
/// }
/// ```
///
/// In an exploration by `exploreStates` the call waits, and the exploration tries each alternative at each later point
/// of the story. In a ``TestStore`` the call waits for ``TestStore/answer(_:at:with:)``. Elsewhere the first
/// alternative is the answer, at once.
///
/// - Parameters:
///   - label: The name of the call in stories, and for tests that answer it. Give different calls different names.
///   - alternatives: The ways in which the call may end, at least one. Begin with the usual one.
/// - Throws: The error of a ``Alternative/failure(_:)``, and `CancellationError` as soon as the effect is cancelled.
public func choose<Value>(_ label: String, _ alternatives: Alternative<Value>...) async throws -> Value {
  guard !alternatives.isEmpty else {
    reportIssue(
      """
      "choose" was given no alternative for "\(label)", so the call can't end. It throws a CancellationError.

      Name at least one way in which the call may end: choose("\(label)", .success(value)).
      """,
      at: IssueLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column),
      article: .exploring
    )
    throw CancellationError()
  }
  try Task.checkCancellation()
  let call = PendingCall(label: label, count: alternatives.count) { alternatives[$0].description }
  let isEndless: @Sendable (Int) -> Bool = { if case .never = alternatives[$0] { true } else { false } }
  guard let index = await PendingCalls.wait(for: call, isEndless: isEndless) else { throw CancellationError() }
  switch alternatives[index] {
  case .success(let value): return value
  case .failure(let error): throw error
  case .never: throw CancellationError()
  }
}

/// Returns one of several values from a client's call, which an exploration or a test chooses.
///
/// ```swift
/// return action > 0 ? .none : .run { send in await send(await choose("roll", 1, 6)) }
/// ```
///
/// When the effect is cancelled, the call returns the first value, because it can't throw.
///
/// - Parameters:
///   - label: The name of the call in stories, and for tests that answer it. Give different calls different names.
///   - first: The value that the call usually returns.
///   - others: The other values that it may return.
public func choose<Value: Sendable>(_ label: String, _ first: Value, _ others: Value...) async -> Value {
  guard !Task.isCancelled else { return first }
  let call = PendingCall(label: label, count: others.count + 1) { valueDump($0 == 0 ? first : others[$0 - 1]) }
  let index = await PendingCalls.wait(for: call, isEndless: { _ in false }) ?? 0
  return index == 0 ? first : others[index - 1]
}
