/// A type that determines which of its parts are shown in dumps and differences.
///
/// ```swift
/// extension LogIn: CustomDumpReflectable {
///   var customDumpMirror: Mirror {
///     Mirror(self, children: ["user": user], displayStyle: .struct)  // not the token
///   }
/// }
/// ```
///
/// Whether two values differ is decided by `==`, if the type has it, and not by the parts that are shown.
public protocol CustomDumpReflectable {
  /// The parts to show instead of those of `Mirror(reflecting:)`.
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
  /// The value to show. If it has the same type as `self`, it is not converted further.
  var customDumpValue: Any { get }
}

/// A type that is shown as text in dumps and differences.
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
