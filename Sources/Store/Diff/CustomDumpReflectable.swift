/// A type that says which of its parts dumps and differences show.
///
/// ```swift
/// extension LogIn: CustomDumpReflectable {
///   var customDumpMirror: Mirror {
///     Mirror(self, children: ["user": user], displayStyle: .struct)  // not the token
///   }
/// }
/// ```
///
/// Differences show the same parts. Whether two values differ is decided by `==`, where they have it.
public protocol CustomDumpReflectable {
  /// The parts to show, in place of those of `Mirror(reflecting:)`.
  var customDumpMirror: Mirror { get }
}

/// A type that is shown as another value in dumps and differences.
///
/// ```swift
/// extension Account.ID: CustomDumpRepresentable {
///   var customDumpValue: Any { rawValue }
/// }
/// ```
public protocol CustomDumpRepresentable {
  /// The value to show. If it has the type of the value that it stands for, it is shown as it is.
  var customDumpValue: Any { get }
}

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
