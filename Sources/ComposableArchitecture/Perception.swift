/// Calls a closure, and calls `onChange` before the first change of an observable property that the closure has read.
///
/// The same as `withObservationTracking`, under the name that the Composable Architecture uses on systems without
/// Observation.
public func withPerceptionTracking<Result>(
  _ apply: () -> Result,
  onChange: @autoclosure () -> @Sendable () -> Void
) -> Result {
  withObservationTracking(apply, onChange: onChange())
}

/// The name of `EphemeralState` in the Composable Architecture.
public typealias _EphemeralState = EphemeralState

extension TestStore {
  /// Always `true`: effects of a test store run one after the other, in the same order each time, on an executor of the
  /// store. Setting it has no effect.
  public var useMainSerialExecutor: Bool {
    get { true }
    set {}
  }
}
