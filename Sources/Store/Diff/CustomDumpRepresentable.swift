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
