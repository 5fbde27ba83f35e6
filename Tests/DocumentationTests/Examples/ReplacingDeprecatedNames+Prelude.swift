struct ThermometerClient: TestDependencyKey {
  var degrees: @Sendable () async throws -> Int
  static let testValue = ThermometerClient { 0 }
}
extension DependencyValues { var thermometerClient: ThermometerClient { self[ThermometerClient.self] } }
