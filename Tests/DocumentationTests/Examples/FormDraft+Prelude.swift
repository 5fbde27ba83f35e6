@DependencyClient struct MailClient: TestDependencyKey {
  var send: @Sendable (_ letter: Letter) async throws -> Void
  static let testValue = MailClient()
}
