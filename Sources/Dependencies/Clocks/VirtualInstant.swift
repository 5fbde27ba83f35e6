/// A point in time on a clock that is not tied to real time, counted from the clock's start.
public struct VirtualInstant<Duration: DurationProtocol & Hashable>: InstantProtocol {
  /// The time since the clock's start.
  public let offset: Duration

  /// The time `offset` after the clock's start.
  public init(offset: Duration = .zero) { self.offset = offset }

  /// The point that is later by a duration.
  public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }

  /// The time from this point to another.
  public func duration(to other: Self) -> Duration { other.offset - offset }

  /// Whether a point is before another.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
}
