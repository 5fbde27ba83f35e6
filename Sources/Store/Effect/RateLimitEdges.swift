/// The ends of a stretch of time at which ``Effect/debounce(id:for:clock:edges:)`` and
/// ``Effect/throttle(id:for:clock:latest:edges:)`` let an effect through.
public struct RateLimitEdges: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The first effect runs at once.
  public static let leading = Self(rawValue: 1)
  /// An effect that came during the time runs at its end.
  public static let trailing = Self(rawValue: 2)
}
