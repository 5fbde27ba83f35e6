import Dependencies

/// A number that is the same for equal values, of as much of them as can be hashed: a value that is `Hashable`, or the
/// stored properties of a struct that are. What can't be hashed does not count, so values that differ may have the same.
///
/// `@unchecked Sendable`: all that its functions hold are types.
package struct PartialHash<Value>: @unchecked Sendable {
  private let parts: [Part]

  private struct Part {
    let offset: Int
    let hash: (UnsafeRawPointer, inout Hasher) -> Void
  }

  /// Looks at the type, which takes some microseconds.
  package init(_ type: Value.Type = Value.self) {
    var parts: [Part] = []
    Self.collectParts(of: type, from: 0, depth: 0, into: &parts)
    self.parts = parts
  }

  /// - Complexity: O(*n*) in the size of what is hashed.
  package func callAsFunction(_ value: Value) -> Int {
    var hasher = Hasher()
    withUnsafePointer(to: value) { pointer in
      // The offsets are those of stored properties of the pointer's pointee, and each is read as the type that it has.
      for part in parts { part.hash(UnsafeRawPointer(pointer) + part.offset, &hasher) }
    }
    return hasher.finalize()
  }

  private static func collectParts(of type: Any.Type, from offset: Int, depth: Int, into parts: inout [Part]) {
    if let type = type as? any Hashable.Type {
      return parts.append(Part(offset: offset, hash: hashing(type)))
    }
    if let type = type as? any Collection.Type {
      return parts.append(Part(offset: offset, hash: counting(type)))
    }
    guard StoredProperties.isStruct(type), depth < 16 else { return }
    for index in 0..<propertyCount(of: type) {
      var description = PropertyDescription()
      let propertyType = propertyType(of: type, index: index, description: &description)
      description.free?(description.name)
      // A weak reference is not stored as the optional that it reads as.
      guard description.isStrong else { continue }
      let start = offset + propertyOffset(in: type, index: index)
      collectParts(of: propertyType, from: start, depth: depth + 1, into: &parts)
    }
  }

  private static func hashing<Part: Hashable>(
    _ type: Part.Type
  ) -> (UnsafeRawPointer, inout Hasher) -> Void {
    { pointer, hasher in pointer.assumingMemoryBound(to: Part.self).pointee.hash(into: &hasher) }
  }

  /// The elements of a collection can't be hashed: how many there are can.
  private static func counting<Part: Collection>(
    _ type: Part.Type
  ) -> (UnsafeRawPointer, inout Hasher) -> Void {
    { pointer, hasher in hasher.combine(pointer.assumingMemoryBound(to: Part.self).pointee.count) }
  }
}
