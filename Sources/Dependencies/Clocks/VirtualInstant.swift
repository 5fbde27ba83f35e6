/// A point in time on a clock without real time, relative to the clock's start.
public struct VirtualInstant<Duration: DurationProtocol & Hashable>: InstantProtocol {
  /// The time since the clock's start.
  public let offset: Duration

  /// Makes the point in time `offset` after the clock's start.
  public init(offset: Duration = .zero) { self.offset = offset }

  /// Returns the point in time that is later by a duration.
  public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }

  /// Returns the time from this point to another.
  public func duration(to other: Self) -> Duration { other.offset - offset }

  /// Whether one point in time is before another.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
}
