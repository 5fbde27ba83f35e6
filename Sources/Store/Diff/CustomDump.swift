/// Prints a value with everything that it consists of, and returns the value.
///
/// ```
/// User(
///   id: 42,
///   name: "Blob"
/// )
/// ```
///
/// Equal values are printed alike: sets and dictionaries are sorted. A type determines what is printed by conforming to
/// ``CustomDumpStringConvertible``, ``CustomDumpRepresentable`` or ``CustomDumpReflectable``.
///
/// - Parameters:
///   - value: The value to print.
///   - name: A label before the value.
///   - indent: The number of spaces before each line.
///   - maxDepth: How many levels of nested values are printed; at most 64.
/// - Complexity: O(*n*) in the size of the value, plus the sorting of sets and dictionaries.
@discardableResult
public func customDump<Value>(_ value: Value, name: String? = nil, indent: Int = 0, maxDepth: Int = .max) -> Value {
  var text = ""
  customDump(value, to: &text, name: name, indent: indent, maxDepth: maxDepth)
  print(text)
  return value
}

/// Writes a value with everything that it consists of to a stream, and returns the value.
///
/// - Parameters:
///   - value: The value to write.
///   - target: The stream.
///   - name: A label before the value.
///   - indent: The number of spaces before each line.
///   - maxDepth: How many levels of nested values are written; at most 64.
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
  /// Describes a value with everything that it consists of, as ``customDump(_:name:indent:maxDepth:)`` prints it.
  public init<Subject>(customDumping subject: Subject) {
    self = valueDump(subject, limits: .unlimited())
  }
}
