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
