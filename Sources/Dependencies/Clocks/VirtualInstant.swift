/// A point in time on a clock without real time, relative to the clock's start.
public struct VirtualInstant<Duration: DurationProtocol & Hashable>: InstantProtocol {
  /// The time since the clock's start.
  public let offset: Duration
  /// If this was computed from the `now` of a ``TestClock``, how often that clock had been moved. `==` and hashing
  /// ignore it.
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

  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.offset == rhs.offset }

  public func hash(into hasher: inout Hasher) { hasher.combine(offset) }
}

extension VirtualInstant: CustomStringConvertible, CustomReflectable {
  public var description: String { "\(Self.self)(offset: \(offset))" }

  public var customMirror: Mirror { Mirror(self, children: ["offset": offset], displayStyle: .struct) }
}
