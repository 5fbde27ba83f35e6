/// A JSON value. Unlike in most JSON types, 64-bit integers keep every digit, and members keep their order.
package enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// An integer above `Int64.max`; smaller ones are `integer`.
  case unsigned(UInt64)
  /// Always finite, because JSON has no other numbers.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  package struct Member: Sendable {
    package let name: String
    package var value: JSONValue
    /// Whether the name is itself a value, such as the key of a dictionary. For JSON that was read, it is not known,
    /// and `false`.
    var isKey: Bool

    package init(name: String, value: JSONValue, isKey: Bool = false) {
      self.name = name
      self.value = value
      self.isKey = isKey
    }
  }

  /// The value of a member, if this is an object that has it. O(*n*) in the number of members.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The name of this kind of value in messages.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .integer, .unsigned, .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension JSONValue {
  init(_ value: some BinaryInteger) {
    if let integer = Int64(exactly: value) {
      self = .integer(integer)
    } else if let unsigned = UInt64(exactly: value) {
      self = .unsigned(unsigned)
    } else {
      // Wider than 64 bits: as a string it keeps its digits.
      self = .string("\(value)")
    }
  }

  /// A number, or the string `NaN`, `Infinity` or `-Infinity` for what JSON cannot write as a number.
  init(_ value: Double) {
    if value.isFinite {
      self = .number(value)
    } else {
      self = .string(value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
    }
  }
}

/// Equal as JSON: the order of members does not matter, nor whether a whole number was written as `1` or `1.0`, nor
/// whether a member that is `null` is there at all.
extension JSONValue: Equatable {
  package static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): return true
    case (.bool(let left), .bool(let right)): return left == right
    case (.integer(let left), .integer(let right)): return left == right
    case (.unsigned(let left), .unsigned(let right)): return left == right
    case (.number(let left), .number(let right)): return left == right
    // The comparison is exact: a `Double` that only rounds to the integer differs from it.
    case (.integer(let integer), .number(let number)), (.number(let number), .integer(let integer)):
      return Int64(exactly: number) == integer
    case (.unsigned(let integer), .number(let number)), (.number(let number), .unsigned(let integer)):
      return UInt64(exactly: number) == integer
    case (.string(let left), .string(let right)): return left == right
    case (.array(let left), .array(let right)): return left.isSameStorage(as: right) || left == right
    case (.object(let left), .object(let right)):
      if left.isSameStorage(as: right) { return true }
      let left = left.present
      let right = right.present
      return left.count == right.count && left.allSatisfy { right[$0] == $1 }
    default: return false
    }
  }
}

extension [JSONValue.Member] {
  fileprivate var present: [String: JSONValue] {
    reduce(into: [:]) {
      if case .null = $1.value { return }
      $0[$1.name] = $1.value
    }
  }
}

extension JSONValue {
  /// Whether both are the same JSON. Unlike `==`, a member that is `null` is not the same as none.
  package func isIdentical(to other: JSONValue) -> Bool {
    switch (self, other) {
    case (.object(let left), .object(let right)):
      guard left.count == right.count else { return false }
      if left.isSameStorage(as: right) { return true }
      for (left, right) in zip(left, right) {
        guard left.name == right.name else { return hasSameMembers(as: other) }
        guard left.value.isIdentical(to: right.value) else { return false }
      }
      return true
    case (.array(let left), .array(let right)):
      guard left.count == right.count else { return false }
      return left.isSameStorage(as: right) || zip(left, right).allSatisfy { $0.isIdentical(to: $1) }
    default: return self == other
    }
  }

  private func hasSameMembers(as other: JSONValue) -> Bool {
    guard case .object(let left) = self, case .object(let right) = other else { return false }
    let members = Dictionary(right.map { ($0.name, $0.value) }) { $1 }
    return left.allSatisfy { member in members[member.name].map(member.value.isIdentical) ?? false }
  }
}

extension Array {
  /// Whether both arrays share their storage. Unchanged copies do, and so do parts that were not encoded again.
  func isSameStorage(as other: [Element]) -> Bool {
    withUnsafeBufferPointer { elements in
      other.withUnsafeBufferPointer { elements.baseAddress == $0.baseAddress && elements.count == $0.count }
    }
  }
}
