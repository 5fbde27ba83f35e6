import Store

@testable import StoreInspection

extension StoreCommandLine where Feature.State: Encodable, Feature.Action: Codable {
  /// Makes a program that is named after its feature. Unless told otherwise, it records sessions and makes tests of
  /// them.
  init(
    of reducer: @autoclosure @escaping @Sendable () -> Feature,
    _ state: @autoclosure @escaping @Sendable () -> Feature.State,
    commands: [StoreCommand<Feature>] = [.run, .generateTest]
  ) {
    self.init("\(Feature.self)", commands: commands, initialState: state, reducer: reducer)
  }
}
