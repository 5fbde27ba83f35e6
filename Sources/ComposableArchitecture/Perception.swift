/// Calls a closure, and another one before the first change of what the closure has read of observable objects.
///
/// The same as `withObservationTracking`, by the name that it has where systems without Observation are supported.
public func withPerceptionTracking<Result>(
  _ apply: () -> Result,
  onChange: @autoclosure () -> @Sendable () -> Void
) -> Result {
  withObservationTracking(apply, onChange: onChange())
}
