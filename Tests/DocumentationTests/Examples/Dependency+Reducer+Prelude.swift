private struct Defaults: DependencyKey {
  static let liveValue = Defaults()
  static var inMemory: Self { Defaults() }
}
extension DependencyValues {
  fileprivate var userDefaults: Defaults {
    get { self[Defaults.self] }
    set { self[Defaults.self] = newValue }
  }
}
private typealias Onboarding = ReducerExamples.Onboarding
typealias State = ReducerExamples.State
typealias Action = ReducerExamples.Action
