@DependencyClient struct AccountClient: TestDependencyKey {
  var isFree: @Sendable (_ nickname: String) async throws -> Bool
  var register: @Sendable (_ email: String, _ nickname: String) async throws -> Void
  static let testValue = AccountClient()
}
extension DependencyValues {
  var accountClient: AccountClient {
    get { self[AccountClient.self] }
    set { self[AccountClient.self] = newValue }
  }
}
struct Fields: Equatable {}
struct State: Equatable {}
enum Action { case saveButtonTapped }
let store = Store(initialState: Registration.State()) { Registration() }
