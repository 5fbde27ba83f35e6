import Dependencies

/// Hashes as much of a value as can be hashed: a `Hashable` value itself, or else the parts of it that can be hashed in
/// a struct's stored properties, an enum's payload and an array's elements. Equal values have the same hash. So do
/// values that differ only in parts that can't be hashed.
///
/// `@unchecked Sendable`: its functions capture only types and numbers.
package struct PartialHash<Value>: @unchecked Sendable {
  private let hash: PartHash?

  /// Inspects the type, which takes some microseconds.
  package init(_ type: Value.Type = Value.self) { hash = makePartHash(type, depth: 0) }

  fileprivate init(depth: Int) { hash = makePartHash(Value.self, depth: depth) }

  /// - Complexity: O(*n*) in the size of the hashed parts.
  package func callAsFunction(_ value: Value) -> Int {
    var hasher = Hasher()
    combine(value, into: &hasher)
    return hasher.finalize()
  }

  package func combine(_ value: Value, into hasher: inout Hasher) {
    guard let hash else { return }
    // Hash a copy, because hashing takes enums apart in place and then restores them.
    var value = value
    withUnsafeMutablePointer(to: &value) { hash(UnsafeMutableRawPointer($0), &hasher) }
  }
}

/// A value that contains other values, some of which may be hashed where the value itself can't.
package protocol PartiallyHashed<Part> {
  associatedtype Part

  func forEachPart(_ body: (Part) -> Void)
}

extension Array: PartiallyHashed {
  package func forEachPart(_ body: (Element) -> Void) { for element in self { body(element) } }
}

extension Optional: PartiallyHashed {
  package func forEachPart(_ body: (Wrapped) -> Void) { if let self { body(self) } }
}

/// Hashes the value at an address. The value is the same afterwards.
private typealias PartHash = (UnsafeMutableRawPointer, inout Hasher) -> Void

/// - Returns: `nil` if no part of the values can be hashed.
private func makePartHash(_ type: Any.Type, depth: Int) -> PartHash? {
  if let type = type as? any Hashable.Type { return hashing(type) }
  // Types can contain one another without end, through arrays.
  guard depth < 10 else { return nil }
  if let type = type as? any PartiallyHashed.Type { return hashingParts(type, depth: depth) }
  if let type = type as? any Collection.Type { return counting(type) }
  if let payloads = NestedValues.payloads(of: type) {
    let parts = payloads.cases.map { $0.flatMap { makePartHash($0, depth: depth + 1) } }
    return { pointer, hasher in
      payloads.withPayload(of: pointer) { tag, payload in
        hasher.combine(tag)
        if let payload, let part = parts[tag] { part(payload, &hasher) }
      }
    }
  }
  let parts = StoredProperties.strong(of: type).compactMap { offset, type in
    makePartHash(type, depth: depth + 1).map { (offset: offset, hash: $0) }
  }
  return parts.isEmpty ? nil : { pointer, hasher in for part in parts { part.hash(pointer + part.offset, &hasher) } }
}

// The addresses that these functions receive are those of values of their types: of the whole value, of a stored
// property at its offset, or of the projected payload of an enum.

private func hashing<Part: Hashable>(_ type: Part.Type) -> PartHash {
  { pointer, hasher in pointer.assumingMemoryBound(to: Part.self).pointee.hash(into: &hasher) }
}

private func hashingParts<Whole: PartiallyHashed>(_ type: Whole.Type, depth: Int) -> PartHash {
  let hash = PartialHash<Whole.Part>(depth: depth + 2)
  return { pointer, hasher in
    var count = 0
    pointer.assumingMemoryBound(to: Whole.self).pointee.forEachPart { part in
      count += 1
      hash.combine(part, into: &hasher)
    }
    hasher.combine(count)
  }
}

/// The elements of this collection can't be hashed, but their number can.
private func counting<Part: Collection>(_ type: Part.Type) -> PartHash {
  { pointer, hasher in hasher.combine(pointer.assumingMemoryBound(to: Part.self).pointee.count) }
}
