import Dependencies
import Foundation
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

  /// What the feature depends on where somebody is looking on: live values, or the mock values that scripts run on but
  /// with the real clock.
  ///
  /// - Parameter calls: Records calls, if the session is recorded.
  func dependenciesInRealTime(isLive: Bool, _ calls: CallLog? = nil) -> DependencyValues {
    withDependencies {
      if isLive {
        $0.context = .live
      } else {
        $0.useMockValues(on: TestClock())
        let start = $0.date.now
        let clock = ContinuousClock()
        let began = clock.now
        $0.continuousClock = clock
        $0.suspendingClock = SuspendingClock()
        $0.date = DateGenerator { start.addingTimeInterval(began.duration(to: clock.now) / .seconds(1)) }
      }
      dependencies(&$0)
      if trace != nil, let calls {
        GeneratedValuesLog.observe(&$0)
        for endpoint in endpoints { endpoint.install(calls, in: &$0) }
      }
    } operation: {
      DependencyValues.current
    }
  }
}
