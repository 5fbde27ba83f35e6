/// Parses JSON as programs write it (RFC 8259). Strings and numbers are the same as in scripts. The other values of
/// scripts, comments and variables are errors.
package enum JSONParser {
  /// The maximum depth of brackets within brackets, so that no input can exhaust the stack.
  static let depthLimit = SourceScanner.Notation.json.depthLimit
  /// The maximum number of values, so that no line of a trace can exhaust the memory.
  package static let valueLimit = 2_000_000

  /// Reads the one value that a text consists of.
  ///
  /// - Parameter isRead: If the value is an object, returns whether a member is needed. It gets the member's name and
  ///   the members before it. The other members are only checked for mistakes, which takes no memory.
  package static func parse(
    _ source: SourceText,
    where isRead: ((_ name: String, _ before: [JSONNode.Member]) -> Bool)? = nil,
    valueLimit: Int = Self.valueLimit
  ) throws(Diagnostic) -> JSONNode {
    if let offset = source.firstInvalidByte { throw Diagnostic(offset..<offset, "this is not UTF-8 text") }
    var scanner = SourceScanner(source, notation: .json, valueLimit: valueLimit)
    scanner.skipLines()
    let node = try scanner.value(where: isRead)
    scanner.skipLines()
    guard scanner.isAtEnd else { throw scanner.expected("the end of the JSON value") }
    return node
  }
}
