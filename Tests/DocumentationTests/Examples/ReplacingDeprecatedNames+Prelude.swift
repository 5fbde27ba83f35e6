struct ThermometerClient: TestDependencyKey {
  var degrees: @Sendable () async throws -> Int
  static let testValue = ThermometerClient { 0 }
}
extension DependencyValues {
  var thermometerClient: ThermometerClient {
    get { self[ThermometerClient.self] }
    set { self[ThermometerClient.self] = newValue }
  }
}
