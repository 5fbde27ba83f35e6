/// Thrown to an effect that uses the state of a feature which no longer exists, or whose store has ended.
///
/// Let it end the effect. Like a `CancellationError`, it goes to no `catch` closure and is not reported.
public struct FeatureGone: Error, Hashable, Sendable, CustomStringConvertible {
  /// Makes the error, to test code that handles it.
  public init() {}

  /// Says what has happened.
  public var description: String {
    "The feature that the effect belongs to is gone."
  }
}

/// Whether an error says that the effect has no more to do.
@usableFromInline func isCancellation(_ error: any Error) -> Bool {
  error is CancellationError || error is FeatureGone
}
