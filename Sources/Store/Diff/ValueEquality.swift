/// Returns a function that compares two values: by `==` if the type has it, or else by their parts.
package func valueEquality<Value>(of type: Value.Type) -> (Value, Value) -> Bool {
  dynamicEquality(of: type) ?? { areEqual($0, $1) }
}

/// Returns whether two values are equal: by `==` if they have it, or else by their parts, as deep as dumps show them.
package func areEqual(_ first: Any, _ second: Any) -> Bool {
  // The pairs that are still to be compared. A list instead of recursion, so that deep values do not overflow the
  // stack.
  var pairs = [ComparedPair(first: first, second: second, depth: 0)]
  // Pairs of objects that have been compared, or are being compared. They are skipped, which ends cycles.
  var objects: Set<[ObjectIdentifier]> = []
  while let pair = pairs.popLast() {
    if let areEqual = pair.areEqualByOperator {
      guard areEqual else { return false }
    } else {
      guard let parts = pair.parts(comparedObjects: &objects) else { return false }
      pairs += parts
    }
  }
  return true
}

private struct ComparedPair {
  var first: Any
  var second: Any
  var depth: Int

  /// `nil` if the values have no `==` for both of them.
  var areEqualByOperator: Bool? {
    func areEqual<Value: Equatable>(_ first: Value) -> Bool? {
      (second as? Value).map { first == $0 }
    }
    return (first as? any Equatable).flatMap { areEqual($0) }
  }

  /// Returns the pairs of parts of both values; `nil` if the values can't be equal.
  func parts(comparedObjects: inout Set<[ObjectIdentifier]>) -> [ComparedPair]? {
    guard type(of: first) == type(of: second) else { return nil }
    let isWrapped = first is any OptionalReflecting || type(of: first) == AnyHashable.self
    let (first, second) = (unwrapped(first), unwrapped(second))
    if isWrapped, !(first is any OptionalReflecting), !(second is any OptionalReflecting) {
      return [ComparedPair(first: first, second: second, depth: depth)]
    }
    switch (Reflection(first, isRoot: true), Reflection(second, isRoot: true)) {
    case (.leaf(let first), .leaf(let second)), (.text(let first), .text(let second)):
      return first == second ? [] : nil
    case (.set(let first), .set(let second)):
      guard depth < DumpLimits().depth else { return first.isEmpty == second.isEmpty ? [] : nil }
      return Set(first) == Set(second) ? [] : nil
    case (.fields(let opening, let fields, let object), .fields(let otherOpening, let others, let other)):
      guard opening == otherOpening, fields.map(\.label) == others.map(\.label) else { return nil }
      if let object, let other {
        guard object != other, comparedObjects.insert([object, other]).inserted else { return [] }
      }
      return parts(fields.map(\.value), others.map(\.value))
    case (.list(let first), .list(let second)):
      return parts(first.elements as [Any], second.elements as [Any])
    case (.dictionary(let entries), .dictionary(let others)):
      let values = Dictionary(others.map { ($0.key, $0.value) }) { first, _ in first }
      let matches = entries.compactMap { values[$0.key] }
      guard matches.count == entries.count || depth >= DumpLimits().depth else { return nil }
      return parts(entries.map(\.value), entries.count == others.count ? matches : others.map(\.value))
    default:
      return nil
    }
  }

  private func parts(_ first: [Any], _ second: [Any]) -> [ComparedPair]? {
    // Deeper parts are not compared, because they are not shown either.
    guard depth < DumpLimits().depth else { return first.isEmpty == second.isEmpty ? [] : nil }
    guard first.count == second.count else { return nil }
    return zip(first, second).map { ComparedPair(first: $0, second: $1, depth: depth + 1) }
  }
}
