/// Describes how two values differ; `nil` if they are equal.
///
/// ```
///   User(
///     id: 42,
/// -   name: "Blob"
/// +   name: "Blob, Jr."
///   )
/// ```
///
/// Values are equal if `==` says so, or, where they have no `==`, if all that they consist of is equal. What is equal is
/// shown in one line or counted; elements are matched by their ids, if they have any. If nothing can be seen of a
/// difference, a note says so.
///
/// - Parameter format: What stands in front of each line.
/// - Complexity: That of `==` for equal values; otherwise O(*n*) in the size of what differs, and more for collections
///   without ids. The text is limited to about 1,000 lines.
public func diff<Value>(_ first: Value, _ second: Value, format: DiffFormat = .default) -> String? {
  valueDiff(first, second, format: format)
}

/// What stands in front of the lines of a difference.
public struct DiffFormat: Sendable {
  /// Stands in front of lines of the first value alone.
  public var first: String
  /// Stands in front of lines of the second value alone.
  public var second: String
  /// Stands in front of lines of both values.
  public var both: String

  /// Makes a format of its marks, which should be equally wide.
  public init(first: String, second: String, both: String) {
    self.first = first
    self.second = second
    self.both = both
  }

  /// A hyphen, a plus sign and a space, for consoles.
  public static let `default` = Self(first: "-", second: "+", both: " ")

  /// A minus sign (U+2212), a plus sign and a figure space (U+2007), which are equally wide in most fonts.
  public static let proportional = Self(first: "\u{2212}", second: "+", both: "\u{2007}")
}
