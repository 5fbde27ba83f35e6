/// Describes how two values differ. Returns `nil` if they are equal.
///
/// ```
///   User(
///     id: 42,
/// -   name: "Blob"
/// +   name: "Blob, Jr."
///   )
/// ```
///
/// Values are equal if `==` returns `true` or, if they have no `==`, if all their parts are equal. Equal parts are
/// shown in one line or counted. Elements are matched by their ids, if they have any. If the values differ in nothing
/// that is shown, a line says so.
///
/// - Parameter format: The marks before each line.
/// - Complexity: That of `==` for equal values; otherwise O(*n*) in the size of the parts that differ, and more for
///   collections without ids. The text is limited to about 1,000 lines.
public func diff<Value>(_ first: Value, _ second: Value, format: DiffFormat = .default) -> String? {
  valueDiff(first, second, format: format)
}

/// The marks before the lines of a difference.
public struct DiffFormat: Sendable {
  /// Marks lines of the first value only.
  public var first: String
  /// Marks lines of the second value only.
  public var second: String
  /// Marks lines of both values.
  public var both: String

  /// Makes a format. The marks should have the same width.
  public init(first: String, second: String, both: String) {
    self.first = first
    self.second = second
    self.both = both
  }

  /// A hyphen, a plus sign and a space, for terminals.
  public static let `default` = Self(first: "-", second: "+", both: " ")

  /// A minus sign (U+2212), a plus sign and a figure space (U+2007), which have the same width in most fonts.
  public static let proportional = Self(first: "\u{2212}", second: "+", both: "\u{2007}")
}
