/// How much of a value ``valueDump(_:limits:)`` and ``valueDiff(_:_:limits:)`` show. They state the number of parts
/// that they leave out.
package struct DumpLimits: Sendable {
  /// How many levels of nested values are shown. Also limits the use of the stack.
  package var depth = 64

  /// How many elements of one collection are shown.
  package var elements = 100

  /// The number of lines after which no further value is begun. A value that was begun is shown completely.
  package var lines = 1_000

  /// How many characters of one line of a string are shown.
  package var characters = 1_000

  /// How many unchanged lines are shown before and after a changed line of a string.
  package var context = 3

  package init() {}

  /// No limits except the depth, which protects the stack.
  static func unlimited(depth: Int = .max) -> Self {
    var limits = Self()
    limits.depth = min(max(depth, 0), limits.depth)
    limits.elements = .max
    limits.lines = .max
    limits.characters = .max
    return limits
  }
}
