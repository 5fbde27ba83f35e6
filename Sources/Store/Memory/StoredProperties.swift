import Dependencies

/// The stored properties of structs according to the run time. `Mirror` uses the same information, but needs a value;
/// here the type is enough, because each of its values has the same properties.
package enum StoredProperties {
  /// Returns the offsets of stored properties of one type in values of another one: a struct or a tuple, and those
  /// within it.
  ///
  /// Properties in the payload of an enum, in an existential or in an object are left out, because they do not always
  /// exist, or are stored elsewhere. Without reflection metadata (`-disable-reflection-metadata`) none are found.
  static func offsets(of property: Any.Type, in type: Any.Type) -> [Int] {
    let key = [ObjectIdentifier(property), ObjectIdentifier(type)]
    if let known = known.withLock({ $0[key] }) { return known }
    let offsets = strong(of: type).flatMap { offset, type in
      type == property ? [offset] : Self.offsets(of: property, in: type).map { offset + $0 }
    }
    known.withLock { $0[key] = offsets }
    return offsets
  }

  /// Cached, because inspecting a property takes a microsecond. Types do not change.
  private static let known = Locked<[[ObjectIdentifier]: [Int]]>([:])

  /// Returns the stored properties of a struct or a tuple. `nil` for other types, and if there is a weak reference,
  /// which is not stored as the optional that its type says.
  static func all(of type: Any.Type) -> [(offset: Int, type: Any.Type)]? {
    guard isStructOrTuple(type) else { return nil }
    let count = propertyCount(of: type)
    let properties = strong(of: type, count: count)
    return properties.count == count ? properties : nil
  }

  /// Returns the stored properties of a struct or a tuple, except weak references.
  static func strong(of type: Any.Type) -> [(offset: Int, type: Any.Type)] {
    isStructOrTuple(type) ? strong(of: type, count: propertyCount(of: type)) : []
  }

  private static func strong(of type: Any.Type, count: Int) -> [(offset: Int, type: Any.Type)] {
    (0..<count).compactMap { index in
      var description = PropertyDescription()
      let propertyType = propertyType(of: type, index: index, description: &description)
      description.free?(description.name)
      return description.isStrong ? (propertyOffset(in: type, index: index), propertyType) : nil
    }
  }

  /// A stored property that is declared with `var`.
  package struct Variable {
    package let name: String
    package let type: Any.Type
    let offset: Int
  }

  /// Returns the variables of a struct or a tuple, except weak references.
  package static func variables(of type: Any.Type) -> [Variable] {
    guard isStructOrTuple(type) else { return [] }
    return (0..<propertyCount(of: type)).compactMap { index in
      var description = PropertyDescription()
      let propertyType = propertyType(of: type, index: index, description: &description)
      defer { description.free?(description.name) }
      // The run time does not say of elements of tuples that they can be changed.
      guard description.isVar || kind(of: type) == tupleKind, description.isStrong, let name = description.name
      else { return nil }
      return Variable(name: String(cString: name), type: propertyType, offset: propertyOffset(in: type, index: index))
    }
  }

  private static func isStructOrTuple(_ type: Any.Type) -> Bool { [0x200, tupleKind].contains(kind(of: type)) }

  private static let tupleKind: UInt = 0x301

  /// The first word of a type's metadata is its kind. (Part of Swift's ABI.)
  private static func kind(of type: Any.Type) -> UInt { unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee }
}

// The functions of the run time that `Mirror` calls. They are exported, and stable where Swift is a part of the system.

struct PropertyDescription {
  var name: UnsafePointer<CChar>?
  var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVar = false
}

@_silgen_name("swift_reflectionMirror_recursiveCount")
func propertyCount(of type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
func propertyOffset(in type: Any.Type, index: Int) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
func propertyType(
  of type: Any.Type,
  index: Int,
  description: UnsafeMutablePointer<PropertyDescription>
) -> Any.Type
