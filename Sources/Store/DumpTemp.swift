package func indentedDump(_ value: Any) -> String { "    \(value)" }
package func valueDiff(_ a: Any, _ b: Any) -> String? { "- \(a)\n+ \(b)" }
