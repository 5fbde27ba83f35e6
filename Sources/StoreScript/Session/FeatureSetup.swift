import Dependencies
import Dispatch
import Foundation
import Store
import StoreTrace

/// The functions that make, record and draw a feature.
package struct FeatureSetup<Feature: Reducer>: Sendable {
  package var initialState: @Sendable () -> Feature.State
  package let reducer: @Sendable () -> Feature
  /// Replaces dependencies of the feature, after all dependencies have been set to live or mock values.
  package var dependencies: @Sendable (inout DependencyValues) -> Void = { _ in }
  /// Endpoints of dependencies whose calls are recorded.
  package var endpoints: [RecordedEndpoint] = []
  /// The names of the effects that save something.
  package var savingEffects: Set<String> = []
  /// The time that the program waits for these effects before it ends, and then for ``willEnd``.
  package var patience = Duration.seconds(10)
  /// The names of the effects that observe, with the paths of the actions that they send.
  package var observingEffects: [String: Set<String>] = [:]
  /// Called before the program ends, with live values of dependencies.
  package var willEnd: (@Sendable (DependencyValues) -> Void)?
  /// The destination of the trace; `nil` if the session is not recorded.
  package var trace: TraceDestination?
  /// Called on the session's actor with each store that the session continues with, after its steps are recorded.
  /// `script` returns the statements that led here, and throws a ``MissingScript`` if there are none; it is `nil` for a
  /// session without statements.
  package var didMakeStore: (@Sendable (StoreOf<Feature>, _ script: (() throws -> String)?) -> Void)?
  /// The maximum number of actions that may be reduced without a pause.
  var actionLimit = 100_000
  /// Draws the feature; `nil` if it has no screen.
  package var screen: (@Sendable (ObservedState<Feature.State>, ScreenContext) -> Screen<Feature.Action>)?

  package init(initialState: @escaping @Sendable () -> Feature.State, reducer: @escaping @Sendable () -> Feature) {
    self.initialState = initialState
    self.reducer = reducer
  }

  /// Returns this setup with further changes of dependencies.
  package func adding(_ update: @escaping @Sendable (inout DependencyValues) -> Void) -> Self {
    var setup = self
    setup.dependencies = { [dependencies] in
      dependencies(&$0)
      update(&$0)
    }
    return setup
  }

  /// Returns this setup in the locale of a script, if the script sets one.
  func inLocale(of statements: [Statement]) -> Self {
    guard let locale = statements.locale else { return self }
    return adding { $0.locale = locale }
  }

  /// Returns the time zone of dates in scripts that name none.
  package func timeZone(isLive: Bool) -> TimeZone {
    withDependencies {
      if isLive { $0.context = .live } else { $0.useMockValues(on: TestClock()) }
      dependencies(&$0)
    } operation: {
      DependencyValues.current.timeZone
    }
  }

  /// Returns a record of the effects that save something. It is empty on mock values, because nothing is saved outside
  /// of the process.
  package func savingEffects(isLive: Bool) -> SavingEffects { SavingEffects(isLive ? savingEffects : []) }

  /// Calls ``willEnd``, and waits for it at most as long as for effects that save.
  ///
  /// - Parameter isHurried: Whether the program was asked to end at once. Then this waits for half a second at most.
  package func end(isHurried: Bool) async {
    guard let ending else { return }
    await withCheckedContinuation { continuation in ending.begin(isHurried: isHurried) { continuation.resume() } }
  }

  /// The work before the end of the program; `nil` if there is none.
  package var ending: ProgramEnding? { willEnd.map { ProgramEnding($0, patience: patience) } }

  /// Makes a store of the feature.
  ///
  /// - Parameters:
  ///   - state: The state to begin with, which is made with the store's dependencies.
  ///   - generated: Collects the values that generators give to the reducer; `nil` if the session is not recorded.
  package func makeStore(
    from state: @autoclosure () -> Feature.State,
    isolation: any Actor,
    configuration: StoreConfiguration,
    _ generated: GeneratedValuesLog?,
    withDependencies update: @escaping (inout DependencyValues) -> Void
  ) -> StoreOf<Feature> {
    Store(
      initialState: generated?.noting(state) ?? state(),
      isolation: isolation,
      configuration: configuration,
      reducer: { NotingReducer(base: reducer(), log: generated) },
      withDependencies: update
    )
  }

  /// Records the calls of endpoints and the values of generators.
  package func observe(_ dependencies: inout DependencyValues, _ calls: CallLog) {
    GeneratedValuesLog.observe(&dependencies)
    for endpoint in endpoints { endpoint.install(calls, in: &dependencies) }
  }

  /// Returns the dependencies for real time: live values, or the mock values of scripts with the real clock.
  ///
  /// - Parameter calls: Records calls, if the session is recorded.
  package func dependenciesInRealTime(isLive: Bool, _ calls: CallLog? = nil) -> DependencyValues {
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
      if trace != nil, let calls { observe(&$0, calls) }
    } operation: {
      DependencyValues.current
    }
  }
}
