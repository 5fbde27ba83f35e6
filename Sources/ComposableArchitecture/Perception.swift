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
