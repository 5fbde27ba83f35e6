@DependencyClient struct PaymentClient: TestDependencyKey {
  var pay: @Sendable (_ yen: Int) async throws -> Void
  static let testValue = PaymentClient()
}
extension DependencyValues {
  var paymentClient: PaymentClient {
    get { self[PaymentClient.self] }
    set { self[PaymentClient.self] = newValue }
  }
}
struct State: Equatable {
  var lines: [String] = []
  var hasUnsavedChanges = false
}
enum Action { case clearButtonTapped, lineDrawn(String), undoButtonTapped }
