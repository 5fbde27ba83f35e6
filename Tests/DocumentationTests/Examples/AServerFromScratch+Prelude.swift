@DependencyClient struct ChatClient: TestDependencyKey {
  var save: @Sendable (_ lines: [String]) async throws -> Void
  static let testValue = ChatClient()
}
extension DependencyValues {
  var chatClient: ChatClient {
    get { self[ChatClient.self] }
    set { self[ChatClient.self] = newValue }
  }
}
private func withoutTheWorld<Result>(
  saved: LockIsolated<[[String]]> = LockIsolated([]),
  _ operation: () async throws -> Result
) async rethrows -> Result {
  try await withDependencies {
    $0.continuousClock = TestClock()
    $0.chatClient.save = { lines in saved.withValue { $0.append(lines) } }
  } operation: {
    try await operation()
  }
}
