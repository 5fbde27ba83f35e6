/// Prints all that a value consists of, and returns the value.
///
/// ```
/// User(
///   id: 42,
///   name: "Blob"
/// )
/// ```
///
/// Equal values are described alike: sets and dictionaries are sorted. A type decides what is shown of it by conforming
/// to ``CustomDumpStringConvertible``, ``CustomDumpRepresentable`` or ``CustomDumpReflectable``.
///
/// - Parameters:
///   - value: The value to print.
///   - name: A label in front of the value.
///   - indent: The number of spaces in front of each line.
///   - maxDepth: How many levels of values within values are shown; no more than 64.
/// - Complexity: O(*n*) in the size of the value, and what sorting takes.
@discardableResult
public func customDump<Value>(_ value: Value, name: String? = nil, indent: Int = 0, maxDepth: Int = .max) -> Value {
  var text = ""
  customDump(value, to: &text, name: name, indent: indent, maxDepth: maxDepth)
  print(text)
  return value
}

/// Writes all that a value consists of to a stream, and returns the value.
///
/// - Parameters:
///   - value: The value to write.
///   - target: Where to write.
///   - name: A label in front of the value.
///   - indent: The number of spaces in front of each line.
///   - maxDepth: How many levels of values within values are shown; no more than 64.
@discardableResult
public func customDump<Value>(
  _ value: Value,
  to target: inout some TextOutputStream,
  name: String? = nil,
  indent: Int = 0,
  maxDepth: Int = .max
) -> Value {
  let limits = DumpLimits.unlimited(depth: maxDepth)
  var dump = ValueDump(limits: limits)
  let lines = dump.lines(value, label: name, isRoot: true, depth: 0).indented(by: max(indent, 0))
  target.write(lines.map(\.content).joined(separator: "\n"))
  return value
}

extension String {
  /// Describes all that a value consists of, as ``customDump(_:name:indent:maxDepth:)`` prints it.
  public init<Subject>(customDumping subject: Subject) {
    self = valueDump(subject, limits: .unlimited())
  }
}
