/// A point in time on a clock without real time, relative to the clock's start.
public struct VirtualInstant<Duration: DurationProtocol & Hashable>: InstantProtocol {
  /// The time since the clock's start.
  public let offset: Duration
  /// How often the ``TestClock`` had been moved on whose `now` this was computed from. No part of the value.
  let moves: Int?

  /// Makes the point in time `offset` after the clock's start.
  public init(offset: Duration = .zero) { self.init(offset: offset, moves: nil) }

  init(offset: Duration, moves: Int?) {
    self.offset = offset
    self.moves = moves
  }

  /// Returns the point in time that is later by a duration.
  public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration, moves: moves) }

  /// Returns the time from this point to another.
  public func duration(to other: Self) -> Duration { other.offset - offset }

  /// Whether one point in time is before another.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }

  /// Whether two points in time are the same.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.offset == rhs.offset }

  /// Hashes the time since the clock's start.
  public func hash(into hasher: inout Hasher) { hasher.combine(offset) }
}

extension VirtualInstant: CustomStringConvertible, CustomReflectable {
  /// The time since the clock's start, all that the value is.
  public var description: String { "\(Self.self)(offset: \(offset))" }

  /// The time since the clock's start, all that the value is.
  public var customMirror: Mirror { Mirror(self, children: ["offset": offset], displayStyle: .struct) }
}
