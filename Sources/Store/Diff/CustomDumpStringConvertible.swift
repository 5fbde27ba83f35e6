/// A type that is shown as a text of its own in dumps and differences.
///
/// ```swift
/// extension Tint: CustomDumpStringConvertible {
///   var customDumpDescription: String { "#\(hexadecimal)" }
/// }
/// ```
public protocol CustomDumpStringConvertible {
  /// The text to show, without quotation marks.
  var customDumpDescription: String { get }
}
