import Dependencies
import Store

/// How a feature comes into being.
struct FeatureSetup<Feature: Reducer>: Sendable {
  let initialState: @Sendable () -> Feature.State
  let reducer: @Sendable () -> Feature
  /// Replaces what the feature depends on, after all has been set to live or mock values.
  var dependencies: @Sendable (inout DependencyValues) -> Void = { _ in }
  /// Endpoints of dependencies whose calls are recorded.
  var endpoints: [RecordedEndpoint] = []
  /// Where a session is recorded to, if it is.
  var trace: TraceDestination?
  /// How many actions may come of one another while there is something to run all the time.
  var actionLimit = 100_000
  /// How the feature is drawn, if it is.
  var screen: (@Sendable (ObservedState<Feature.State>, ScreenContext) -> Screen<Feature.Action>)?

  /// The same, with further changes of what the feature depends on.
  func adding(_ update: @escaping @Sendable (inout DependencyValues) -> Void) -> Self {
    var setup = self
    setup.dependencies = { [dependencies] in
      dependencies(&$0)
      update(&$0)
    }
    return setup
  }
}
