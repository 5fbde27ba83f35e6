import Dependencies

/// A number that is the same for equal values, of as much of them as can be hashed: a value that is `Hashable`, or what of
/// a struct's stored properties, of an enum's payload and of an array's elements is. What can't be hashed does not count, so
/// values that differ may have the same.
///
/// `@unchecked Sendable`: all that its functions hold are types and numbers.
package struct PartialHash<Value>: @unchecked Sendable {
  private let hash: PartHash?

  /// Looks at the type, which takes some microseconds.
  package init(_ type: Value.Type = Value.self) { hash = makePartHash(type, depth: 0) }

  fileprivate init(depth: Int) { hash = makePartHash(Value.self, depth: depth) }

  /// - Complexity: O(*n*) in the size of what is hashed.
  package func callAsFunction(_ value: Value) -> Int {
    var hasher = Hasher()
    combine(value, into: &hasher)
    return hasher.finalize()
  }

  package func combine(_ value: Value, into hasher: inout Hasher) {
    guard let hash else { return }
    // A copy of its own, as enums are taken apart and put together again.
    var value = value
    withUnsafeMutablePointer(to: &value) { hash(UnsafeMutableRawPointer($0), &hasher) }
  }
}

/// A type of values that keep others which may be hashed where they themselves can't.
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

/// Hashes the value at an address. It is the same afterwards.
private typealias PartHash = (UnsafeMutableRawPointer, inout Hasher) -> Void

/// - Returns: `nil` if nothing of the values can be hashed.
private func makePartHash(_ type: Any.Type, depth: Int) -> PartHash? {
  if let type = type as? any Hashable.Type { return hashing(type) }
  // Types contain one another without end, through arrays.
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

// The addresses are those of values of the types that these were made for: of the whole, of a stored property of it at its
// offset, or of a payload of it that an enum has laid bare.

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

/// The elements of a collection can't be hashed: how many there are can.
private func counting<Part: Collection>(_ type: Part.Type) -> PartHash {
  { pointer, hasher in hasher.combine(pointer.assumingMemoryBound(to: Part.self).pointee.count) }
}
