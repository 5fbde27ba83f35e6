/// Describes a value for the middle of a message: on lines of its own, indented, and cut where it is too long to be
/// read.
package func indentedDump(_ value: Any) -> String {
  var limits = DumpLimits()
  limits.lines = 40
  limits.elements = 10
  return valueDump(value, limits: limits)
    .split(separator: "\n", omittingEmptySubsequences: false)
    .map { "    \($0)" }
    .joined(separator: "\n")
}
